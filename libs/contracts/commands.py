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
from contracts.lobby import Level, Options, Table
from contracts.model import Message
from contracts.problems import Code, Problem
from contracts.view import View
from rules.ruleset import RuleSet
from rules.view import SeatView

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


class NewRound(Play):
    """Ask for a new round at a table where that needs consent; counts as long as its ply is the last."""

    type: Literal["new_round"] = "new_round"


class Seats(AtTable):
    """Who holds the seats, whole, as of version `seating` of the table document.

    By seat: whether a person is `present`; the level of the `computers` that play them from their next turn
    on; whether the owner has `left`, so that nobody waits for that person's consent.
    """

    seating: int
    present: tuple[bool, ...]
    computers: tuple[Level | None, ...]
    left: tuple[bool, ...]


class Begin(Seats):
    """Deal the first round of the table's first match. A match that has begun is left as it is."""

    type: Literal["begin"] = "begin"
    rules: RuleSet
    players: int
    target: int | None


class Presence(Seats):
    """Who holds the seats now; an older one is ignored."""

    type: Literal["presence"] = "presence"


class Expire(AtTable):
    """Something may be due at this table. Whoever owns it looks for itself; too early is a no-op."""

    type: Literal["expire"] = "expire"


Move = Annotated[Place | Draw | Pass, Field(discriminator="type")]


class Computer(Message):
    """What a computer player does; counts only in its own turn. Comes on a subject of its own."""

    type: Literal["computer"] = "computer"
    move: Move


EngineCommand = Annotated[
    Place | Draw | Pass | Ready | Again | NewRound | Begin | Presence | Expire, Field(discriminator="type")
]


class Done(Message):
    """Accepted, and stored at `position`."""

    ok: Literal[True] = True
    position: Position | None = None


class Failed(Message):
    """Refused: nothing was changed.

    `view` is what that seat may see now; `holder` the connection that has the seat, where that is why.
    """

    ok: Literal[False] = False
    error: Problem
    view: View | None = None
    holder: ConnectionId | None = None


Answer = Annotated[Done | Failed, Field(discriminator="ok")]


class ViewAsked(AtTable):
    """A seat's view now; answered by the bytes of a `ViewFrame`, its position in the headers."""

    seat: SeatNumber


class PositionsAsked(Message):
    tables: Annotated[tuple[TableCode, ...], Field(max_length=1000)]


class Positions(Message):
    """The stored position of each table asked for; null where there is none."""

    positions: dict[TableCode, Position | None]


class RoundsAsked(AtTable):
    """Which rounds of a table can be looked at; answered by `RoundsKept`."""


class RoundAsked(AtTable):
    """A round that is over; answered by a `RoundRecord`."""

    match: MatchNumber
    round: Round


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


class Arrival(Message):
    """A connection of a seated player that is there."""

    player: PlayerSecret
    connection: ConnectionId


class Arrivals(AtTable):
    """Connections of one gateway are there; each holds its player's seat from now on.

    A seat is taken from no other connection than one of `holders`, who were seen to have seats here.
    """

    type: Literal["arrivals"] = "arrivals"
    arrivals: Annotated[tuple[Arrival, ...], Field(min_length=1, max_length=16)]
    holders: Annotated[tuple[ConnectionId, ...], Field(max_length=4)] = ()


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


class SetLevel(BySeat):
    """Let the computer player on the seat `other` play at `level`."""

    type: Literal["level"] = "level"
    other: SeatNumber
    level: Level


class Free(BySeat):
    """See to it that `name` does not sit on the seat `other`; whoever else sits there stays."""

    type: Literal["free"] = "free"
    other: SeatNumber
    name: str


class Leave(BySeat):
    type: Literal["leave"] = "leave"


SeatingCommand = Annotated[
    Open | Look | Sit | Arrive | Arrivals | Depart | Start | Choose | SetLevel | Free | Leave | Expire,
    Field(discriminator="type"),
]


class Seated(Message):
    """The seat somebody holds, and the table as it is now. `connections` holds one id a seat, or null."""

    ok: Literal[True] = True
    seat: SeatNumber | None
    table: Table
    connections: tuple[ConnectionId | None, ...]


class Arrived(Message):
    """What came of each arrival: its seat, or why it has none. The table is as it is after all of them."""

    ok: Literal[True] = True
    seats: tuple[SeatNumber | Code, ...]
    table: Table
    connections: tuple[ConnectionId | None, ...]


SeatingAnswer = Annotated[Seated | Failed, Field(discriminator="ok")]


# to bots


class ComputerTurn(AtTable):
    """A computer player is to act: all that its seat may see, and the rules. Nothing else is known to it."""

    match: MatchNumber
    level: Level
    rules: RuleSet
    view: SeatView


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
view_asked: TypeAdapter[ViewAsked] = TypeAdapter(ViewAsked)
failed: TypeAdapter[Failed] = TypeAdapter(Failed)
positions: TypeAdapter[Positions] = TypeAdapter(Positions)
leases_kept: TypeAdapter[LeasesKept] = TypeAdapter(LeasesKept)
answer: TypeAdapter[Answer] = TypeAdapter(Answer)
seating_answer: TypeAdapter[SeatingAnswer] = TypeAdapter(SeatingAnswer)
arrived: TypeAdapter[Arrived | Failed] = TypeAdapter(Annotated[Arrived | Failed, Field(discriminator="ok")])
