"""The lobby document: who sits at a table, and what was agreed on. It knows no tile."""

from typing import Annotated, Literal

from pydantic import Field

from contracts.ids import WHOLE, Position, SeatNumber, TableCode
from contracts.model import Message
from rules.ruleset import RuleSet

Status = Literal["open", "starting", "playing"]
"""`starting` lasts while the engine is being told. What follows the first deal is in the view's phase."""


Level = Literal["easy", "medium", "hard"]
"""How well a computer player plays."""


class Options(Message):
    """What a host may choose; what is left out is the game's default.

    `players` is the number of seats, the most the game allows unless chosen. `alone` makes a table to play
    alone: it starts at once, its other seats computer players of `level`. `level` also goes for computer
    players who fill empty seats or take over from somebody who left. `rules` is the whole rule set of a
    `custom` table; no other game has it.
    """

    target: Annotated[int, Field(ge=1, le=1000)] | None = None
    players: Annotated[Literal[2, 3, 4], WHOLE] | None = None
    level: Level = "medium"
    alone: bool = False
    rules: RuleSet | None = None


class SeatTaken(Message):
    """Who has a seat, and who plays it.

    `name` is the person the seat belongs to, null where it is a computer player's own. `present` says whether
    a live connection is held to be there. `computer` is the level of the computer player that plays the seat
    from its next turn on: its own seat, or that of a person who left or has not been here yet; null while a
    person plays.
    """

    name: str | None
    present: bool
    computer: Level | None = None


class Table(Message):
    """The lobby document, whole. `seats` holds null where nobody sits; `settings` is the full rule set.

    `preset` is the game's name: `domna` for both of its columns, of which `settings` is the one that goes by
    the number of seats.
    """

    code: TableCode
    preset: str
    options: Options
    settings: RuleSet
    target: int | None
    status: Status
    host: SeatNumber | None
    seats: tuple[SeatTaken | None, ...]
    position: Position
