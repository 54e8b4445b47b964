"""Work that nobody waits for, held on to until it is done: the loop itself keeps only weak references."""

import asyncio
from collections.abc import Coroutine

from runtime.logs import log

logger = log("tasks")


class Tasks:
    """Runs what is started, with at most `at_once` of it under way."""

    def __init__(self, at_once: int = 100_000) -> None:
        self._free = asyncio.Semaphore(at_once)
        self._running: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(self._run(work))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def done(self) -> None:
        """Return when nothing is under way."""
        while self._running:
            await asyncio.wait(self._running)

    async def cancel(self) -> None:
        for task in self._running:
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
