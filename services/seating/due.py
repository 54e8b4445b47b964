"""What is due at a table after a change: leases of connections, and what the engine is owed."""

from collections.abc import Mapping

from contracts.commands import Arrivals, Arrive, Depart, Open
from contracts.ids import UnixMs
from runtime.keys import lease_due, over_due, table_due
from runtime.settings import Settings
from seating.decide import Deciding
from seating.table import Table

Dues = Mapping[str, UnixMs | None]
Changing = Deciding | Arrivals | Depart | Open
"""What may change a table."""


def dues(before: Table | None, after: Table, command: Changing, now: UnixMs, settings: Settings) -> Dues:
    """Say what has to be due from now on. It is written with the table, or not at all.

    A connection that holds a seat it did not hold has a lease on it, for a whole term: because it arrived, or
    because seats were numbered anew. Where it holds one no longer, it has none.
    """
    held = set() if before is None else _held(before)
    holds = _held(after)
    due: dict[str, UnixMs | None] = {}
    for seat, connection in held - holds:
        due |= _lease(after.code, seat, connection, None)
    arrived = _arriving(command)
    for seat, connection in (holds - held) | {pair for pair in holds if pair[1] in arrived}:
        due |= _lease(after.code, seat, connection, UnixMs(now + settings.lease_ms))
    if owes(before, after):
        due[table_due(after.code)] = UnixMs(now + settings.handling_ms)
    return due


def _arriving(command: Changing) -> frozenset[str]:
    match command:
        case Arrive(connection=connection):
            return frozenset((connection,))
        case Arrivals(arrivals=arrivals):
            return frozenset(one.connection for one in arrivals)
    return frozenset()


def _held(table: Table) -> set[tuple[int, str]]:
    return {(seat, connection) for seat, connection in enumerate(table.connections) if connection}


def _lease(code: str, seat: int, connection: str, ends: UnixMs | None) -> dict[str, UnixMs | None]:
    """A lease that begins, or is gone; one that was found over is so no longer."""
    return {lease_due(code, seat, connection): ends, over_due(code, seat, connection): None}


def owes(before: Table | None, after: Table) -> bool:
    """Tell whether the engine has to hear of this change."""
    if after.status == "open":
        return False
    return before is None or _told(before) != _told(after)


def _told(table: Table) -> tuple[object, ...]:
    return table.status, table.present, table.computers, table.left
