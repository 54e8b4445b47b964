"""Looks for what is due, and has it said to its owner. Only the owner takes it away.

Any number of timers may look. What one of them claims is left to it for a while, and comes again if it was
not taken care of; so a timer that dies, hangs or wakes up late does no harm.
"""

import asyncio
from collections.abc import Sequence
from typing import NoReturn

from runtime import metrics
from runtime.logs import log
from runtime.settings import Settings
from runtime.store import Claimed, Store, StoreError
from timer.reminders import reminder
from timer.sender import Sender

MOST = 16
"""Members taken from one shard in one look."""
PATIENCE = 10
"""Times that something may be said in vain, a second each, until somebody should know."""
AT_REST = 5
"""So many times `scan_ms` pass between two looks while nothing is to come."""
LONGEST_PAUSE = 2.0
"""Seconds between looks at a store that does not answer."""

logger = log("watch")


class Watch:
    """Looks every `scan_ms`, or when the next member is due if that is sooner."""

    def __init__(self, store: Store, sender: Sender, settings: Settings) -> None:
        self._store = store
        self._sender = sender
        self._scan = settings.scan_ms / 1000
        self._failures = 0

    async def run(self) -> NoReturn:
        """Go on until cancelled.

        Without the broker nothing is taken. A store that no timer looks at gives leases a whole term again,
        which is right then: they could not be renewed.
        """
        while True:
            await self._sender.room()
            pause = await self.look() if self._sender.connected else self._scan
            await asyncio.sleep(pause)

    async def look(self) -> float:
        """Take what is due now, and have it said; return the seconds until there is reason to look again."""
        try:
            looks = await self._store.claim(MOST)
        except StoreError as error:
            return self._failed(error)
        except Exception as error:
            logger.error("looking for what is due failed", exc_info=error)
            return LONGEST_PAUSE
        if self._failures:
            logger.info("the store answers again", failures=self._failures)
            self._failures = 0
        for look in looks:
            self._take(look)
        return until_next(looks, self._scan)

    def _take(self, look: Claimed) -> None:
        for due in look.due:
            try:
                said = reminder(due.member)
            except ValueError:
                logger.error("nobody knows what this is that is due", kind=due.member.split("|")[0])
                continue
            metrics.DEADLINE_LATENESS.labels(said.kind).observe(max(0, look.now - due.at) / 1000)
            if due.before >= PATIENCE:
                metrics.UNHEEDED.labels(said.kind).inc()
            self._sender.send(due.member, said)

    def _failed(self, error: StoreError) -> float:
        if not self._failures:
            logger.warning("the store does not answer", error=type(error).__name__)
        self._failures += 1
        return min(LONGEST_PAUSE, self._scan * (1 << min(self._failures, 10)))


def until_next(looks: Sequence[Claimed], scan: float) -> float:
    """Return the seconds until the next look: until something is due, within `scan`/20 and `scan`.

    The lower bound keeps a store with much to come from being looked at without end. In one with nothing to
    come whatever comes first is seconds away: it is looked at less often.
    """
    if any(len(look.due) >= MOST for look in looks):
        return 0.0
    nexts = [look.next_ms / 1000 for look in looks if look.next_ms is not None]
    return max(scan / 20, min(scan, *nexts)) if nexts else scan * AT_REST
