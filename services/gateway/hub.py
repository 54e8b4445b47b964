"""Who is here: every open connection of this gateway, by its id and by its table."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from gateway.connection import Connection
from gateway.desk import Desk
from runtime import metrics


@dataclass(frozen=True, slots=True)
class Member:
    """An open connection, the desk that takes its frames, and a way to end it without ceremony."""

    connection: Connection
    desk: Desk
    abort: Callable[[], None]


class Hub:
    """Every member, from when it was let in until nothing is left of it."""

    def __init__(self) -> None:
        self._members: dict[str, Member] = {}
        self.draining = False
        self.empty = asyncio.Event()
        self.empty.set()

    def add(self, member: Member) -> None:
        self._members[member.connection.id] = member
        self.empty.clear()
        metrics.CONNECTIONS.inc()

    def remove(self, connection: Connection, reason: str) -> None:
        if self._members.pop(connection.id, None):
            metrics.CONNECTIONS.dec()
            metrics.CONNECTIONS_CLOSED.labels(reason).inc()
        if not self._members:
            self.empty.set()

    def get(self, connection: str) -> Connection | None:
        found = self._members.get(connection)
        return found.connection if found else None

    def all(self) -> Iterable[Member]:
        return tuple(self._members.values())

    def seated(self) -> dict[str, list[Connection]]:
        """Return the connections that hold a seat, by table."""
        tables: dict[str, list[Connection]] = {}
        for member in self._members.values():
            connection = member.connection
            if connection.seat is not None and connection.open:
                tables.setdefault(connection.table, []).append(connection)
        return tables

    def __len__(self) -> int:
        return len(self._members)
