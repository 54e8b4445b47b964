"""Starting a match: the engine is told, whatever dies in between."""

import asyncio

import pytest

from contracts.commands import Begin, Expire, Presence
from runtime.keys import table_due
from runtime.settings import Settings
from runtime.store import Store
from seating.engine import AT_ONCE
from tests.seating.house import Event, FakeEngine, House, Refused, a_gateway, seating


def is_playing(event: Event) -> bool:
    return event.table.status == "playing"


async def settled(store: Store, code: str) -> None:
    """Wait until nothing is owed to the engine."""
    async with asyncio.timeout(5):
        while await store.is_due(code, table_due(code)):  # noqa: ASYNC110, the store tells nobody
            await asyncio.sleep(0.01)


async def test_a_start_deals_the_first_round(house: House, engine: FakeEngine, store: Store) -> None:
    code, (host, *_) = await house.full_table()
    await house.chooses(code, host, target=150)

    started = await house.starts(code, host)

    assert started.table.status == "starting"
    begin = await engine.told_of(Begin)
    assert (begin.table, begin.players, begin.target) == (code, 4, 150)
    assert begin.present == (True, True, True, True)
    assert begin.computers == (None, None, None, None)
    assert begin.left == (False, False, False, False)
    assert begin.rules == started.table.settings
    assert begin.seating == started.table.position.version
    assert (await house.event(is_playing)).position.version == started.table.position.version + 1
    await settled(store, code)


async def test_a_start_asked_again_is_accepted_and_deals_nothing_more(
    house: House, engine: FakeEngine, store: Store
) -> None:
    code, (host, *_) = await house.full_table()

    answers = await asyncio.gather(*(house.starts(code, host) for _ in range(10)))
    await house.event(is_playing)
    late = await house.starts(code, host)

    assert {answer.table.status for answer in answers} <= {"starting", "playing"}
    assert late.table.status == "playing"
    await settled(store, code)
    assert len(engine.of(Begin)) == 1


async def test_a_start_is_answered_while_no_engine_is_there(house: House, store: Store) -> None:
    code, (host, *_) = await house.full_table()

    assert (await house.starts(code, host)).table.status == "starting"

    assert await store.is_due(code, table_due(code))


async def test_an_engine_that_takes_longer_than_an_outage_is_told_to_begin_once(
    house: House, engine: FakeEngine, store: Store, settings: Settings
) -> None:
    code, (host, *_) = await house.full_table()
    engine.free.clear()
    await house.starts(code, host)
    await engine.told_of(Begin)

    await asyncio.sleep(1.2 * settings.outage_ms / 1000)
    engine.free.set()

    await house.event(is_playing)
    await settled(store, code)
    assert len(engine.of(Begin)) == 1


async def test_many_tables_that_start_at_once_are_told_a_few_at_a_time(
    house: House, engine: FakeEngine
) -> None:
    engine.free.clear()
    tables = [await house.full_table() for _ in range(AT_ONCE + 3)]
    for code, (host, *_) in tables:
        await house.starts(code, host)
    await engine.told_of(Begin, times=AT_ONCE)
    for code, _ in tables:
        await house.looks(code)
    assert len(engine.of(Begin)) == AT_ONCE

    engine.free.set()

    await engine.told_of(Begin, times=len(tables))


async def test_what_a_killed_seating_left_halfway_is_finished_by_another(
    settings: Settings, store: Store
) -> None:
    async with a_gateway(settings, store) as house:
        async with seating(settings, store):
            code, (host, *_) = await house.full_table()
            await house.starts(code, host)  # no engine yet: it ends with the start stored, and not told

        async with FakeEngine().running(settings) as engine, seating(settings, store):
            assert await store.is_due(code, table_due(code))
            await house.tell(Expire(table=code))

            await engine.told_of(Begin)
            await house.event(is_playing)
            await settled(store, code)


async def test_an_engine_that_is_out_is_told_when_it_is_back(
    house: House, engine: FakeEngine, store: Store
) -> None:
    engine.is_out()
    code, (host, *_) = await house.full_table()
    await house.starts(code, host)
    await engine.told_of(Begin)
    assert (await house.looks(code)).table.status == "starting"

    engine.is_back()
    await house.tell(Expire(table=code))

    await house.event(is_playing)
    await settled(store, code)


async def test_an_engine_that_refuses_leaves_the_start_due(
    house: House, engine: FakeEngine, store: Store
) -> None:
    engine.refuses("internal")
    code, (host, *_) = await house.full_table()

    await house.starts(code, host)

    await engine.told_of(Begin)
    assert (await house.looks(code)).table.status == "starting"
    assert await store.is_due(code, table_due(code))


async def test_who_comes_and_goes_while_the_match_begins_is_told_to_the_engine(
    house: House, engine: FakeEngine, store: Store
) -> None:
    engine.is_out()
    code, (host, guest, *_) = await house.full_table()
    await house.starts(code, host)
    await engine.told_of(Begin)
    await house.leaves(code, guest)

    engine.is_back()
    await house.tell(Expire(table=code))

    await engine.told_of(Presence, lambda told: told.present == (True, False, True, True))
    await settled(store, code)


async def test_a_table_that_plays_without_a_match_begins_one(
    house: House, engine: FakeEngine, store: Store
) -> None:
    code, (host, guest, *_) = await house.full_table()
    await house.starts(code, host)
    await house.event(is_playing)
    await settled(store, code)

    engine.refuses("no_match")
    await house.leaves(code, guest)

    begin = await engine.told_of(Begin, times=2)
    assert begin.present == (True, False, True, True)


async def test_a_reminder_of_a_table_that_owes_nothing_changes_nothing(
    house: House, engine: FakeEngine, store: Store
) -> None:
    code, _ = await house.full_table()
    before = (await house.looks(code)).table

    await house.tell(Expire(table=code))
    await settled(store, code)

    assert (await house.looks(code)).table == before
    assert engine.told == []


async def test_a_started_table_is_left_to_the_engine_to_count(
    house: House, engine: FakeEngine, store: Store
) -> None:
    code, (host, *_) = await house.full_table()
    await house.starts(code, host)
    await house.event(is_playing)

    assert await store.census() == {"open": 1}, "until the engine says what it counts as"


async def test_only_a_seated_host_starts(house: House, engine: FakeEngine) -> None:
    code, (host, guest, *_) = await house.full_table()
    await house.leaves(code, host)

    with pytest.raises(Refused, match="not_seated"):
        await house.starts(code, host)
    with pytest.raises(Refused, match="not_full"):
        await house.starts(code, guest)
