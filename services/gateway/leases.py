"""Tells the timer which connections are alive, in batches, and at once which one was closed."""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from pydantic import ValidationError

from contracts.commands import Lease, Leases, leases_kept
from contracts.subjects import TIMER_LEASES
from gateway.connection import Connection
from gateway.hub import Hub
from gateway.link import Link
from gateway.tasks import Tasks
from runtime.ask import Unavailable
from runtime.logs import log
from runtime.settings import Settings

BATCH = 2000
"""Leases of one kind in one message."""

logger = log("leases")


class LeaseKeeper:
    """One batch after another, so that the news of a close never overtakes, nor is overtaken."""

    def __init__(self, hub: Hub, link: Link, later: Tasks, settings: Settings) -> None:
        self._hub = hub
        self._link = link
        self._later = later
        self._settings = settings
        self._closed: dict[str, Lease] = {}
        self._stirred = asyncio.Event()

    def closed(self, connection: Connection) -> None:
        """A connection that held its seat is gone: its lease is to lapse soon, unless it is our own doing."""
        lease = connection.lease
        if lease is not None and not self._hub.draining:
            self._closed[connection.id] = lease
            self._stirred.set()

    async def run(self) -> None:
        """Renew for ever. What could not be told is told again."""
        loop = asyncio.get_running_loop()
        renew_at = loop.time()
        while True:
            try:
                async with asyncio.timeout_at(renew_at):
                    await self._stirred.wait()
            except TimeoutError:
                pass
            self._stirred.clear()
            alive: tuple[Lease, ...] = ()
            if loop.time() >= renew_at:
                alive = self._alive()
                renew_at = loop.time() + self._settings.renew_ms / 1000
            if not await self._tell(alive, self._settings.renew_ms):
                self._stirred.set()

    async def last(self, within_ms: int) -> None:
        """Hold on to every lease once more: this gateway goes, and its clients come back elsewhere."""
        await self._tell(self._alive(), within_ms)

    def _alive(self) -> tuple[Lease, ...]:
        leases = (
            connection.lease for connections in self._hub.seated().values() for connection in connections
        )
        return tuple(lease for lease in leases if lease is not None)

    async def _tell(self, alive: Sequence[Lease], within_ms: int) -> bool:
        """Send all that is to be told; return whether it was heard."""
        closed = tuple(self._closed.values())
        for batch in batches(alive, closed):
            try:
                reply = await self._link.ask(TIMER_LEASES, batch, within_ms=within_ms)
                kept = reply.read(leases_kept)
            except Unavailable:
                return False
            except ValidationError:
                logger.error("the timer gave an answer that is none")
                return False
            for lease in batch.closed:
                self._closed.pop(lease.connection, None)
            self._arrive_again(kept.lost)
        return True

    def _arrive_again(self, lost: Iterable[Lease]) -> None:
        for lease in lost:
            connection = self._hub.get(lease.connection)
            if connection is not None and connection.open:
                self._later.start(connection.arrive_again(), ("again", connection.id))


def batches(alive: Sequence[Lease], closed: Sequence[Lease]) -> Iterator[Leases]:
    """Yield all of both in as few messages as may be; none when there is nothing to tell."""
    rest_alive, rest_closed = iter(alive), iter(closed)
    while True:
        batch = Leases(
            alive=tuple(islice(rest_alive, BATCH)),
            closed=tuple(islice(rest_closed, BATCH)),
        )
        if not (batch.alive or batch.closed):
            return
        yield batch
