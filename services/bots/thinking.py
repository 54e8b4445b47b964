"""One thought at a time, beside the event loop; whoever is due first is thought about first.

Every thought gets as much time as leaves the same to those that wait, at most `bot_budget_ms`: so moves come
when they should, and only the level of hard suffers. Knows no broker; what is said of a fault shows no hand.
"""

import asyncio
import heapq
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from traceback import extract_tb

from bots import levels
from bots.apart import apart
from bots.budget import Budget
from bots.hurried import hurried
from bots.share import share
from contracts.commands import ComputerTurn
from contracts.lobby import Level
from rules.actions import Action
from rules.ruleset import RuleSet
from rules.view import SeatView
from runtime import metrics
from runtime.logs import log
from runtime.settings import Settings

Choose = Callable[[Level, SeatView, RuleSet, Budget], Action]
"""As `levels.action`."""

PATIENCE = 5.0
"""Seconds that a thought may take twice over, budget or not: beyond that it never ends."""

logger = log("thinking")


class NoThought(Exception):
    """There is no action: the level failed."""


class TooLate(Exception):
    """The turn waited until it was stale."""


@dataclass(order=True, slots=True)
class Waiting:
    """A turn that waits for its thought; the times are the loop's, in seconds."""

    due: float
    stale: float
    turn: ComputerTurn = field(compare=False)
    thought: asyncio.Future[Action] = field(compare=False)


class Thinker:
    """Thinks about every turn it is asked for, from its start to its stop."""

    def __init__(self, settings: Settings, choose: Choose = levels.action) -> None:
        self._choose = choose
        self._most_ms = settings.bot_budget_ms
        self._waiting: list[Waiting] = []
        self._more = asyncio.Event()
        self._running: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._running = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Think no more; a thought under way is left to itself."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.wait({self._running})

    async def check(self) -> None:
        """Raise unless turns are thought about."""
        if self._running is None or self._running.done():
            raise RuntimeError("nothing is thought about")

    async def think(self, turn: ComputerTurn, due: float, stale: float) -> Action:
        """What to do in `turn`, if possible before `due`.

        Raises TooLate if it still waited at `stale`, NoThought if the level failed.
        """
        thought: asyncio.Future[Action] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, Waiting(due, stale, turn, thought))
        self._more.set()
        return await thought

    async def _run(self) -> None:
        while True:
            await self._more.wait()
            while self._waiting:
                await self._next()
            self._more.clear()

    async def _next(self) -> None:
        """Think about the turn that is due first."""
        now = asyncio.get_running_loop().time()
        seconds = share(now, (one.due for one in self._waiting if one.turn.level == "hard"))
        first = heapq.heappop(self._waiting)
        if first.thought.done():  # nobody waits for it any more
            return
        found: Action | Exception
        if now > first.stale:
            found = TooLate()
        else:
            found = await self._thought(first.turn, hurried(self._most_ms, seconds * 1000))
        if first.thought.done():
            return
        if isinstance(found, Exception):
            first.thought.set_exception(found)
        else:
            first.thought.set_result(found)

    async def _thought(self, turn: ComputerTurn, budget: Budget) -> Action | NoThought:
        try:
            with metrics.BOT_THINK_SECONDS.labels(turn.level).time():
                return await self._ended(turn, budget)
        except Exception as error:
            what, where = type(error).__name__, _place(error)
            logger.error("a level failed", level=turn.level, error=what, at=where)
            return NoThought()

    async def _ended(self, turn: ComputerTurn, budget: Budget) -> Action:
        """What the level does. No thread can be ended: with a thought that never ends, the process does."""
        work = apart(lambda: self._choose(turn.level, turn.view, turn.rules, budget))
        thought = asyncio.ensure_future(work)
        for _ in range(2):  # twice: a process that was frozen has not been thinking meanwhile
            done, _ = await asyncio.wait({thought}, timeout=PATIENCE)
            if done:
                return thought.result()
        logger.error("a thought never ends; this process does", level=turn.level)
        os._exit(70)


def _place(error: Exception) -> str:
    """Where it happened. What the error says is not told: it may name tiles."""
    frames = extract_tb(error.__traceback__)
    last = frames[-1] if frames else None
    return f"{last.filename}:{last.lineno} {last.name}" if last else "nowhere"
