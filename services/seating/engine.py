"""Telling the engine that a match starts, and who holds the seats. The engine is asked, never waited for.

That something is owed is stored as due at the table, in the same step as the change itself. So if this
process ends in between, a timer has another one told, which goes on where this one stood. All that is said
may be said twice: a match that has begun is left as it is, and news of the seats is not undone by older.
"""

import asyncio

from contracts.commands import Begin, Failed, Presence, answer
from contracts.ids import UnixMs
from contracts.problems import Problem
from contracts.subjects import engine
from runtime.ask import Unavailable, ask
from runtime.broker import Broker
from runtime.keys import table_due
from runtime.logs import log
from runtime.settings import Settings
from runtime.store import StoreError
from seating.shelf import Shelf, Standing
from seating.starting import begun

AT_ONCE = 8
"""Tables of which the engine is told at the same time: others' moves must not wait behind all that begin."""

logger = log("engine")


class NotTold(Exception):
    """The engine did not take it."""


class Teller:
    """Tells the engine in the background: of a few tables at once, and of each one thing at a time."""

    def __init__(self, shelf: Shelf, broker: Broker, settings: Settings) -> None:
        self._shelf = shelf
        self._broker = broker
        self._settings = settings
        self._telling: dict[str, asyncio.Task[None]] = {}
        self._changed: set[str] = set()
        self._room = asyncio.Semaphore(AT_ONCE)

    def owe(self, code: str) -> None:
        """See to it that the engine hears of the table as it stands now."""
        self._changed.add(code)
        if code not in self._telling:
            self._telling[code] = asyncio.create_task(self._tell(code))

    def remind(self, code: str) -> None:
        """See to it that something is told, unless it is just being told."""
        if code not in self._telling:
            self.owe(code)

    async def finish(self) -> None:
        """Wait a while for what is being told; the rest stays due."""
        ends = asyncio.get_running_loop().time() + self._settings.handling_ms / 1000
        while self._telling and (left := ends - asyncio.get_running_loop().time()) > 0:
            await asyncio.wait(self._telling.values(), timeout=left)

    async def _tell(self, code: str) -> None:
        try:
            async with self._room:
                while code in self._changed:
                    self._changed.discard(code)
                    while not await self.tell(code):
                        pass
        except (Unavailable, StoreError, NotTold) as error:
            logger.warning("the engine was not told; it will be", table=code, error=repr(error))
        except Exception as error:
            logger.error("telling the engine failed", table=code, exc_info=error)
        finally:
            del self._telling[code]
            self._changed.discard(code)

    async def tell(self, code: str) -> bool:
        """Say what is owed as of now; return False if the table changed meanwhile."""
        standing = await self._shelf.find(code)
        if standing is not None and standing.table.status == "starting":
            await self._begin(standing)
            due = {table_due(code): UnixMs(standing.now + self._settings.handling_ms)}
            await self._shelf.put(begun(standing.table), standing, due)
            return False  # somebody may have come or gone since the match was first told to begin
        if standing is not None and standing.table.status == "playing":
            await self._present(standing)
        return await self._shelf.settle(code, standing, table_due(code))

    async def _begin(self, standing: Standing) -> None:
        table = standing.table
        problem = await self._ask(
            Begin(
                table=table.code,
                rules=table.settings,
                players=len(table.seats),
                target=table.target,
                seating=standing.position.version,
                present=table.present,
                computers=table.computers,
                left=table.left,
            )
        )
        if problem is not None:
            raise NotTold(problem.code)

    async def _present(self, standing: Standing) -> None:
        table = standing.table
        problem = await self._ask(
            Presence(
                table=table.code,
                seating=standing.position.version,
                present=table.present,
                computers=table.computers,
                left=table.left,
            )
        )
        if problem is None:
            return
        if problem.code != "no_match":
            raise NotTold(problem.code)
        logger.error("a table that plays has no match; it begins anew", table=table.code)
        await self._begin(standing)

    async def _ask(self, command: Begin | Presence) -> Problem | None:
        """Return the engine's refusal, if it is one; what gets no answer stays due."""
        reply = await ask(
            self._broker,
            engine(command.table),
            command,
            self._settings,
        )
        told = reply.read(answer)
        return told.error if isinstance(told, Failed) else None
