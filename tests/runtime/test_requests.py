"""Hearing and asking with nothing between, on a real NATS."""

import asyncio
from collections.abc import AsyncIterator

import nats
import pytest
import pytest_asyncio
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import NoRespondersError

from runtime.ear import hear
from runtime.requests import Requests, requests_of

SUBJECT = "v1.cmd.somebody"


@pytest_asyncio.fixture
async def connection(nats_url: str) -> AsyncIterator[Client]:
    connection = await nats.connect(nats_url)
    yield connection
    await connection.close()


async def echo(connection: Client, *, after: asyncio.Event | None = None) -> None:
    async def answer(message: Msg) -> None:
        if after is not None:
            await after.wait()
        await message.respond(message.data)

    await connection.subscribe(SUBJECT, cb=answer)


async def all_heard(connection: Client) -> None:
    """Return when what was published here has come back: the last of it does."""
    last = asyncio.Event()
    await hear(connection, "v1.cmd.last", lambda _: last.set())
    await connection.publish("v1.cmd.last", b"")
    async with asyncio.timeout(5):
        await last.wait()


async def test_what_is_said_is_heard_in_its_order(connection: Client) -> None:
    heard: list[bytes] = []
    await hear(connection, SUBJECT, lambda message: heard.append(message.data))
    for number in range(200):
        await connection.publish(SUBJECT, b"%d" % number)

    await all_heard(connection)

    assert heard == [b"%d" % number for number in range(200)]


async def test_an_ear_that_fails_hears_the_next_message_all_the_same(
    connection: Client,
) -> None:
    heard: list[bytes] = []

    def fails(message: Msg) -> None:
        heard.append(message.data)
        raise KeyError("no position")

    await hear(connection, SUBJECT, fails)
    await connection.publish(SUBJECT, b"one")
    await connection.publish(SUBJECT, b"two")
    await all_heard(connection)

    assert heard == [b"one", b"two"]


async def test_after_it_was_unsubscribed_an_ear_hears_nothing(connection: Client) -> None:
    heard: list[bytes] = []
    subscription = await hear(connection, SUBJECT, lambda message: heard.append(message.data))
    await subscription.unsubscribe()
    await connection.publish(SUBJECT, b"late")
    await all_heard(connection)

    assert heard == []


async def test_a_connection_with_ears_can_be_drained(connection: Client) -> None:
    await hear(connection, SUBJECT, lambda _: None)

    await connection.drain()

    assert connection.is_closed


async def test_each_of_many_who_ask_at_once_gets_its_own_answer(connection: Client) -> None:
    await echo(connection)
    requests = requests_of(connection)

    answers = await asyncio.gather(
        *(requests.request(connection, SUBJECT, b"%d" % number, 5, {}) for number in range(50))
    )

    assert [answer.data for answer in answers] == [b"%d" % number for number in range(50)]
    assert requests_of(connection) is requests


async def test_where_nobody_listens_that_is_said_at_once(connection: Client) -> None:
    with pytest.raises(NoRespondersError):
        await Requests(connection).request(connection, SUBJECT, b"", 5, {})


async def test_an_answer_that_comes_too_late_is_nobodys(connection: Client) -> None:
    gate = asyncio.Event()
    await echo(connection, after=gate)
    requests = Requests(connection)
    with pytest.raises(TimeoutError):
        await requests.request(connection, SUBJECT, b"first", 0.05, {})

    gate.set()
    answer = await requests.request(connection, SUBJECT, b"second", 5, {})

    assert answer.data == b"second"
