"""Tables that were stored before there were computer players: they load, and go on."""

from pathlib import Path

from contracts.commands import Expire, Presence
from runtime.store import Store, next_position
from seating import snapshot
from seating.table import Computer, Table
from tests.seating.house import FakeEngine, House
from tests.seating.test_table import a_table_of

YESTERDAY = Path(__file__).with_name("yesterday.json").read_bytes()


def test_a_table_of_yesterday_loads() -> None:
    table: Table = snapshot.load(YESTERDAY)

    assert (table.status, table.host, table.target) == ("playing", 0, 150)
    assert [person.name for person in table.people] == ["amal", "basim", "carim", "dunya"]
    assert table.present == (True, False, False, True)
    assert table.left == (False, False, False, False)
    assert table.computers == (None, None, None, None)
    assert (table.options.level, table.options.players, table.options.alone) == ("medium", None, False)
    assert snapshot.load(snapshot.dump(table)) == table


def test_people_and_computer_players_are_told_apart_when_they_are_loaded() -> None:
    table = a_table_of("amal").with_seat(1, Computer("hard"))

    loaded = snapshot.load(snapshot.dump(table))

    assert loaded == table
    assert isinstance(loaded.seats[1], Computer)


async def test_a_table_of_yesterday_goes_on(house: House, engine: FakeEngine, store: Store) -> None:
    table = snapshot.load(YESTERDAY)
    assert await store.commit(
        "table",
        table.code,
        expected=None,
        position=next_position(None),
        body=YESTERDAY,
        state=None,
        due={},
    )

    seen = await house.looks(table.code)
    assert [seat and seat.computer for seat in seen.table.seats] == [None] * 4
    await house.tell(Expire(table=table.code))

    told = await engine.told_of(Presence)
    assert (told.present, told.left) == (table.present, (False,) * 4)
