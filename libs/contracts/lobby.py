"""The lobby document: who sits at a table, and what was agreed on. It knows no tile."""

from typing import Annotated, Literal

from pydantic import Field

from contracts.ids import Position, SeatNumber, TableCode
from contracts.model import Message
from rules.ruleset import RuleSet

Status = Literal["open", "starting", "playing"]
"""`starting` lasts while the engine is being told. What follows the first deal is in the view's phase."""


class Options(Message):
    """What a host may choose; what is left out is the preset's default."""

    target: Annotated[int, Field(ge=1, le=1000)] | None = None


class SeatTaken(Message):
    """Who sits on a seat. `present` says whether a live connection is held to be there."""

    name: str
    present: bool
    computer: bool


class Table(Message):
    """The lobby document, whole. `seats` holds null where nobody sits; `settings` is the full rule set."""

    code: TableCode
    preset: str
    options: Options
    settings: RuleSet
    target: int | None
    status: Status
    host: SeatNumber | None
    seats: tuple[SeatTaken | None, ...]
    position: Position
