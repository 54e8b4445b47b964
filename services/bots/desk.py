"""A turn's way through the service: drawn how long it takes, thought about, waited for, said.

A turn that is lost here, by whatever fault, costs that the table plays it a little later. Nothing is kept.
"""

import asyncio

from bots.delay import Delay
from bots.moves import said
from bots.thinking import NoThought, Thinker, TooLate
from contracts.commands import ComputerTurn, Failed, answer
from contracts.subjects import ENGINE_COMPUTER
from rules.actions import Action
from runtime import metrics
from runtime.ask import Unavailable, ask
from runtime.broker import Broker
from runtime.logs import log
from runtime.settings import Settings

logger = log("desk")


class Desk:
    """Takes turns of any table, many at once."""

    def __init__(self, broker: Broker, thinker: Thinker, delay: Delay, settings: Settings) -> None:
        self._broker = broker
        self._thinker = thinker
        self._delay = delay
        self._settings = settings
        self._under_way: set[asyncio.Task[None]] = set()

    def take(self, turn: ComputerTurn) -> None:
        """Have `turn` played, in the background."""
        task = asyncio.create_task(self._take(turn))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def finish(self) -> None:
        """Wait for the turns that came, and let go of those that take longer than a drain may."""
        if not self._under_way:
            return
        _, late = await asyncio.wait(self._under_way, timeout=self._settings.drain_ms / 1000)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)

    async def _take(self, turn: ComputerTurn) -> None:
        with metrics.BOT_TURNS_WAITING.track_inprogress():
            outcome = await self._outcome(turn)
        metrics.BOT_TURNS.labels(turn.level, outcome).inc()

    async def _outcome(self, turn: ComputerTurn) -> str:
        """Play `turn`; return accepted, stale, unavailable, failed, or the code of the refusal."""
        try:
            action = await self._in_time(turn)
            return await self._say(turn, action)
        except TooLate:
            return "stale"
        except Unavailable:
            return "unavailable"
        except NoThought:
            return "failed"
        except Exception as error:  # without what it says: that may name tiles
            logger.error("a turn could not be played", error=type(error).__name__)
            return "failed"

    async def _in_time(self, turn: ComputerTurn) -> Action:
        """The action, when the delay is over: whatever it is, and however soon it was found."""
        loop = asyncio.get_running_loop()
        came = loop.time()
        due, stale = came + self._delay(), came + self._settings.bot_stale_ms / 1000
        action = await self._thinker.think(turn, due, stale)
        await asyncio.sleep(due - loop.time())
        if loop.time() > stale:
            raise TooLate
        return action

    async def _say(self, turn: ComputerTurn, action: Action) -> str:
        reply = await ask(self._broker, ENGINE_COMPUTER, said(turn, action), self._settings)
        told = reply.read(answer)
        return told.error.code if isinstance(told, Failed) else "accepted"
