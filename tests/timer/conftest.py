"""A timer on real servers, and owners that take down what they are told."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest
from nats.aio.msg import Msg

from contracts.commands import Done, Lease, Leases, LeasesKept
from contracts.subjects import TIMER_LEASES
from runtime.broker import Broker
from runtime.service import background
from runtime.settings import Settings
from runtime.store import Store
from tests.harness.known import known
from tests.seating.conftest import engine, house, store
from timer.routes import routes
from timer.sender import Sender
from timer.watch import Watch

__all__ = ["engine", "house", "store"]


@dataclass(frozen=True)
class Heard:
    """A reminder as it reached its owner, by the loop's clock."""

    subject: str
    body: bytes
    at: float


class Owners:
    """Take down every reminder. They settle nothing, so what is due comes again and again.

    Those who listen to a subject in `deaf` never answer.
    """

    def __init__(self) -> None:
        self.heard: list[Heard] = []
        self.deaf: set[str] = set()
        self._more = asyncio.Condition()

    async def on_reminder(self, message: Msg) -> None:
        async with self._more:
            now = asyncio.get_running_loop().time()
            self.heard.append(Heard(message.subject, message.data, now))
            self._more.notify_all()
        if message.subject not in self.deaf:
            await message.respond(Done().model_dump_json().encode())

    async def hear(self, times: int, fits: Callable[[Heard], bool] = lambda _: True) -> list[Heard]:
        """Wait until something like this was heard so often; return all of it."""
        async with asyncio.timeout(10), self._more:
            while len(found := [heard for heard in self.heard if fits(heard)]) < times:
                await self._more.wait()
            return found


class Gateway:
    """What a gateway says to the timer."""

    def __init__(self, broker: Broker) -> None:
        self.broker = broker

    async def hold(self, alive: list[Lease] | None = None, closed: list[Lease] | None = None) -> LeasesKept:
        batch = Leases(alive=tuple(alive or ()), closed=tuple(closed or ()))
        reply = await self.broker.request(batch.model_dump_json().encode(), TIMER_LEASES, timeout=2)
        return LeasesKept.model_validate_json(reply.body)


@pytest.fixture
def changed(request: pytest.FixtureRequest) -> dict[str, int]:
    """What a test sets otherwise, as its parameter."""
    return getattr(request, "param", {})


@pytest.fixture
def settings(settings: Settings, changed: dict[str, int]) -> Settings:
    """A slow machine is no outage, unless a test says so."""
    return settings.model_copy(update={"outage_ms": 5_000, **changed})


@asynccontextmanager
async def a_timer(settings: Settings, store: Store) -> AsyncIterator[Sender]:
    """A timer, as its process builds it."""
    broker = Broker("timer", settings)
    broker.include_router(routes(store))
    await broker.start()
    sender = Sender(broker, settings)
    try:
        async with background([Watch(store, sender, settings).run]):
            yield sender
    finally:
        await sender.finish()
        broker.ending = True
        await broker.stop()


@pytest.fixture
async def outside(settings: Settings) -> AsyncIterator[Broker]:
    broker = Broker("gateway", settings)
    await broker.start()
    yield broker
    broker.ending = True
    await broker.stop()


@pytest.fixture
async def gateway(outside: Broker) -> Gateway:
    return Gateway(outside)


@pytest.fixture
async def owners(outside: Broker) -> Owners:
    """An engine and a seating that only listen."""
    owners = Owners()
    await outside.connection.subscribe("v1.cmd.engine.*", cb=owners.on_reminder)
    await outside.connection.subscribe("v1.cmd.seating", cb=owners.on_reminder)
    await known(outside.connection)
    return owners


@pytest.fixture
async def pulse(settings: Settings, store: Store) -> AsyncIterator[None]:
    """Engines prove that moves can be taken."""

    async def beat() -> None:
        while True:
            await store.pulse()
            await asyncio.sleep(settings.pulse_ms / 1000)

    async with background([beat]):
        yield


@pytest.fixture
async def timer(settings: Settings, store: Store, pulse: None) -> AsyncIterator[Sender]:
    async with a_timer(settings, store) as sender:
        yield sender
