"""What services ask of each other, and the answers. Every command may arrive twice, or late."""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from contracts.frames import MatchNumber, Ply, Round
from contracts.ids import (
    ConnectionId,
    EndName,
    PlayerSecret,
    Position,
    RequestId,
    SeatNumber,
    TableCode,
    TileText,
    UnixMs,
)
from contracts.lobby import Options, Table
from contracts.model import Message
from contracts.problems import Problem
from contracts.view import View
from rules.ruleset import RuleSet

# to the engine


class AtTable(Message):
    table: TableCode


class Play(AtTable):
    """An action of the round. `received` is when a gateway read it, for the turn latency."""

    seat: SeatNumber
    match: MatchNumber
    round: Round
    ply: Ply
    received: UnixMs | None = None


class Place(Play):
    type: Literal["place"] = "place"
    tile: TileText
    end: EndName


class Draw(Play):
    type: Literal["draw"] = "draw"


class Pass(Play):
    type: Literal["pass"] = "pass"


class Ready(AtTable):
    type: Literal["ready"] = "ready"
    seat: SeatNumber
    match: MatchNumber
    round: Round


class Again(AtTable):
    type: Literal["again"] = "again"
    seat: SeatNumber
    match: MatchNumber


class Begin(AtTable):
    """Deal the first round of the table's first match. A match that has begun is left as it is.

    `seating` is the version of the table document that `present` was taken from.
    """

    type: Literal["begin"] = "begin"
    rules: RuleSet
    players: int
    target: int | None
    seating: int
    present: tuple[bool, ...]


class Presence(AtTable):
    """Who is present now, whole, as of version `seating` of the table; an older one is ignored."""

    type: Literal["presence"] = "presence"
    seating: int
    present: tuple[bool, ...]


class Expire(AtTable):
    """Something may be due at this table. Whoever owns it looks for itself; too early is a no-op."""

    type: Literal["expire"] = "expire"


EngineCommand = Annotated[
    Place | Draw | Pass | Ready | Again | Begin | Presence | Expire, Field(discriminator="type")
]


class Done(Message):
    """Accepted, and stored at `position`."""

    ok: Literal[True] = True
    position: Position | None = None


class Failed(Message):
    """Refused: nothing was changed. `view` is what that seat may see now."""

    ok: Literal[False] = False
    error: Problem
    view: View | None = None


Answer = Annotated[Done | Failed, Field(discriminator="ok")]


class ViewAsked(AtTable):
    """A seat's view now; answered by the bytes of a `ViewFrame`, its position in the headers."""

    seat: SeatNumber


class PositionsAsked(Message):
    tables: Annotated[tuple[TableCode, ...], Field(max_length=1000)]


class Positions(Message):
    """The stored position of each table asked for; null where there is none."""

    positions: dict[TableCode, Position | None]


# to seating


class Open(Message):
    """Open a table and take its first seat. The same `request` of the same player is the same table."""

    type: Literal["open"] = "open"
    preset: Annotated[str, Field(max_length=64)]
    options: Options
    name: str
    player: PlayerSecret
    request: RequestId


class Look(AtTable):
    type: Literal["look"] = "look"
    player: PlayerSecret | None = None


class Sit(AtTable):
    """Take a seat. A player who sits here already keeps the seat it has."""

    type: Literal["sit"] = "sit"
    name: str
    player: PlayerSecret


class Arrive(AtTable):
    """A connection of a seated player is there, and holds the seat from now on.

    It takes the seat from no other connection than `replaces`: so a command that comes late, or twice, takes
    it from nobody who came after.
    """

    type: Literal["arrive"] = "arrive"
    player: PlayerSecret
    connection: ConnectionId
    replaces: ConnectionId | None = None


class Depart(AtTable):
    """A connection's lease is over. Counts only if no newer connection holds the seat."""

    type: Literal["depart"] = "depart"
    seat: SeatNumber
    connection: ConnectionId


class BySeat(AtTable):
    """Said over a connection that holds the seat; refused as replaced when it no longer does."""

    seat: SeatNumber
    connection: ConnectionId


class Start(BySeat):
    type: Literal["start"] = "start"


class Choose(BySeat):
    type: Literal["options"] = "options"
    options: Options


class Free(BySeat):
    """See to it that `name` does not sit on the seat `other`; whoever else sits there stays."""

    type: Literal["free"] = "free"
    other: SeatNumber
    name: str


class Leave(BySeat):
    type: Literal["leave"] = "leave"


SeatingCommand = Annotated[
    Open | Look | Sit | Arrive | Depart | Start | Choose | Free | Leave | Expire,
    Field(discriminator="type"),
]


class Seated(Message):
    """The seat somebody holds, and the table as it is now. `connections` holds one id a seat, or null."""

    ok: Literal[True] = True
    seat: SeatNumber | None
    table: Table
    connections: tuple[ConnectionId | None, ...]


SeatingAnswer = Annotated[Seated | Failed, Field(discriminator="ok")]


# to the timer


class Lease(AtTable):
    seat: SeatNumber
    connection: ConnectionId


class Leases(Message):
    """A gateway's batch: `alive` connections are held on to, those `closed` lapse soon."""

    alive: Annotated[tuple[Lease, ...], Field(max_length=2000)] = ()
    closed: Annotated[tuple[Lease, ...], Field(max_length=2000)] = ()


class LeasesKept(Message):
    """`lost` are connections whose lease had lapsed before: their gateway makes them arrive again."""

    lost: tuple[Lease, ...] = ()


engine_command: TypeAdapter[EngineCommand] = TypeAdapter(EngineCommand)
seating_command: TypeAdapter[SeatingCommand] = TypeAdapter(SeatingCommand)
answer: TypeAdapter[Answer] = TypeAdapter(Answer)
seating_answer: TypeAdapter[SeatingAnswer] = TypeAdapter(SeatingAnswer)
