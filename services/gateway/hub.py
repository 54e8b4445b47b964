"""Who is here: every open connection of this gateway, by its id and by its table."""

import asyncio
from collections.abc import Iterable

from gateway.connection import Connection
from gateway.desk import Desk
from runtime import metrics


class Hub:
    """Open connections, each with the desk that takes its frames."""

    def __init__(self) -> None:
        self._desks: dict[str, tuple[Connection, Desk]] = {}
        self.draining = False
        self.empty = asyncio.Event()
        self.empty.set()

    def add(self, connection: Connection, desk: Desk) -> None:
        self._desks[connection.id] = (connection, desk)
        self.empty.clear()
        metrics.CONNECTIONS.inc()

    def remove(self, connection: Connection, reason: str) -> None:
        if self._desks.pop(connection.id, None):
            metrics.CONNECTIONS.dec()
            metrics.CONNECTIONS_CLOSED.labels(reason).inc()
        if not self._desks:
            self.empty.set()

    def get(self, connection: str) -> Connection | None:
        found = self._desks.get(connection)
        return found[0] if found else None

    def all(self) -> Iterable[tuple[Connection, Desk]]:
        return tuple(self._desks.values())

    def seated(self) -> dict[str, list[Connection]]:
        """Return the connections that hold a seat, by table."""
        tables: dict[str, list[Connection]] = {}
        for connection, _ in self._desks.values():
            if connection.seat is not None and connection.open:
                tables.setdefault(connection.table, []).append(connection)
        return tables

    def __len__(self) -> int:
        return len(self._desks)
