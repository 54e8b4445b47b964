"""What is due is found, and said to its owner until the owner settles it."""

import asyncio
from collections import Counter
from typing import cast

import pytest
from nats.aio.msg import Msg
from redis.exceptions import ConnectionError as StoreGone
from structlog.testing import capture_logs

from contracts.commands import Done, Expire
from contracts.subjects import SEATING, engine
from runtime import metrics
from runtime.broker import Broker
from runtime.keys import match_due, table_due
from runtime.service import background
from runtime.settings import Settings
from runtime.store import Store
from tests.harness.known import known
from tests.timer.conftest import Owners, a_timer
from tests.timer.dues import a_code, put
from timer.sender import COST, TRUST, Sender
from timer.watch import AT_REST, Watch


def counted(kind: str) -> tuple[float, float]:
    """How many were late, and how late in all, in seconds."""
    labels = {"kind": kind}
    return (
        metrics.REGISTRY.get_sample_value("doublesix_deadline_lateness_seconds_count", labels) or 0,
        metrics.REGISTRY.get_sample_value("doublesix_deadline_lateness_seconds_sum", labels) or 0,
    )


def unheeded(kind: str) -> float:
    return metrics.REGISTRY.get_sample_value("doublesix_unheeded_total", {"kind": kind}) or 0


async def test_an_engine_is_reminded_of_a_match(timer: Sender, owners: Owners, store: Store) -> None:
    code = a_code()

    await put(store, code, {match_due(code): 50})

    (heard, *_) = await owners.hear(1)
    assert heard.subject == engine(code)
    assert Expire.model_validate_json(heard.body) == Expire(table=code)


async def test_seating_is_reminded_of_a_table(timer: Sender, owners: Owners, store: Store) -> None:
    code = a_code()

    await put(store, code, {table_due(code): 50})

    (heard, *_) = await owners.hear(1)
    assert heard.subject == SEATING
    assert Expire.model_validate_json(heard.body) == Expire(table=code)


async def test_nothing_is_said_before_its_time(timer: Sender, owners: Owners, store: Store) -> None:
    code = a_code()
    asked_at = asyncio.get_running_loop().time()

    await put(store, code, {match_due(code): 200})

    (heard, *_) = await owners.hear(1)
    assert heard.at - asked_at >= 0.19


async def test_it_is_said_again_until_the_owner_settles_it(
    timer: Sender, owners: Owners, store: Store
) -> None:
    code = a_code()
    await put(store, code, {match_due(code): 10})

    await owners.hear(3)
    await put(store, code, {match_due(code): None})

    assert not await store.is_due(code, match_due(code))


@pytest.mark.parametrize("changed", [{"handling_ms": 100}], indirect=True)
async def test_what_is_not_heeded_for_ten_times_is_counted_whichever_timer_said_it(
    timer: Sender, owners: Owners, store: Store, settings: Settings
) -> None:
    code = a_code()
    before = unheeded("turn")
    async with a_timer(settings, store):
        await put(store, code, {match_due(code): 10})

        await owners.hear(10)
        then = unheeded("turn")
        while unheeded("turn") == before:
            await owners.hear(len(owners.heard) + 1)

    assert then == before


@pytest.mark.parametrize("changed", [{"handling_ms": 100}], indirect=True)
async def test_what_is_heeded_in_between_is_counted_from_the_start_again(
    timer: Sender, owners: Owners, store: Store
) -> None:
    code = a_code()
    before = unheeded("turn")

    for said in (5, 10, 15):
        await put(store, code, {match_due(code): 0})
        await owners.hear(said)

    await put(store, code, {match_due(code): None})
    assert unheeded("turn") == before


@pytest.mark.parametrize("changed", [{"handling_ms": 1_000}], indirect=True)
async def test_two_timers_say_each_thing_once_in_the_time_of_its_handling(
    timer: Sender, owners: Owners, store: Store, settings: Settings
) -> None:
    codes = [a_code() for _ in range(60)]
    began = asyncio.get_running_loop().time()

    async with a_timer(settings, store):
        await asyncio.gather(*(put(store, code, {match_due(code): 100}) for code in codes))
        heard = await owners.hear(3 * len(codes))

    ended = max(one.at for one in heard)
    most = 1 + (ended - began - 0.1) / (settings.handling_ms / 1000)
    said = Counter(one.subject for one in heard)
    assert said.keys() == {engine(code) for code in codes}
    assert max(said.values()) <= most


async def test_a_crowd_in_one_shard_is_said_at_once(timer: Sender, owners: Owners, store: Store) -> None:
    codes = [a_code(shard=17) for _ in range(200)]

    await asyncio.gather(*(put(store, code, {match_due(code): 300}) for code in codes))

    async with asyncio.timeout(20):
        while missing := {engine(code) for code in codes} - {one.subject for one in owners.heard}:
            await owners.hear(1, lambda heard: heard.subject in missing)


