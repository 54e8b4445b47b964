"""Who is there: connections come, replace each other, lapse and return."""

import asyncio

import pytest

from contracts.commands import Arrive, Expire, Presence
from runtime.keys import lease_due, over_due, table_due
from runtime.settings import Settings
from runtime.store import Store
from tests.seating.house import FakeEngine, Guest, House, Refused, a_gateway, seating
from tests.seating.test_starting import is_playing, settled


async def let_lapse(house: House, code: str, guest: Guest) -> None:
    """Close the connection, and let a timer find its lease over, without anybody hearing of it."""
    await house.store.hold([(code, guest.seat, guest.connection)], closed=True)
    async with asyncio.timeout(5):
        while not await house.store.is_due(code, over_due(code, guest.seat, guest.connection)):
            await house.store.pulse()
            await house.store.claim(100)
            await asyncio.sleep(0.01)


async def a_match(house: House) -> tuple[str, list[Guest]]:
    """A table that plays, with nothing owed to the engine."""
    code, guests = await house.full_table()
    await house.starts(code, guests[0])
    await house.event(is_playing)
    await settled(house.store, code)
    return code, guests


async def test_who_arrives_is_present_and_has_a_lease(house: House, store: Store) -> None:
    host = Guest("Amal")
    code = await house.opens(host)

    arrived = await house.arrives(code, host)

    assert arrived.seat == 0
    assert arrived.connections == (host.connection, None, None, None)
    assert arrived.table.seats[0] is not None
    assert arrived.table.seats[0].present
    assert await store.hold([(code, 0, host.connection)], closed=False) == [True]


async def test_who_has_no_seat_cannot_arrive(house: House) -> None:
    code = await house.opens(Guest("Amal"))

    with pytest.raises(Refused, match="not_seated"):
        await house.arrives(code, Guest("Basim"))


async def test_a_newer_connection_takes_the_seat_and_the_older_one_has_no_lease(
    house: House, store: Store
) -> None:
    code, (host, *_) = await house.full_table()
    newer = Guest("Amal", player=host.player)

    arrived = await house.arrives(code, newer)

    assert arrived.connections[0] == newer.connection
    leases = [(code, 0, host.connection), (code, 0, newer.connection)]
    assert await store.hold(leases, closed=False) == [False, True]


async def test_an_arrival_that_comes_late_takes_the_seat_from_nobody_who_came_after(house: House) -> None:
    host = Guest("Amal")
    code = await house.opens(host)
    await house.arrives(code, host)
    first, second, third = host.connection, "b" * 16, "c" * 16
    late = Arrive(table=code, player=host.player, connection=second, replaces=first)
    await house.ask(late)
    await house.ask(Arrive(table=code, player=host.player, connection=third, replaces=second))

    with pytest.raises(Refused, match="replaced") as refused:
        await house.ask(late)

    assert refused.value.holder == third, "so that who may take it over need not look"
    assert (await house.looks(code)).connections[0] == third


async def test_an_older_connection_never_comes_back_over_a_newer_one(house: House) -> None:
    code, (older, *_) = await house.full_table()
    newer = Guest("Amal", player=older.player)
    await house.arrives(code, newer)

    with pytest.raises(Refused, match="replaced"):
        await house.arrives(code, older, again=True)

    assert (await house.looks(code)).connections[0] == newer.connection


async def test_a_connection_that_holds_its_seat_may_come_again(house: House) -> None:
    code, (host, *_) = await house.full_table()

    assert (await house.arrives(code, host, again=True)).connections[0] == host.connection


async def test_a_lapsed_connection_may_come_again(house: House, store: Store) -> None:
    code, (_, guest, *_) = await house.full_table()
    await let_lapse(house, code, guest)
    await house.departs(code, guest)
    assert (await house.looks(code)).connections[1] is None

    arrived = await house.arrives(code, guest, again=True)

    assert arrived.connections[1] == guest.connection
    assert await store.hold([(code, 1, guest.connection)], closed=False) == [True]


async def test_who_departs_is_away_and_keeps_the_seat(house: House, store: Store) -> None:
    code, (_, guest, *_) = await house.full_table()
    await let_lapse(house, code, guest)

    await house.departs(code, guest)

    seen = await house.looks(code, guest)
    assert seen.seat == 1
    assert seen.table.seats[1] is not None
    assert not seen.table.seats[1].present
    assert seen.connections[1] is None
    assert not await store.is_due(code, over_due(code, 1, guest.connection))


async def test_a_departure_counts_once(house: House) -> None:
    code, (_, guest, *_) = await house.full_table()
    await let_lapse(house, code, guest)
    before = (await house.looks(code)).table.position.version

    await asyncio.gather(*(house.departs(code, guest) for _ in range(10)))

    assert (await house.looks(code)).table.position.version == before + 1


