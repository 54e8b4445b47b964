"""The host changes the number of seats: people move up, and their connections' leases with them."""

import asyncio

import pytest

from contracts.commands import Begin, Seated
from rules.presets import PRESETS
from runtime.keys import lease_due, over_due
from runtime.store import Store
from tests.seating.house import FakeEngine, Guest, House, Refused
from tests.seating.test_presence import let_lapse
from tests.seating.test_ways_to_start import who


async def is_held(store: Store, code: str, seat: int, guest: Guest) -> bool:
    """Tell whether the guest's connection has a lease on that seat, and renew it."""
    return await store.hold([(code, seat, guest.connection)], closed=False) == [True]


async def gapped(house: House, preset: str = "draw") -> tuple[str, list[Guest]]:
    """A table of four seats with people on the first, the third and the last."""
    code, guests = await house.table_of(4, preset)
    await house.leaves(code, guests[1])
    return code, [guests[0], guests[2], guests[3]]


async def test_more_and_fewer_seats_leave_people_where_they_are(house: House) -> None:
    code, (host, guest) = await house.table_of(2, "draw")

    fewer = await house.chooses(code, host, players=2)
    more = await house.chooses(code, host, players=3)

    assert who(fewer.table.seats) == ["Amal", "Basim"]
    assert who(more.table.seats) == ["Amal", "Basim", None]
    assert more.table.options.players == 3
    assert more.connections == (host.connection, guest.connection, None)


async def test_with_fewer_seats_people_close_up_in_their_order(house: House, store: Store) -> None:
    code, (host, third, fourth) = await gapped(house)

    changed = await house.chooses(code, host, players=3)

    assert who(changed.table.seats) == ["Amal", "Carim", "Dunya"]
    assert changed.connections == (host.connection, third.connection, fourth.connection)
    assert [await is_held(store, code, seat, g) for seat, g in enumerate((host, third, fourth))] == [True] * 3
    for seat, guest in ((2, third), (3, fourth)):
        assert not await store.is_due(code, lease_due(code, seat, guest.connection))
    event = await house.event(lambda event: event.position == changed.table.position)
    assert event.connections == changed.connections


async def test_the_host_moves_with_its_seat(house: House) -> None:
    code, (first, host, _) = await gapped(house)
    await house.leaves(code, first)

    changed = await house.chooses(code, host, players=2)

    assert (changed.seat, changed.table.host) == (0, 0)
    assert who(changed.table.seats) == ["Carim", "Dunya"]


async def test_there_are_never_fewer_seats_than_people(house: House) -> None:
    code, (host, *_) = await gapped(house)
    before = (await house.looks(code)).table

    with pytest.raises(Refused, match="wrong_options") as refusal:
        await house.chooses(code, host, players=2)

    assert refusal.value.fields == ("players",)
    assert (await house.looks(code)).table == before


async def test_the_column_goes_with_the_number_of_seats(house: House, engine: FakeEngine) -> None:
    code, (host, _) = await house.table_of(2, "domna")
    assert (await house.looks(code)).table.settings == PRESETS["domna-4"]

    two = await house.chooses(code, host, players=2)
    await house.starts(code, host)

    assert two.table.settings == PRESETS["domna-2"]
    assert (await engine.told_of(Begin)).rules == PRESETS["domna-2"]


async def test_a_moved_connection_that_has_not_heard_of_it_still_speaks_for_its_person(house: House) -> None:
    code, (host, third, fourth) = await gapped(house)
    await house.chooses(code, host, players=3)

    left = await house.leaves(code, third)  # says seat 2, where somebody else sits by now

    assert who(left.table.seats) == ["Amal", None, "Dunya"]
    assert left.connections == (host.connection, None, fourth.connection)


async def test_a_leaving_that_comes_twice_is_known_when_its_seat_is_not_there_any_more(house: House) -> None:
    code, (host, _, fourth) = await gapped(house)
    await house.leaves(code, fourth)
    await house.chooses(code, host, players=2)

    again = await house.leaves(code, fourth)

    assert who(again.table.seats) == ["Amal", "Carim"]


async def test_a_moved_host_who_starts_twice_starts_once(house: House, engine: FakeEngine) -> None:
    code, (first, host, _) = await gapped(house, "bakesh")
    await house.leaves(code, first)

    answers = [await house.starts(code, host) for _ in range(3)]

    assert [answer.seat for answer in answers] == [0, 0, 0]
    assert who(answers[-1].table.seats) == ["Carim", "Dunya"]
    assert len(engine.of(Begin)) == 1


async def test_a_moved_person_who_is_found_away_is_so_on_the_new_seat(house: House, store: Store) -> None:
    code, (host, third, fourth) = await gapped(house)
    await house.chooses(code, host, players=3)
    third.seat = 1
    await let_lapse(house, code, third)

    await house.departs(code, third)

    seen = await house.looks(code)
    assert seen.connections == (host.connection, None, fourth.connection)
    assert who(seen.table.seats) == ["Amal", "Carim", "Dunya"]


async def test_a_lease_found_over_before_its_person_moved_takes_nobody_away(
    house: House, store: Store
) -> None:
    code, (host, third, fourth) = await gapped(house)
    await let_lapse(house, code, third)
    await house.chooses(code, host, players=3)

    await house.departs(code, third)  # of seat 2

    seen = await house.looks(code)
    assert seen.connections == (host.connection, third.connection, fourth.connection)
    assert not await store.is_due(code, over_due(code, 2, third.connection))
    assert await is_held(store, code, 1, third)


async def test_a_newcomer_and_a_change_of_seats_at_once_leave_nobody_without_a_seat(house: House) -> None:
    for _ in range(10):
        code, (host, *_) = await house.table_of(2, "block")
        newcomer = Guest("Esra")

        sat, chosen = await asyncio.gather(
            house.sits(code, newcomer), house.chooses(code, host, players=2), return_exceptions=True
        )

        names = who((await house.looks(code)).table.seats)
        if isinstance(sat, Seated):
            assert isinstance(chosen, Refused)
            assert (chosen.code, chosen.fields) == ("wrong_options", ("players",))
            assert names == ["Amal", "Basim", "Esra", None]
        else:
            assert isinstance(sat, Refused)
            assert sat.code == "table_full"
            assert names == ["Amal", "Basim"]


async def test_being_alone_cannot_be_chosen_later(house: House) -> None:
    code, (host, *_) = await house.table_of(1, "draw")

    with pytest.raises(Refused, match="wrong_options") as refusal:
        await house.chooses(code, host, alone=True)

    assert refusal.value.fields == ("alone",)
