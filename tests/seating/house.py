"""Seating in this process, on real servers, with an engine that only listens; and people who come."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from secrets import token_hex, token_urlsafe
from typing import Any, TypeVar

from faststream.nats import NatsResponse, NatsRouter
from pydantic import BaseModel, Json

from contracts.commands import (
    Answer,
    Arrive,
    Begin,
    Choose,
    Depart,
    Done,
    EngineCommand,
    Failed,
    Free,
    Leave,
    Look,
    Open,
    Presence,
    Seated,
    SetLevel,
    Sit,
    Start,
    seating_answer,
)
from contracts.events import connections_in, position_in
from contracts.frames import TableFrame
from contracts.ids import ConnectionId, PlayerSecret, Position, SeatNumber
from contracts.lobby import Level, Options, Table
from contracts.problems import Code, problem
from contracts.subjects import ENGINE_ANY, SEATING
from runtime.ask import ask
from runtime.broker import Broker
from runtime.serving import failed
from runtime.settings import Settings
from runtime.store import Store
from seating.desk import Desk
from seating.engine import Teller
from seating.routes import routes
from seating.shelf import Shelf
from tests.harness.known import known

Told = TypeVar("Told", Begin, Presence)


NAMES = ("Amal", "Basim", "Carim", "Dunya")


def a_secret() -> PlayerSecret:
    return token_urlsafe(32)


def a_connection() -> ConnectionId:
    return token_hex(8)


class Refused(Exception):
    """Seating said no."""

    def __init__(self, failed: Failed) -> None:
        super().__init__(failed.error.code)
        self.code: Code = failed.error.code
        self.fields = failed.error.fields
        self.message = failed.error.message
        self.holder = failed.holder


class FakeEngine:
    """Takes down what it is told, and answers while it is `free`. Other `answers`: it refuses, or is out."""

    def __init__(self) -> None:
        self.told: list[EngineCommand] = []
        self.answers: Callable[[EngineCommand], Answer | NatsResponse] = lambda _: Done()
        self.free = asyncio.Event()
        self.free.set()
        self._more = asyncio.Condition()

    @asynccontextmanager
    async def running(self, settings: Settings) -> AsyncIterator["FakeEngine"]:
        router = NatsRouter()

        @router.subscriber(ENGINE_ANY, queue="engine", max_workers=100)
        async def on_command(command: Json[EngineCommand]) -> Answer | NatsResponse:
            async with self._more:
                self.told.append(command)
                self._more.notify_all()
            await self.free.wait()
            return self.answers(command)

        async with _connected("engine", settings, router):
            yield self

    async def told_of(
        self, kind: type[Told], fits: Callable[[Told], bool] = lambda _: True, *, times: int = 1
    ) -> Told:
        """Wait until the engine has been told something like this `times` times; return the last."""
        async with asyncio.timeout(5), self._more:
            while len(found := self.of(kind, fits)) < times:
                await self._more.wait()
            return found[-1]

    def of(self, kind: type[Told], fits: Callable[[Told], bool] = lambda _: True) -> list[Told]:
        return [command for command in self.told if isinstance(command, kind) and fits(command)]

    def refuses(self, code: Code) -> None:
        self.answers = lambda _: Failed(error=problem(code))

    def is_out(self) -> None:
        self.answers = lambda _: failed("unavailable")

    def is_back(self) -> None:
        self.answers = lambda _: Done()


@dataclass
class Event:
    """A table as it was published."""

    table: Table
    position: Position
    connections: tuple[ConnectionId | None, ...]


@dataclass
class Guest:
    """A browser, and the connection it has opened."""

    name: str
    player: PlayerSecret = field(default_factory=a_secret)
    connection: ConnectionId = field(default_factory=a_connection)
    seat: SeatNumber = 0


class House:
    """A gateway's side of seating: asks, and follows what is published."""

    def __init__(self, broker: Broker, settings: Settings, store: Store) -> None:
        self.broker = broker
        self.settings = settings
        self.store = store
        self.events: list[Event] = []
        self._more = asyncio.Condition()

    async def ask(self, command: BaseModel) -> Seated:
        """Return the answer; raise Refused."""
        reply = await ask(self.broker, SEATING, command, self.settings)
        answer = seating_answer.validate_json(reply.body)
        if isinstance(answer, Failed):
            assert reply.error == answer.error.code
            raise Refused(answer)
        return answer

    async def tell(self, command: BaseModel) -> bytes:
        """Return the bytes of an answer that says no more than done."""
        return (await ask(self.broker, SEATING, command, self.settings)).body

    async def opens(self, host: Guest, *, preset: str = "partners", **options: Any) -> str:
        """Open a table; return its code."""
        asked = Open(
            preset=preset,
            options=Options(**options),
            name=host.name,
            player=host.player,
            request=token_hex(8),
        )
        answer = await self.ask(asked)
        assert answer.seat == 0
        return answer.table.code

    async def sits(self, code: str, guest: Guest) -> Seated:
        answer = await self.ask(Sit(table=code, name=guest.name, player=guest.player))
        assert answer.seat is not None
        guest.seat = answer.seat
        return answer

    async def arrives(self, code: str, guest: Guest, *, again: bool = False) -> Seated:
        """Arrive, and take the seat from whatever connection holds it; `again` takes it from none."""
        replaces = None
        if not again:
            seen = await self.ask(Look(table=code, player=guest.player))
            replaces = None if seen.seat is None else seen.connections[seen.seat]
        return await self.ask(
            Arrive(table=code, player=guest.player, connection=guest.connection, replaces=replaces)
        )

    async def comes(self, code: str, *names: str) -> list[Guest]:
        """Let people of these names sit down and arrive, one after another."""
        guests = [Guest(name) for name in names]
        for guest in guests:
            await self.sits(code, guest)
            await self.arrives(code, guest)
        return guests

    async def table_of(
        self, number: int, preset: str = "partners", **options: Any
    ) -> tuple[str, list[Guest]]:
        """A table at which so many people sit, and all are there; the first of them is the host."""
        host = Guest(NAMES[0])
        code = await self.opens(host, preset=preset, **options)
        await self.arrives(code, host)
        return code, [host, *await self.comes(code, *NAMES[1:number])]

    async def full_table(self) -> tuple[str, list[Guest]]:
        """A table with four people who are all there."""
        return await self.table_of(4)

    async def starts(self, code: str, host: Guest) -> Seated:
        return await self.ask(Start(table=code, seat=host.seat, connection=host.connection))

    async def chooses(self, code: str, host: Guest, **options: Any) -> Seated:
        return await self.ask(
            Choose(table=code, seat=host.seat, connection=host.connection, options=Options(**options))
        )

    async def sets_level(self, code: str, host: Guest, other: SeatNumber, level: Level) -> Seated:
        return await self.ask(
            SetLevel(table=code, seat=host.seat, connection=host.connection, other=other, level=level)
        )

    async def frees(self, code: str, host: Guest, other: SeatNumber, name: str) -> Seated:
        return await self.ask(
            Free(table=code, seat=host.seat, connection=host.connection, other=other, name=name)
        )

    async def leaves(self, code: str, guest: Guest) -> Seated:
        return await self.ask(Leave(table=code, seat=guest.seat, connection=guest.connection))

    async def departs(self, code: str, guest: Guest) -> bytes:
        return await self.tell(Depart(table=code, seat=guest.seat, connection=guest.connection))

    async def looks(self, code: str, guest: Guest | None = None) -> Seated:
        return await self.ask(Look(table=code, player=None if guest is None else guest.player))

    async def event(self, fits: Callable[[Event], bool]) -> Event:
        """Wait for a table like this to be published, or to have been."""
        async with asyncio.timeout(5), self._more:
            while True:
                for event in self.events:
                    if fits(event):
                        return event
                await self._more.wait()

    async def follow(self) -> None:
        """Take down every table that is published."""

        async def on_event(message: object) -> None:
            headers = message.headers  # type: ignore[attr-defined]
            frame = TableFrame.model_validate_json(message.data)  # type: ignore[attr-defined]
            async with self._more:
                self.events.append(Event(frame.table, position_in(headers), connections_in(headers)))
                self._more.notify_all()

        await self.broker.connection.subscribe("v1.evt.table.*", cb=on_event)
        await known(self.broker.connection)


@asynccontextmanager
async def seating(settings: Settings, store: Store) -> AsyncIterator[Teller]:
    """Seating, as its process builds it; it ends like one that was killed."""
    broker = Broker("seating", settings)
    shelf = Shelf(store, broker)
    teller = Teller(shelf, broker, settings)
    broker.include_router(routes(Desk(store, shelf, teller, settings)))
    await broker.start()
    try:
        yield teller
    finally:
        while telling := teller._telling.values():
            for task in telling:
                task.cancel()
            await asyncio.wait(telling, timeout=0.1)
        broker.ending = True
        await broker.stop()


@asynccontextmanager
async def a_gateway(settings: Settings, store: Store) -> AsyncIterator[House]:
    async with _connected("gateway", settings) as broker:
        house = House(broker, settings, store)
        await house.follow()
        yield house


@asynccontextmanager
async def _connected(
    service: str, settings: Settings, router: NatsRouter | None = None
) -> AsyncIterator[Broker]:
    broker = Broker(service, settings)
    if router is not None:
        broker.include_router(router)
    await broker.start()
    try:
        yield broker
    finally:
        broker.ending = True
        await broker.stop()
