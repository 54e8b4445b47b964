"""Work that nobody waits for, held on to until it is done: the loop itself keeps only weak references."""

import asyncio
from collections.abc import Coroutine

from runtime.logs import log

logger = log("tasks")


class Tasks:
    """Runs what is started, with at most `at_once` of it under way."""

    def __init__(self, at_once: int = 100_000) -> None:
        self._free = asyncio.Semaphore(at_once)
        self._running: dict[object, asyncio.Task[None]] = {}

    def start(self, work: Coroutine[object, object, None], key: object = None) -> None:
        """Begin `work` as soon as may be; with a `key`, unless such work is under way or waits already."""
        key = key or object()
        if key in self._running:
            work.close()
            return
        task = self._running[key] = asyncio.create_task(self._run(work))
        task.add_done_callback(lambda _: self._running.pop(key, None))

    async def done(self) -> None:
        """Return when nothing is under way."""
        while self._running:
            await asyncio.wait(self._running.values())

    async def cancel(self) -> None:
        for task in self._running.values():
            task.cancel()
        await self.done()

    def __len__(self) -> int:
        return len(self._running)

    async def _run(self, work: Coroutine[object, object, None]) -> None:
        try:
            async with self._free:
                await work
        except Exception as error:
            logger.error("something failed", error=type(error).__name__, exc_info=error)
        finally:
            work.close()  # never begun, when it was cancelled while it waited
