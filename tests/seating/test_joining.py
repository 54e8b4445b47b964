"""Many who come at once."""

import asyncio

from contracts.commands import Seated
from runtime import metrics
from runtime.settings import Settings
from runtime.store import Store
from tests.seating.house import Guest, House, Refused, seating


async def test_fifty_who_join_at_once_fill_the_table_and_no_more(
    house: House, settings: Settings, store: Store
) -> None:
    code = await house.opens(Guest("Amal"))
    guests = [Guest(f"Guest {number}") for number in range(50)]

    async with seating(settings, store), seating(settings, store), seating(settings, store):
        answers = await asyncio.gather(*(house.sits(code, guest) for guest in guests), return_exceptions=True)

    table = (await house.looks(code)).table
    seated = [guest for guest, answer in zip(guests, answers, strict=True) if isinstance(answer, Seated)]
    refused = [answer for answer in answers if isinstance(answer, Refused)]
    assert sorted(guest.seat for guest in seated) == [1, 2, 3]
    assert {answer.code for answer in refused} == {"table_full"}
    assert len(seated) + len(refused) == 50
    assert [seat and seat.name for seat in table.seats[1:]] == [
        guest.name for guest in sorted(seated, key=lambda guest: guest.seat)
    ]
    assert table.position.version == 4
    assert _in_vain()


async def test_one_browser_that_joins_fifty_times_at_once_gets_one_seat(house: House) -> None:
    code = await house.opens(Guest("Amal"))
    guest = Guest("Basim")

    answers = await asyncio.gather(*(house.sits(code, guest) for _ in range(50)))

    assert {answer.seat for answer in answers} == {1}
    assert (await house.looks(code)).table.seats[2] is None


async def test_everybody_arrives_at_once_and_all_are_present(house: House) -> None:
    code, guests = await house.full_table()
    again = [Guest(guest.name, player=guest.player) for guest in guests]
    before = _in_vain()

    await asyncio.gather(*(house.arrives(code, guest) for guest in again))

    seen = await house.looks(code)
    assert all(seat and seat.present for seat in seen.table.seats)
    assert seen.connections == tuple(guest.connection for guest in again)
    assert _in_vain() == before, "one house takes them one after another"


def _in_vain() -> float:
    """Commits so far for which somebody else was first."""
    name, of = "doublesix_commit_conflicts_total", {"service": "seating"}
    return metrics.REGISTRY.get_sample_value(name, of) or 0