async def test_a_departure_while_the_lease_lives_is_no_departure(house: House, store: Store) -> None:
    code, (_, guest, *_) = await house.full_table()
    before = (await house.looks(code)).table

    await house.departs(code, guest)

    assert (await house.looks(code)).table == before
    assert await store.hold([(code, 1, guest.connection)], closed=False) == [True]


async def test_nobody_renews_a_lease_that_a_timer_found_over(house: House, store: Store) -> None:
    code, (_, guest, *_) = await house.full_table()
    await let_lapse(house, code, guest)

    assert await store.hold([(code, 1, guest.connection)], closed=False) == [False]
    await house.departs(code, guest)

    assert (await house.looks(code)).connections[1] is None


async def test_an_arrival_between_claim_and_departure_wins(house: House, store: Store) -> None:
    code, (_, guest, *_) = await house.full_table()
    await let_lapse(house, code, guest)
    await house.arrives(code, guest, again=True)

    await house.departs(code, guest)

    assert (await house.looks(code)).connections[1] == guest.connection
    assert await store.hold([(code, 1, guest.connection)], closed=False) == [True]


async def test_an_arrival_and_a_departure_at_once_leave_lease_and_seat_of_one_mind(house: House) -> None:
    code, (_, guest, *_) = await house.full_table()
    for _ in range(20):
        await let_lapse(house, code, guest)

        await asyncio.gather(house.departs(code, guest), house.arrives(code, guest, again=True))

        assert (await house.looks(code)).connections[1] == guest.connection
        assert await house.store.hold([(code, 1, guest.connection)], closed=False) == [True]


async def test_a_departure_of_a_replaced_connection_is_only_cleared_away(house: House, store: Store) -> None:
    code, (_, older, *_) = await house.full_table()
    newer = Guest("Basim", player=older.player)
    await let_lapse(house, code, older)
    arrived = await house.arrives(code, newer)

    await house.departs(code, older)

    seen = await house.looks(code)
    assert seen.table == arrived.table
    assert not await store.is_due(code, over_due(code, 1, older.connection))


async def test_a_departure_from_a_table_that_is_gone_is_cleared_away(house: House, store: Store) -> None:
    code, (_, guest, *_) = await house.full_table()
    await let_lapse(house, code, guest)
    await store._redis.delete(*await store._redis.keys(f"*:table:{code}"))

    await house.departs(code, guest)

    assert not await store.is_due(code, over_due(code, 1, guest.connection))


async def test_a_freed_seat_leaves_no_lease(house: House, store: Store) -> None:
    code, (host, guest, *_) = await house.full_table()

    await house.frees(code, host, 1, "Basim")

    assert not await store.is_due(code, lease_due(code, 1, guest.connection))


async def test_before_the_start_the_engine_hears_nothing(house: House, engine: FakeEngine) -> None:
    code, (_, guest, *_) = await house.full_table()
    await let_lapse(house, code, guest)
    await house.departs(code, guest)

    assert engine.told == []


async def test_the_engine_hears_who_went_away_and_who_came_back(house: House, engine: FakeEngine) -> None:
    code, (_, guest, *_) = await a_match(house)
    await let_lapse(house, code, guest)

    await house.departs(code, guest)
    gone = await engine.told_of(Presence, lambda told: told.present == (True, False, True, True))
    back = await house.arrives(code, guest, again=True)

    returned = await engine.told_of(Presence, lambda told: told.seating >= back.table.position.version)
    assert returned.present == (True, True, True, True)
    assert returned.seating > gone.seating
    await settled(house.store, code)


async def test_a_replaced_connection_is_no_news_to_the_engine(house: House, engine: FakeEngine) -> None:
    code, (host, *_) = await a_match(house)
    told = len(engine.told)

    await house.arrives(code, Guest("Amal", player=host.player))

    assert not await house.store.is_due(code, table_due(code))
    assert len(engine.told) == told


async def test_an_arrival_does_not_wait_for_the_engine(house: House, engine: FakeEngine) -> None:
    code, (_, guest, *_) = await a_match(house)
    engine.is_out()
    await let_lapse(house, code, guest)
    await house.departs(code, guest)

    async with asyncio.timeout(house.settings.handling_ms / 1000 / 2):
        await house.arrives(code, guest, again=True)

    assert await house.store.is_due(code, table_due(code))


async def test_presence_that_a_killed_seating_did_not_tell_is_told_by_another(
    settings: Settings, store: Store
) -> None:
    async with FakeEngine().running(settings) as engine, a_gateway(settings, store) as house:
        async with seating(settings, store):
            code, (_, guest, *_) = await a_match(house)
            engine.is_out()
            await house.leaves(code, guest)

        engine.is_back()
        engine.told.clear()
        async with seating(settings, store):
            assert await store.is_due(code, table_due(code))
            await house.tell(Expire(table=code))

            await engine.told_of(Presence, lambda told: told.present == (True, False, True, True))
            await settled(store, code)
