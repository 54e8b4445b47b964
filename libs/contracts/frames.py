"""What crosses the WebSocket, in both directions, and the codes a connection is closed with."""

from enum import IntEnum
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from contracts.ids import WHOLE, EndName, Millis, RequestId, SeatNumber, TableCode, TileText
from contracts.lobby import Level, Options, Table
from contracts.model import Message
from contracts.problems import Problem
from contracts.view import View

SUBPROTOCOL = "doublesix.v1"

MatchNumber = Annotated[int, Field(ge=1, le=100_000)]
Round = Annotated[int, Field(ge=1, le=100_000)]
Ply = Annotated[int, Field(ge=0, le=1_000)]

SeatChosen = Annotated[SeatNumber, WHOLE]


# what a client sends


class Asked(Message):
    """A command: it is answered once by a `reply` with the same `id`."""

    id: RequestId


class Play(Asked):
    """An action of the round. Match, round and `ply`, the actions before it, make it count only once."""

    match: MatchNumber
    round: Round
    ply: Ply


class PlaceFrame(Play):
    """Join one tile of the hand to an open end; the first tile of a round goes to the left."""

    type: Literal["place"]
    tile: TileText
    end: EndName


class DrawFrame(Play):
    """Draw until a tile is legal or nothing is left."""

    type: Literal["draw"]


class PassFrame(Play):
    type: Literal["pass"]


class ReadyFrame(Asked):
    """Ready for the round after `round`."""

    type: Literal["ready"]
    match: MatchNumber
    round: Round


class AgainFrame(Asked):
    """Ask for another match with the same people, after match `match`."""

    type: Literal["again"]
    match: MatchNumber


class NewRoundFrame(Play):
    """Ask for a new round, where that needs consent: at the end of a round, or in the middle of one.

    The round is dealt anew, unscored, when all have asked. An action of the round cancels what was asked
    before it, which is why this names the `ply` it was asked at.
    """

    type: Literal["new_round"]


class StartFrame(Asked):
    """Start the match; for the host. How full the table must be, and who fills it, is in its settings."""

    type: Literal["start"]


class OptionsFrame(Asked):
    """Choose the options of the table; for the host, before the start."""

    type: Literal["options"]
    options: Options


class FreeFrame(Asked):
    """See to it that `name` does not sit on `seat`; for the host, before the start.

    Whoever sits there by then under another name stays: it may come twice, or after somebody else sat down.
    """

    type: Literal["free"]
    seat: SeatChosen
    name: Annotated[str, Field(max_length=64)]


class LevelFrame(Asked):
    """Let the computer player on `seat` play at `level` from its next turn on; hands and line stay.

    For the host before the match; during it, only for a person who plays alone.
    """

    type: Literal["level"]
    seat: SeatChosen
    level: Level


class LeaveFrame(Asked):
    """Leave: before the start the seat is freed. Afterwards it stays its owner's; the table plays for it, or
    a computer player does, as the settings say."""

    type: Literal["leave"]


class PingFrame(Asked):
    type: Literal["ping"]


ClientFrame = Annotated[
    PlaceFrame
    | DrawFrame
    | PassFrame
    | ReadyFrame
    | AgainFrame
    | NewRoundFrame
    | StartFrame
    | OptionsFrame
    | FreeFrame
    | LevelFrame
    | LeaveFrame
    | PingFrame,
    Field(discriminator="type"),
]


# what a server sends


class WelcomeFrame(Message):
    """First on every connection: which seat this browser holds, and where."""

    type: Literal["welcome"] = "welcome"
    table: TableCode
    seat: SeatNumber


class TableFrame(Message):
    """The lobby document, whenever it changes."""

    type: Literal["table"] = "table"
    table: Table


class ViewFrame(Message):
    """The seat's view, whenever it changes. The last one received is the one that holds."""

    type: Literal["view"] = "view"
    view: View


class Accepted(Message):
    """The command with this `id` was accepted: it is stored, and stays."""

    type: Literal["reply"] = "reply"
    id: RequestId
    ok: Literal[True] = True


class Refused(Message):
    """Refused, and why; `view` is the state to go on from. `id` is null where none could be read."""

    type: Literal["reply"] = "reply"
    id: RequestId | None
    ok: Literal[False] = False
    error: Problem
    view: View | None = None


class PongFrame(Message):
    type: Literal["pong"] = "pong"
    id: RequestId


class ByeFrame(Message):
    """Comes before a close; `after_ms` is how long to wait before coming back, null for not at all."""

    type: Literal["bye"] = "bye"
    reason: Literal["replaced", "restart", "gone", "slow", "freed", "left", "silent", "unavailable", "flood"]
    after_ms: Millis | None


ServerFrame = WelcomeFrame | TableFrame | ViewFrame | Accepted | Refused | PongFrame | ByeFrame

client_frame: TypeAdapter[ClientFrame] = TypeAdapter(ClientFrame)
server_frame: TypeAdapter[ServerFrame] = TypeAdapter(ServerFrame)


class CloseCode(IntEnum):
    """Why a connection ends: 1012, 4008 and 4009 mean come back now; 1013 later; the other 4xxx don't."""

    RESTART = 1012
    LATER = 1013
    REPLACED = 4001
    NOT_SEATED = 4003
    GONE = 4004
    SLOW = 4008
    SILENT = 4009
    FREED = 4010
    LEFT = 4011
    FLOOD = 4029
