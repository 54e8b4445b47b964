"""Engines in this process, on real servers, and somebody who listens to what they publish."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest
from nats.aio.msg import Msg

from contracts.commands import ComputerTurn
from contracts.events import RECEIVED, position_in
from contracts.frames import ViewFrame
from contracts.ids import Position
from contracts.subjects import BOTS
from contracts.view import View
from engine.clock import timing
from engine.desk import Desk
from engine.routes import routes
from runtime.broker import Broker
from runtime.nodes import connect
from runtime.settings import Settings
from runtime.store import Store
from tests.harness.known import known


@dataclass(frozen=True)
class Event:
    """A view as it was published."""

    subject: str
    view: View
    position: Position
    received: str | None


class Listener:
    """Hears every seat event there is."""

    def __init__(self, broker: Broker) -> None:
        self.broker = broker
        self.events: list[Event] = []
        self._more = asyncio.Condition()

    async def on_event(self, message: Msg) -> None:
        headers: Mapping[str, str] = message.headers or {}
        view = ViewFrame.model_validate_json(message.data).view
        async with self._more:
            self.events.append(Event(message.subject, view, position_in(headers), headers.get(RECEIVED)))
            self._more.notify_all()

    async def hear(self, times: int, fits: Callable[[Event], bool] = lambda _: True) -> list[Event]:
        """Wait until something like this was heard so often; return all of it."""
        async with asyncio.timeout(20), self._more:
            while len(found := [event for event in self.events if fits(event)]) < times:
                await self._more.wait()
            return found


@asynccontextmanager
async def a_broker(user: str, settings: Settings) -> AsyncIterator[Broker]:
    broker = Broker(user, settings)
    await broker.start()
    try:
        yield broker
    finally:
        broker.ending = True
        await broker.stop()


@asynccontextmanager
async def a_desk(settings: Settings, store: Store) -> AsyncIterator[Desk]:
    """A desk that publishes, and listens to nothing."""
    async with a_broker("engine", settings) as broker:
        yield Desk(store, broker, timing(settings))


@pytest.fixture
async def store(settings: Settings) -> AsyncIterator[Store]:
    store = Store(connect(settings), settings)
    await store.prepare()
    yield store
    await store.close()


@pytest.fixture
async def desk(settings: Settings, store: Store) -> AsyncIterator[Desk]:
    async with a_desk(settings, store) as desk:
        yield desk


@pytest.fixture
async def outside(settings: Settings) -> AsyncIterator[Broker]:
    """A connection of somebody else: a gateway, seating or a timer."""
    async with a_broker("gateway", settings) as broker:
        yield broker


@pytest.fixture
async def listener(outside: Broker) -> Listener:
    listener = Listener(outside)
    await outside.connection.subscribe("v1.evt.seat.>", cb=listener.on_event)
    await known(outside.connection)
    return listener


class Bots:
    """Hear what computer players are told, and play nothing."""

    def __init__(self) -> None:
        self.turns: list[ComputerTurn] = []
        self.subjects: list[str] = []
        self._more = asyncio.Condition()

    async def on_turn(self, message: Msg) -> None:
        async with self._more:
            self.subjects.append(message.subject)
            self.turns.append(ComputerTurn.model_validate_json(message.data))
            self._more.notify_all()

    async def hear(self, times: int) -> list[ComputerTurn]:
        """Wait until so much was told; return all of it."""
        async with asyncio.timeout(20), self._more:
            await self._more.wait_for(lambda: len(self.turns) >= times)
            return self.turns


@pytest.fixture
async def bots(outside: Broker) -> Bots:
    bots = Bots()
    await outside.connection.subscribe(BOTS, cb=bots.on_turn)
    await known(outside.connection)
    return bots


@asynccontextmanager
async def an_engine(settings: Settings, store: Store) -> AsyncIterator[Desk]:
    """An engine as its process builds it, but without a pulse."""
    broker = Broker("engine", settings)
    desk = Desk(store, broker, timing(settings))
    broker.include_router(routes(desk))
    await broker.start()
    try:
        yield desk
    finally:
        broker.ending = True
        await broker.stop()


@pytest.fixture
async def engine(settings: Settings, store: Store) -> AsyncIterator[Desk]:
    async with an_engine(settings, store) as desk:
        yield desk
