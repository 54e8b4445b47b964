"""Starting a match: who has to be there, and who sits on the seats that are empty."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from contracts.ids import SeatNumber
from rules.ruleset import Start
from seating import errors
from seating.games import computers_may_play
from seating.speaking import check_host
from seating.table import Computer, Table


def start(table: Table, seat: SeatNumber, connection: str) -> Table:
    """The host starts the match; a start that was asked before is left as it is."""
    check_host(table, seat, connection)
    if table.status != "open":
        return table
    ready = STARTS[table.settings.start](table)
    if None in ready.seats or len(ready.seats) not in table.settings.seats:
        raise errors.NotFull
    return _started(ready)


def start_alone(table: Table) -> Table:
    """Start at once, for one person and nobody else."""
    return _started(_filled(table))


def begun(table: Table) -> Table:
    """The engine has dealt."""
    return replace(table, status="playing")


def _as_it_is(table: Table) -> Table:
    return table


def _filled(table: Table) -> Table:
    """Put computer players on all empty seats, unless so many people may not play with them."""
    if not computers_may_play(table.settings, len(table.people), table.seats.count(None)):
        return table
    level = table.options.level
    return replace(table, seats=tuple(who or Computer(level) for who in table.seats))


def _moved_up(table: Table) -> Table:
    """Leave no empty seat, and nobody without an opponent where there are computer players."""
    people = len(table.people)
    alone = people == 1 and computers_may_play(table.settings, people, 1)
    moved = table.closed_up(people)
    return replace(moved, seats=(*moved.seats, Computer(table.options.level))) if alone else moved


STARTS: Final[Mapping[Start, Callable[[Table], Table]]] = MappingProxyType(
    {"full": _as_it_is, "fill": _filled, "seated": _moved_up}
)
"""What becomes of the seats, by the way in which a table starts; it does not with one still empty."""


def _started(table: Table) -> Table:
    return replace(table, status="starting")
