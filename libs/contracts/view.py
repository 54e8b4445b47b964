"""A seat's view of its match: all that this seat may see, whole, as it is sent to a client."""

from typing import Annotated, Literal

from pydantic import Field

from contracts.ids import EndName, Millis, Pips, Position, SeatNumber, SideNumber, TableCode, TileText
from contracts.lobby import Level
from contracts.model import Message

Phase = Literal["playing", "between", "over", "waiting", "resting"]
"""`between` rounds; `waiting` for an absent player; `resting` while nobody is there."""


class Clock(Message):
    """Time left of a limit, at the moment the view was made."""

    left_ms: Millis
    of_ms: Millis


class Laid(Message):
    """A tile of the line, in the order played; `end` is where it was joined."""

    tile: TileText
    end: EndName
    seat: SeatNumber


class Placement(Message):
    """A tile that may be placed now, where, and what the placement itself would score (fives)."""

    tile: TileText
    end: EndName
    points: int


By = Literal["player", "clock", "table", "computer"]
"""Who played: the seat's player, the clock when time was over, the table where the rules say so, or a
computer player."""


class PlaceLogged(Message):
    """A placement; `points` are what it scored at once, where fives are played."""

    type: Literal["place"] = "place"
    seat: SeatNumber
    tile: TileText
    end: EndName
    by: By
    points: int = 0


class DrawLogged(Message):
    """A turn's drawing: how many tiles, never which."""

    type: Literal["draw"] = "draw"
    seat: SeatNumber
    count: int
    numbers: tuple[Pips, ...]
    by: By


class PassLogged(Message):
    """A pass, and the numbers that were open when it happened."""

    type: Literal["pass"] = "pass"
    seat: SeatNumber
    numbers: tuple[Pips, ...]
    by: By


Logged = Annotated[PlaceLogged | DrawLogged | PassLogged, Field(discriminator="type")]
"""One action of the round."""


class RoundResult(Message):
    """How a finished round ended. `tie` is set when a block was level: by which rule it was decided.

    `points` are those of the round's end; `scored` what each side had scored at once before it.
    """

    number: int
    leader: SeatNumber
    ended: Literal["out", "blocked", "target"]
    winner: SideNumber | None
    points: int
    tie: Literal["last_placer", "nobody"] | None
    scored: tuple[int, ...] = ()


class Ends(Message):
    """The number shown at each open end; null where nothing can be joined."""

    left: Pips | None
    right: Pips | None
    up: Pips | None
    down: Pips | None


class MatchView(Message):
    number: int
    target: int | None
    scores: tuple[int, ...]
    rounds: tuple[RoundResult, ...]
    winner: SideNumber | None


class RoundView(Message):
    """The round as this seat sees it.

    `passes` are, for each seat, the numbers it could not match in this round. `computer` is the level of the
    computer player whose turn it is; null in a person's turn. `legal`, `must` and `forced` are there only for
    a person's seat that is to act; `hands`, `aside` and `seed` only once the round is over. `sum` and points
    at once are there where fives are played.
    """

    number: int
    leader: SeatNumber
    turn: SeatNumber | None
    computer: Level | None
    ply: int
    line: tuple[Laid, ...]
    ends: Ends
    spinner: TileText | None
    sum: int | None
    hand: tuple[TileText, ...]
    forced: TileText | None
    legal: tuple[Placement, ...] | None
    must: Literal["place", "draw", "pass"] | None
    counts: tuple[int, ...]
    boneyard: int
    passes: tuple[tuple[Pips, ...], ...]
    log: tuple[Logged, ...]
    clock: Clock | None
    hands: tuple[tuple[TileText, ...], ...] | None
    aside: tuple[TileText, ...] | None
    commitment: str
    seed: str | None


class View(Message):
    """All that one seat may see.

    `waiting` are the seats whose people the round waits for (phase `waiting`). `ready` and `again` are the
    seats that asked to go on, `asked` those that asked for a new round where that needs consent; a move
    empties it.
    """

    table: TableCode
    seat: SeatNumber
    position: Position
    phase: Phase
    match: MatchView
    round: RoundView
    between: Clock | None
    waiting: tuple[SeatNumber, ...]
    ready: tuple[SeatNumber, ...]
    again: tuple[SeatNumber, ...]
    asked: tuple[SeatNumber, ...]
