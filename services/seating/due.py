"""What is due at a table after a change: leases of connections, and what the engine is owed."""

from collections.abc import Mapping

from contracts.commands import Arrive, Depart
from contracts.ids import UnixMs
from runtime.settings import Settings
from runtime.store import lease_due, over_due, table_due
from seating.decide import Deciding
from seating.table import Table

Dues = Mapping[str, UnixMs | None]


def dues(before: Table, after: Table, command: Deciding | Depart, now: UnixMs, settings: Settings) -> Dues:
    """Say what has to be due from now on. It is written with the table, or not at all."""
    due = ended(before, after)
    if isinstance(command, Arrive):
        due |= lease(after, command.connection, UnixMs(now + settings.lease_ms))
    if owes(before, after):
        due[table_due(after.code)] = UnixMs(now + settings.handling_ms)
    return due


def lease(table: Table, connection: str, ends: UnixMs) -> dict[str, UnixMs | None]:
    """The lease of a connection that holds its seat begins; one that was over is so no longer."""
    seat = table.connections.index(connection)
    return {
        lease_due(table.code, seat, connection): ends,
        over_due(table.code, seat, connection): None,
    }


def ended(before: Table, after: Table) -> dict[str, UnixMs | None]:
    """A connection that holds its seat no longer has no lease."""
    due: dict[str, UnixMs | None] = {}
    for seat, (old, new) in enumerate(zip(before.connections, after.connections, strict=True)):
        if old is not None and old != new:
            due[lease_due(after.code, seat, old)] = None
            due[over_due(after.code, seat, old)] = None
    return due


def owes(before: Table, after: Table) -> bool:
    """Tell whether the engine has to hear of this change."""
    if after.status == "open":
        return False
    return before.status != after.status or before.present != after.present
