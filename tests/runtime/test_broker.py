"""What becomes of an error in a handler, and how a broker parts without losing what it was asked."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

import pytest
from faststream.nats import NatsRouter
from prometheus_client import generate_latest
from pydantic import Json, TypeAdapter
from redis.exceptions import TimeoutError as StoreSilent

from contracts.commands import Done, Expire, Failed
from contracts.events import CORRELATION, ERROR
from runtime import metrics
from runtime.ask import ask
from runtime.broker import Broker
from runtime.logs import correlated
from runtime.requests import requests_of
from runtime.serving import failed, serves
from runtime.settings import Settings
from tests.harness.known import known

SUBJECT = "v1.cmd.engine.*"
ASKED = "v1.cmd.engine.7K3MXY52"
SECRET = "3-5 is in the hand of seat 2"


class Service:
    """Does what the test says with every command."""

    def __init__(self, reads: TypeAdapter[Expire] | None) -> None:
        self.reads = reads
        self.error: Exception | None = None
        self.begun = asyncio.Event()
        self.goes_on = asyncio.Event()
        self.goes_on.set()
        self.handled = 0

    def router(self) -> NatsRouter:
        router = NatsRouter()

        @serves(router, SUBJECT, "engine", reads=self.reads)
        async def on_command(command: Json[Expire]) -> Done:
            self.begun.set()
            await self.goes_on.wait()
            if self.error is not None:
                raise self.error
            self.handled += 1
            return Done()

        return router


@pytest.fixture
async def asker(settings: Settings) -> AsyncIterator[Broker]:
    broker = Broker("gateway", settings)
    await broker.start()
    yield broker
    broker.ending = True
    await broker.stop()


@pytest.fixture(params=[None, TypeAdapter(Expire)], ids=["by FastStream", "past FastStream"])
def service(request: pytest.FixtureRequest) -> Service:
    return Service(request.param)


@pytest.fixture
async def served(service: Service, settings: Settings) -> AsyncIterator[Broker]:
    async with served_by(service, settings) as broker:
        yield broker


@asynccontextmanager
async def served_by(service: Service, settings: Settings) -> AsyncIterator[Broker]:
    broker = Broker("engine", settings)
    broker.include_router(service.router())
    await broker.start()
    await known(broker.connection)  # from now on NATS knows that somebody listens
    try:
        yield broker
    finally:
        broker.ending = True
        await broker.stop()


def dropped() -> float:
    return metrics.REGISTRY.get_sample_value("doublesix_requests_dropped_total") or 0.0


BODY = Expire(table="7K3MXY52").model_dump_json().encode()


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (StoreSilent(SECRET), "unavailable"),
        (ValueError(SECRET), "internal"),
        (AssertionError(SECRET), "internal"),
        (KeyError(SECRET), "internal"),
    ],
)
async def test_an_error_is_answered_with_its_code_and_no_more(
    served: Broker, service: Service, asker: Broker, error: Exception, code: str
) -> None:
    service.error = error

    reply = await asker.request(BODY, ASKED, timeout=5)

    assert reply.headers[ERROR] == code
    assert Failed.model_validate_json(reply.body).error.code == code
    assert SECRET.encode() not in reply.body


@pytest.mark.parametrize("body", [b"", b"x", b"{}", b'{"more":1}', b"\xff"])
async def test_what_is_no_message_is_answered_as_such(served: Broker, asker: Broker, body: bytes) -> None:
    reply = await asker.request(body, ASKED, timeout=5)

    assert reply.headers[ERROR] == "wrong_value"


async def test_what_only_a_later_release_can_know_is_left_to_it(served: Broker, asker: Broker) -> None:
    reply = await asker.request(b'{"table":"7K3MXY52","more":1}', ASKED, timeout=5)

    assert reply.headers[ERROR] == "unavailable"


async def test_after_an_error_the_next_command_is_handled(
    served: Broker, service: Service, asker: Broker
) -> None:
    service.error = ValueError()
    await asker.request(BODY, ASKED, timeout=5)
    service.error = None

    assert b'"ok":true' in (await asker.request(BODY, ASKED, timeout=5)).body


async def test_what_was_asked_before_the_drain_is_answered(
    served: Broker, service: Service, asker: Broker
) -> None:
    service.goes_on.clear()
    asking = [asyncio.create_task(asker.request(BODY, ASKED, timeout=5)) for _ in range(40)]
    await service.begun.wait()
    await known(asker.connection)

    draining = asyncio.create_task(served.drain())
    service.goes_on.set()
    await draining

    assert {b'"ok":true' in (await answer).body for answer in asking} == {True}
    assert service.handled == 40


async def test_what_finds_too_many_waiting_is_dropped_and_counts_as_soon_as_there_is_room(
    service: Service, settings: Settings, asker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("runtime.serving.WAITING", 2)
    service.goes_on.clear()
    settings = settings.model_copy(update={"answer_ms": 30_000})
    async with served_by(service, settings):
        before = dropped()
        asking = [
            asyncio.create_task(ask(asker, ASKED, Expire(table="7K3MXY52"), settings)) for _ in range(100)
        ]
        while dropped() == before:  # noqa: ASYNC110, nats-py tells nobody else
            await asyncio.sleep(0.01)
        service.goes_on.set()
        answers = await asyncio.gather(*asking)

    assert {answer.error for answer in answers} == {None}
    assert service.handled >= 100


@pytest.mark.parametrize("service", [TypeAdapter(Expire)], indirect=True, ids=["past FastStream"])
async def test_a_question_that_is_asked_again_is_answered_again_and_handled_once(
    served: Broker, service: Service, asker: Broker
) -> None:
    with requests_of(asker.connection).question() as question:
        heard = [(await question.ask(asker.connection, ASKED, BODY, 5, {})).data for _ in range(3)]

    assert heard == [heard[0]] * 3
    assert b'"ok":true' in heard[0]
    assert service.handled == 1


@pytest.mark.parametrize("service", [TypeAdapter(Expire)], indirect=True, ids=["past FastStream"])
async def test_questions_in_the_same_words_are_each_handled(
    served: Broker, service: Service, asker: Broker
) -> None:
    for _ in range(3):
        await asker.request(BODY, ASKED, timeout=5)
    for _ in range(3):
        with requests_of(asker.connection).question() as question:
            await question.ask(asker.connection, ASKED, BODY, 5, {})

    assert service.handled == 6


@pytest.mark.parametrize("service", [TypeAdapter(Expire)], indirect=True, ids=["past FastStream"])
async def test_a_question_that_could_not_be_answered_is_handled_when_it_is_asked_again(
    served: Broker, service: Service, asker: Broker
) -> None:
    inbox = asker.connection.new_inbox()
    answers = await asker.connection.subscribe(inbox)
    service.error = StoreSilent(SECRET)
    await asker.connection.publish(ASKED, BODY, reply=inbox)
    await answers.next_msg(5)
    service.error = None

    await asker.connection.publish(ASKED, BODY, reply=inbox)

    assert b'"ok":true' in (await answers.next_msg(5)).data


async def test_after_the_drain_nothing_more_is_taken(
    served: Broker, service: Service, settings: Settings, asker: Broker
) -> None:
    await served.drain()
    other = Service(service.reads)

    async with served_by(other, settings):
        for _ in range(20):
            await asker.request(BODY, ASKED, timeout=5)

    assert (service.handled, other.handled) == (0, 20)


@pytest.mark.parametrize("service", [None], indirect=True, ids=["by FastStream"])
async def test_metrics_name_no_table(served: Broker, asker: Broker) -> None:
    await asker.request(BODY, ASKED, timeout=5)

    page = generate_latest(metrics.REGISTRY).decode()
    assert "v1.cmd.engine.*" in page
    assert "7K3MXY52" not in page


async def test_events_are_heard_in_order_each_with_all_headers(asker: Broker) -> None:
    heard = await asker.connection.subscribe("v1.evt.>")
    correlated("0123456789ab")

    await asker.tell(((f"v1.evt.{n}", b"%d" % n) for n in range(4)), {"x-version": "7", "x-mark": "0a"})

    came = [await heard.next_msg(5) for _ in range(4)]
    assert [(one.subject, one.data) for one in came] == [(f"v1.evt.{n}", b"%d" % n) for n in range(4)]
    expected = {"x-version": "7", "x-mark": "0a", CORRELATION: "0123456789ab"}
    assert all(one.headers == expected for one in came)


async def test_no_header_of_an_event_can_bring_another_one(asker: Broker) -> None:
    for end in ("\r\n", "\n", "\r"):
        with pytest.raises(ValueError, match="two lines"):
            await asker.tell([("v1.evt.x", b"")], {"x-mark": f"0a{end}x-version: 9"})


async def test_events_are_not_kept_for_later_where_nats_is_not_there(settings: Settings) -> None:
    broker = Broker("engine", settings)
    await broker.start()
    broker.ending = True
    await broker.connection.close()

    with pytest.raises(ConnectionError):
        await broker.tell([("v1.evt.x", b"")], {})


def test_a_refusal_is_told_in_the_header_too() -> None:
    response = failed("no_match")

    assert response.headers == {ERROR: "no_match"}


class Line:
    """A connection to NATS on which everything stops while it is `held`."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._pumps: list[asyncio.Task[None]] = []
        self.free = asyncio.Event()
        self.free.set()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._port)
        self._pumps += [
            asyncio.create_task(self._pump(reader, back)),
            asyncio.create_task(self._pump(there, writer)),
        ]

    async def close(self) -> None:
        for pump in self._pumps:
            pump.cancel()
        await asyncio.gather(*self._pumps, return_exceptions=True)

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65536):
                await self.free.wait()
                writer.write(data)
        finally:
            writer.close()


@pytest.fixture
async def line(settings: Settings) -> AsyncIterator[tuple[Line, Settings]]:
    """A line to NATS, and settings that use it."""
    line = Line(urlsplit(settings.nats_url).port or 4222)
    server = await asyncio.start_server(line.carry, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    yield line, settings.model_copy(update={"nats_url": f"nats://127.0.0.1:{port}"})
    server.close()
    await line.close()


async def test_a_broker_still_hears_after_nats_answered_too_late(line: tuple[Line, Settings]) -> None:
    held, settings = line
    broker = Broker("gateway", settings)
    await broker.start()
    try:
        heard = asyncio.Event()

        async def hear(message: object) -> None:
            heard.set()

        await broker.connection.subscribe(ASKED, cb=hear)
        await broker.answers(within_s=2)

        held.free.clear()
        with pytest.raises(TimeoutError):
            await broker.answers(within_s=0.1)
        held.free.set()
        await broker.answers(within_s=2)

        await broker.publish(b"", ASKED)
        async with asyncio.timeout(2):
            await heard.wait()
    finally:
        broker.ending = True
        await broker.stop()