async def test_what_was_claimed_by_a_timer_that_froze_is_said_by_another(
    owners: Owners, store: Store, settings: Settings, pulse: None
) -> None:
    code = a_code()
    await put(store, code, {match_due(code): 0})
    (look,) = [look for look in await store.claim(10) if look.due]  # and then it freezes

    async with a_timer(settings, store):
        (heard, *_) = await owners.hear(1)

    assert look.due[0].member == match_due(code)
    assert heard.subject == engine(code)


async def test_an_owner_that_does_not_answer_holds_up_nobody_else(
    timer: Sender, owners: Owners, store: Store
) -> None:
    deaf, code = a_code(), a_code()
    owners.deaf.add(engine(deaf))
    await put(store, deaf, {match_due(deaf): 0})
    await owners.hear(1, lambda heard: heard.subject == engine(deaf))

    await put(store, code, {match_due(code): 0})

    (heard, *_) = await owners.hear(1, lambda heard: heard.subject == engine(code))
    assert heard.subject == engine(code)


@pytest.mark.parametrize("changed", [{"handling_ms": 1_000}], indirect=True)
async def test_an_owner_that_hangs_costs_a_moment_where_another_one_answers(
    timer: Sender, outside: Broker, store: Store, settings: Settings
) -> None:
    """A process that hangs keeps its subscription, and is given half of what is said."""
    told: dict[str, float] = {}
    loop = asyncio.get_running_loop()

    async def hangs(message: Msg) -> None:
        pass

    async def answers(message: Msg) -> None:
        told.setdefault(message.subject, loop.time())
        await message.respond(Done().model_dump_json().encode())

    for owner in (hangs, answers):
        await outside.connection.subscribe("v1.cmd.engine.*", queue="engine", cb=owner)
    await known(outside.connection)
    codes = [a_code() for _ in range(40)]
    began = loop.time()

    await asyncio.gather(*(put(store, code, {match_due(code): 0}) for code in codes))
    async with asyncio.timeout(10):
        while len(told) < len(codes):  # noqa: ASYNC110, whoever hangs tells nobody
            await asyncio.sleep(0.01)

    within = [at for at in told.values() if at - began < settings.handling_ms / 1000]
    assert len(within) > 0.75 * len(codes), f"{len(within)} within the time of the first claim"


@pytest.mark.parametrize("changed", [{"handling_ms": 1_000}], indirect=True)
async def test_owners_that_are_all_too_slow_are_not_told_over_and_over(
    timer: Sender, owners: Owners, store: Store
) -> None:
    codes = [a_code() for _ in range(60)]
    owners.deaf |= {engine(code) for code in codes}
    await asyncio.gather(*(put(store, code, {match_due(code): 0}) for code in codes))
    await owners.hear(60 + int(TRUST / COST))  # all of it is spent by then
    before = len(owners.heard)

    began = asyncio.get_running_loop().time()
    await owners.hear(before + 120)
    took = asyncio.get_running_loop().time() - began

    assert took > 0.9, "each is said once a second"


@pytest.mark.parametrize("changed", [{"handling_ms": 1_000}], indirect=True)
async def test_lateness_is_counted_by_kind(timer: Sender, owners: Owners, store: Store) -> None:
    before = counted("turn"), counted("table")
    codes = [a_code() for _ in range(20)]

    for number, code in enumerate(codes):
        await put(store, code, {match_due(code): 100 + 7 * number, table_due(code): 100 + 11 * number})
    await owners.hear(40)

    for (count, late), kind in zip(before, ("turn", "table"), strict=True):
        after, later = counted(kind)
        assert after - count >= 20
        assert 0 <= (later - late) / (after - count) < 1, "seconds, on average"


async def test_a_store_that_does_not_answer_is_logged_once_and_looked_at_less_often(
    settings: Settings,
) -> None:
    class Away:
        answers = False

        async def claim(self, most: int) -> list[object]:
            if self.answers:
                return []
            raise StoreGone

    away = Away()
    watch = Watch(cast(Store, away), cast(Sender, None), settings)

    with capture_logs() as logs:
        pauses = [await watch.look() for _ in range(12)]
        away.answers = True
        rest = await watch.look()

    assert [line["event"] for line in logs] == ["the store does not answer", "the store answers again"]
    assert pauses == sorted(pauses)
    assert (pauses[0], pauses[-1]) == (0.04, 2.0)
    assert rest == AT_REST * settings.scan_ms / 1000


async def test_without_the_broker_nothing_is_claimed(settings: Settings, store: Store) -> None:
    code = a_code()
    await put(store, code, {match_due(code): 0})

    class Cut:
        connected = False

        async def room(self) -> None:
            pass

    async with background([Watch(store, cast(Sender, Cut()), settings).run]):
        await asyncio.sleep(settings.scan_ms * 3 / 1000)

    assert [due.member for look in await store.claim(10) for due in look.due] == [match_due(code)]


@pytest.mark.parametrize("member", ["other|ABCDEFGH", "match|abc"])
async def test_what_nobody_knows_stops_no_timer(
    timer: Sender, owners: Owners, store: Store, member: str
) -> None:
    code = a_code()

    await put(store, code, {member: 0, match_due(code): 0})

    assert (await owners.hear(1))[0].subject == engine(code)
