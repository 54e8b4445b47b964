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
    async with asyncio.timeout(20):
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


async def asked(requests: Requests, connection: Client, body: bytes, within_s: float = 5) -> bytes:
    with requests.question() as question:
        return (await question.ask(connection, SUBJECT, body, within_s, {})).data


async def test_each_of_many_who_ask_at_once_gets_its_own_answer(connection: Client) -> None:
    await echo(connection)
    requests = requests_of(connection)

    answers = await asyncio.gather(*(asked(requests, connection, b"%d" % number) for number in range(50)))

    assert answers == [b"%d" % number for number in range(50)]
    assert requests_of(connection) is requests


async def test_where_nobody_listens_that_is_said_at_once(connection: Client) -> None:
    with pytest.raises(NoRespondersError):
        await asked(Requests(connection), connection, b"")


async def test_an_answer_that_comes_when_nobody_asks_any_more_is_nobodys(connection: Client) -> None:
    gate = asyncio.Event()
    await echo(connection, after=gate)
    requests = Requests(connection)
    with pytest.raises(TimeoutError):
        await asked(requests, connection, b"first", within_s=0.05)

    gate.set()

    assert await asked(requests, connection, b"second") == b"second"


async def test_an_answer_to_a_try_that_was_given_up_is_one(connection: Client) -> None:
    tries: list[bytes] = []
    gate = asyncio.Event()

    async def answer(message: Msg) -> None:
        tries.append(message.data)
        await gate.wait()
        await message.respond(b"%d" % len(tries))

    await connection.subscribe(SUBJECT, cb=answer)
    with Requests(connection).question() as question:
        for _ in range(2):
            with pytest.raises(TimeoutError):
                await question.ask(connection, SUBJECT, b"same", 0.05, {})
        asking = asyncio.create_task(question.ask(connection, SUBJECT, b"same", 5, {}))
        await all_heard(connection)
        gate.set()

        assert (await asking).data == b"1", "of the first try; the others wait for it to be done with"


async def test_an_answer_that_comes_between_two_tries_ends_the_asking(connection: Client) -> None:
    tries: list[Msg] = []

    async def keep(message: Msg) -> None:
        tries.append(message)

    await connection.subscribe(SUBJECT, cb=keep)
    with Requests(connection).question() as question:
        with pytest.raises(TimeoutError):
            await question.ask(connection, SUBJECT, b"same", 0.05, {})
        await all_heard(connection)
        await tries[0].respond(b"late")
        await all_heard(connection)

        assert (await question.ask(connection, SUBJECT, b"same", 5, {})).data == b"late"

    assert len(tries) == 1
