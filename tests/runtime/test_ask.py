"""Asking another service until it answers: the same bytes, and never a refusal made out of silence."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from nats.aio.msg import Msg

from contracts.commands import Expire
from contracts.events import ERROR
from runtime import metrics
from runtime.ask import Reply, Unavailable, ask
from runtime.broker import Broker
from runtime.settings import Settings
from tests.harness.known import known

SUBJECT = "v1.cmd.engine.7K3MXY52"
MESSAGE = Expire(table="7K3MXY52")
ONE_TRY = {"request_ms": 50, "answer_ms": 5_000}


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update=ONE_TRY)


@pytest.fixture
async def broker(settings: Settings) -> AsyncIterator[Broker]:
    broker = Broker("seating", settings)
    await broker.start()
    yield broker
    broker.ending = True
    await broker.stop()


@pytest.fixture
async def owner(settings: Settings) -> AsyncIterator[Broker]:
    broker = Broker("engine", settings)
    await broker.start()
    yield broker
    broker.ending = True
    await broker.stop()


class Answers:
    """Answers the n-th message as the n-th of `ways` says, and the rest as the last does."""

    def __init__(self, *ways: Callable[[Msg], Awaitable[None]]) -> None:
        self._ways = ways
        self.heard: list[bytes] = []

    async def on_message(self, message: Msg) -> None:
        self.heard.append(message.data)
        await self._ways[min(len(self.heard), len(self._ways)) - 1](message)

    async def at(self, broker: Broker) -> "Answers":
        await broker.connection.subscribe(SUBJECT, cb=self.on_message)
        await known(broker.connection)
        return self


async def silence(message: Msg) -> None:
    pass


async def done(message: Msg) -> None:
    await message.respond(b"done")


def refused(code: str) -> Callable[[Msg], Awaitable[None]]:
    async def answer(message: Msg) -> None:
        reply = Msg(message._client, subject=message.reply, data=b"no", headers={ERROR: code})
        await message._client.publish(reply.subject, reply.data, headers=reply.headers)

    return answer


def retries(why: str) -> float:
    return metrics.RETRIES.labels(why)._value.get()


async def test_an_answer_is_an_answer(broker: Broker, owner: Broker, settings: Settings) -> None:
    answers = await Answers(done).at(owner)

    reply = await ask(broker, SUBJECT, MESSAGE, settings)

    assert (reply.body, reply.error) == (b"done", None)
    assert answers.heard == [MESSAGE.model_dump_json().encode()]


async def test_who_does_not_answer_is_asked_again_the_same(
    broker: Broker, owner: Broker, settings: Settings
) -> None:
    answers = await Answers(silence, silence, done).at(owner)
    before = retries("TimeoutError")

    reply = await ask(broker, SUBJECT, MESSAGE, settings)

    assert reply.body == b"done"
    assert answers.heard == [MESSAGE.model_dump_json().encode()] * 3
    assert retries("TimeoutError") == before + 2


async def test_who_could_not_answer_is_asked_again(broker: Broker, owner: Broker, settings: Settings) -> None:
    answers = await Answers(refused("unavailable"), done).at(owner)

    assert (await ask(broker, SUBJECT, MESSAGE, settings)).body == b"done"
    assert len(answers.heard) == 2


@pytest.mark.parametrize("code", ["internal", "wrong_value", "no_match"])
async def test_a_refusal_is_an_answer(broker: Broker, owner: Broker, settings: Settings, code: str) -> None:
    answers = await Answers(refused(code)).at(owner)

    reply = await ask(broker, SUBJECT, MESSAGE, settings)

    assert reply.error == code
    assert len(answers.heard) == 1


async def test_who_is_not_there_yet_is_waited_for(broker: Broker, owner: Broker, settings: Settings) -> None:
    before = retries("nobody")
    asking = asyncio.create_task(ask(broker, SUBJECT, MESSAGE, settings))
    while retries("nobody") == before:  # noqa: ASYNC110, a counter tells nobody
        await asyncio.sleep(0.001)

    await Answers(done).at(owner)

    assert (await asking).body == b"done"


async def test_without_any_answer_it_is_unavailable_when_the_time_is_over(
    broker: Broker, settings: Settings
) -> None:
    loop = asyncio.get_running_loop()
    began = loop.time()

    with pytest.raises(Unavailable):
        await ask(broker, SUBJECT, MESSAGE, settings, within_ms=200)

    assert 0.2 <= loop.time() - began < 2


async def test_an_answer_to_a_try_that_was_given_up_counts_as_the_words_were_the_same(
    broker: Broker, owner: Broker, settings: Settings
) -> None:
    late: list[Msg] = []

    async def keep(message: Msg) -> None:
        late.append(message)

    async def answer_the_first(message: Msg) -> None:
        await late[0].respond(b"late")

    await Answers(keep, answer_the_first).at(owner)

    assert (await ask(broker, SUBJECT, MESSAGE, settings)).body == b"late"


async def test_an_answer_is_not_taken_for_one_to_the_next_question(
    broker: Broker, owner: Broker, settings: Settings
) -> None:
    late: list[Msg] = []

    async def keep(message: Msg) -> None:
        late.append(message)

    async def answer_both(message: Msg) -> None:
        await late[0].respond(b"late")
        await message.respond(b"in time")

    await Answers(keep, answer_both).at(owner)
    with pytest.raises(Unavailable):
        await ask(broker, SUBJECT, MESSAGE, settings, within_ms=50)

    assert (await ask(broker, SUBJECT, MESSAGE, settings)).body == b"in time"


async def test_who_is_always_late_is_heard_all_the_same(
    broker: Broker, owner: Broker, settings: Settings
) -> None:
    """More than one try's time passes before each answer, as on a machine that has too much to do."""

    async def later(message: Msg) -> None:
        await asyncio.sleep(0.12)
        await message.respond(b"done")

    answers = Answers()
    answering: list[asyncio.Task[None]] = []

    async def on_message(message: Msg) -> None:
        answers.heard.append(message.data)
        answering.append(asyncio.create_task(later(message)))

    await owner.connection.subscribe(SUBJECT, cb=on_message)
    await known(owner.connection)

    assert (await ask(broker, SUBJECT, MESSAGE, settings)).body == b"done"
    assert len(answers.heard) <= 6


def test_a_reply_tells_its_refusal() -> None:
    assert Reply(b"", {}).error is None
    assert Reply(b"", {ERROR: "no_match"}).error == "no_match"
