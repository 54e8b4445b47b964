"""Compares what clients were shown with where things stand, and fetches what differs.

Events may be lost, and a store may come back without its last moments. Either way a client is wrong for no
longer than one interval.
"""

import asyncio
from collections.abc import Callable, Sequence

from pydantic import ValidationError

from contracts.commands import PositionsAsked, positions
from contracts.ids import Position
from contracts.subjects import ENGINE_POSITIONS, SEATING_POSITIONS
from gateway.connection import Connection
from gateway.hub import Hub
from gateway.link import Link
from gateway.shown import Gap, Shown
from gateway.tasks import Tasks
from runtime.ask import Unavailable
from runtime.logs import log
from runtime.settings import Settings

BATCH = 1000
"""Tables in one request."""

logger = log("positions")

Asked = Sequence[tuple[Connection, Position | None]]
"""Connections, with what each was shown when the request went out."""


class Comparer:
    """Looks at all tables of this gateway in turn."""

    def __init__(self, hub: Hub, link: Link, later: Tasks, settings: Settings) -> None:
        self._hub = hub
        self._link = link
        self._later = later
        self._every_ms = settings.positions_ms

    async def run(self) -> None:
        while True:
            await asyncio.sleep(self._every_ms / 1000)
            await self.compare()

    async def compare(self) -> None:
        """Ask once for everything, and start to fetch what differs."""
        tables = self._hub.seated()
        names = list(tables)
        for start in range(0, len(names), BATCH):
            batch = names[start : start + BATCH]
            connections = [connection for name in batch for connection in tables[name]]
            await asyncio.gather(self._views(batch, connections), self._tables(batch, connections))

    async def _views(self, tables: Sequence[str], connections: Sequence[Connection]) -> None:
        asked = [(connection, connection.view.position) for connection in connections]
        stored = await self._positions(ENGINE_POSITIONS, tables)
        for connection, gap in _gaps(asked, stored, lambda connection: connection.view):
            self._later.start(connection.fetch_view(gap), ("view", connection.id))

    async def _tables(self, tables: Sequence[str], connections: Sequence[Connection]) -> None:
        asked = [(connection, connection.lobby.position) for connection in connections]
        stored = await self._positions(SEATING_POSITIONS, tables)
        for connection, _ in _gaps(asked, stored, lambda connection: connection.lobby):
            self._later.start(connection.fetch_table(), ("table", connection.id))

    async def _positions(self, subject: str, tables: Sequence[str]) -> dict[str, Position | None]:
        """Return where `tables` stand; nothing when nobody says."""
        asked = PositionsAsked(tables=tuple(tables))
        try:
            reply = await self._link.ask(subject, asked, within_ms=self._every_ms)
            return reply.read(positions).positions
        except Unavailable:
            return {}
        except ValidationError:
            logger.error("positions were asked, and the answer is none", subject=subject)
            return {}


def _gaps(
    asked: Asked, stored: dict[str, Position | None], shown: Callable[[Connection], Shown]
) -> list[tuple[Connection, Gap]]:
    found = []
    for connection, before in asked:
        if connection.table in stored and connection.open:
            gap = shown(connection).gap(stored[connection.table], before)
            if gap:
                found.append((connection, gap))
    return found
