"""Several connections arrive in one command: those that come to a gateway together."""

import pytest

from contracts.commands import Arrival, Arrivals, Arrived, Seated, arrived
from contracts.subjects import SEATING
from runtime.ask import ask
from runtime.store import Store
from tests.seating.house import Guest, House, Refused
from tests.seating.test_presence import let_lapse


async def come(house: House, code: str, *guests: Guest, holders: tuple[str | None, ...] = ()) -> Arrived:
    """Let them arrive together; raise Refused where all are refused in one."""
    command = Arrivals(
        table=code,
        arrivals=tuple(Arrival(player=guest.player, connection=guest.connection) for guest in guests),
        holders=tuple(holder for holder in holders if holder),
    )
    answer = (await ask(house.broker, SEATING, command, house.settings)).read(arrived)
    if not isinstance(answer, Arrived):
        raise Refused(answer)
    return answer


async def seated(house: House, code: str) -> list[Guest]:
    """Seat three more at a table; none of them is there yet."""
    guests = [Guest(name) for name in ("Basim", "Carim", "Dunya")]
    for guest in guests:
        await house.sits(code, guest)
    return guests


def elsewhere(guest: Guest) -> Guest:
    """The same player, over another connection."""
    return Guest(guest.name, player=guest.player, seat=guest.seat)


async def test_who_comes_together_is_there_in_one_step(house: House, store: Store) -> None:
    host = Guest("Amal")
    code = await house.opens(host)
    guests = [host, *await seated(house, code)]
    before = (await house.looks(code)).table.position.version

    came = await come(house, code, *guests)

    connections = tuple(guest.connection for guest in guests)
    assert (came.seats, came.connections) == ((0, 1, 2, 3), connections)
    assert all(seat is not None and seat.present for seat in came.table.seats)
    assert came.table.position.version == before + 1
    leases = [(code, guest.seat, guest.connection) for guest in guests]
    assert await store.hold(leases, closed=False) == [True] * 4
    await house.event(lambda event: event.position == came.table.position)


async def test_who_has_no_seat_is_told_why_and_hinders_nobody(house: House) -> None:
    code, (host, guest, *_) = await house.full_table()

    came = await come(house, code, Guest("Nobody"), elsewhere(host), guest)

    assert came.seats == ("not_seated", "replaced", 1)


async def test_nothing_happens_at_a_table_where_nobody_gets_a_seat(house: House) -> None:
    code, (host, *_) = await house.full_table()
    before = await house.looks(code)

    came = await come(house, code, elsewhere(host), Guest("Nobody"))

    assert (came.table, came.connections) == (before.table, before.connections)


async def test_seats_are_taken_from_those_who_were_seen_to_hold_them(house: House, store: Store) -> None:
    code, guests = await house.full_table()
    newer = [elsewhere(guest) for guest in guests]
    seen = await house.looks(code)

    came = await come(house, code, *newer, holders=seen.connections)

    assert came.connections == tuple(guest.connection for guest in newer)
    leases = [(code, guest.seat, guest.connection) for guest in guests]
    assert await store.hold(leases, closed=False) == [False] * 4


async def test_arrivals_that_come_late_take_no_seat_from_who_came_after(house: House) -> None:
    code, guests = await house.full_table()
    seen = await house.looks(code)
    second = [elsewhere(guest) for guest in guests]
    await come(house, code, *second, holders=seen.connections)
    third = elsewhere(guests[2])
    await house.arrives(code, third)

    late = await come(house, code, *second, holders=seen.connections)

    assert late.seats == (0, 1, "replaced", 3)
    assert late.connections[2] == third.connection


async def test_of_two_connections_of_one_player_the_second_goes_again(house: House) -> None:
    """Which of them is newer only their gateway can tell: it asks again for the one that is still open."""
    host = Guest("Amal")
    code = await house.opens(host)

    came = await come(house, code, host, elsewhere(host))

    assert came.seats == (0, "replaced")
    assert came.connections[0] == host.connection


async def test_a_lapsed_connection_may_come_again_with_others(house: House, store: Store) -> None:
    code, (host, guest, *_) = await house.full_table()
    await let_lapse(house, code, guest)

    came = await come(house, code, host, guest)

    assert came.seats == (0, 1)
    assert await store.hold([(code, 1, guest.connection)], closed=False) == [True]


async def test_nobody_arrives_at_a_table_that_is_not_there(house: House) -> None:
    with pytest.raises(Refused, match="unknown_table"):
        await come(house, "ABCDEFGH", Guest("Amal"))


async def test_one_who_arrives_alone_holds_the_seat_as_those_together_do(house: House) -> None:
    host = Guest("Amal")
    code = await house.opens(host)
    alone: Seated = await house.arrives(code, host)

    came = await come(house, code, elsewhere(host), holders=alone.connections)

    assert came.seats == (0,)
