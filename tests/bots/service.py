"""The service as its process builds it, on real NATS, and an engine that only listens."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from nats.aio.msg import Msg

from bots import levels
from bots.delay import Delay, human_like
from bots.desk import Desk
from bots.routes import routes
from bots.thinking import Choose, Thinker
from contracts.commands import Computer, ComputerTurn, Done, Failed
from contracts.events import ERROR
from contracts.ids import Position
from contracts.problems import Code, problem
from contracts.subjects import ENGINE_COMPUTER, bot_event
from runtime import metrics
from runtime.broker import Broker
from runtime.settings import Settings
from tests.harness.known import known


@dataclass(frozen=True)
class Heard:
    """A move as it reached the engine, by the loop's clock."""

    move: Computer
    body: bytes
    at: float


class Engine:
    """Tells of turns, and takes down every move. The first `deaf` ones get no answer, `refuses` names why."""

    def __init__(self, broker: Broker) -> None:
        self._broker = broker
        self._more = asyncio.Condition()
        self.heard: list[Heard] = []
        self.deaf = 0
        self.refuses: Code | None = None

    @staticmethod
    @asynccontextmanager
    async def of(settings: Settings) -> AsyncIterator["Engine"]:
        broker = Broker("engine", settings)
        await broker.start()
        engine = Engine(broker)
        await broker.connection.subscribe(ENGINE_COMPUTER, cb=engine._on_move)
        await known(broker.connection)
        try:
            yield engine
        finally:
            broker.ending = True
            await broker.stop()

    async def tell(self, *turns: ComputerTurn) -> float:
        """Say that it is the turn of computer players; return when, by the loop's clock."""
        for turn in turns:
            await self.say(turn.model_dump_json().encode(), bot_event(turn.table, turn.view.seat))
        await self._broker.connection.flush()
        return asyncio.get_running_loop().time()

    async def say(self, body: bytes, subject: str) -> None:
        await self._broker.publish(body, subject)

    async def hear(self, count: int, within: float = 20.0) -> list[Heard]:
        """Wait until so many were heard, those said again with them; return all of them."""
        async with asyncio.timeout(within), self._more:
            await self._more.wait_for(lambda: len(self.heard) >= count)
            return list(self.heard)

    @property
    def moves(self) -> dict[str, Computer]:
        """The move at each table; one that is said again must be the same, word for word."""
        moves: dict[str, Computer] = {}
        for heard in self.heard:
            assert moves.setdefault(heard.move.move.table, heard.move) == heard.move
        return moves

    async def _on_move(self, message: Msg) -> None:
        at = asyncio.get_running_loop().time()
        move = Computer.model_validate_json(message.data)
        async with self._more:
            self.heard.append(Heard(move, message.data, at))
            self._more.notify_all()
        if len(self.heard) <= self.deaf:
            return
        if self.refuses:
            refusal = Failed(error=problem(self.refuses)).model_dump_json().encode()
            await self._broker.publish(refusal, message.reply, headers={ERROR: self.refuses})
        else:
            done = Done(position=Position(version=1, mark="00000000"))
            await message.respond(done.model_dump_json().encode())


@asynccontextmanager
async def bots(
    settings: Settings, choose: Choose = levels.action, delay: Delay | None = None
) -> AsyncIterator[Desk]:
    """One instance of the service."""
    broker = Broker("bots", settings)
    thinker = Thinker(settings, choose)
    delay = delay or human_like(settings.bot_delay_min_ms, settings.bot_delay_max_ms)
    desk = Desk(broker, thinker, delay, settings)
    broker.include_router(routes(desk))
    await thinker.start()
    await broker.start()
    await known(broker.connection)
    try:
        yield desk
    finally:
        await broker.drain()
        await desk.finish()
        broker.ending = True
        await broker.stop()
        await thinker.stop()


def turns_counted() -> Callable[[str], int]:
    """Count from now on: how many turns ended with an outcome."""

    before = _counted()
    return lambda outcome: int(_counted()[outcome] - before[outcome])


def turns_waiting() -> float | None:
    return metrics.REGISTRY.get_sample_value("doublesix_bot_turns_waiting")


def _counted() -> Counter[str]:
    counted: Counter[str] = Counter()
    for metric in metrics.BOT_TURNS.collect():
        for sample in metric.samples:
            if sample.name.endswith("_total"):
                counted[sample.labels["outcome"]] += int(sample.value)
    return counted
