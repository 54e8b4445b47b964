"""What may be asked of seating, and every way in which it says no."""

import json

import pytest
from nats.aio.msg import Msg

from contracts.commands import (
    Done,
    Expire,
    Failed,
    Look,
    Positions,
    PositionsAsked,
    Sit,
    Start,
)
from contracts.subjects import SEATING, SEATING_POSITIONS
from runtime import metrics
from runtime.store import Store
from tests.harness.known import known
from tests.seating.house import FakeEngine, Guest, House, Refused, a_connection, a_secret


async def test_who_opens_a_table_is_its_host_on_the_first_seat(house: House) -> None:
    host = Guest("  Amal  ")

    code = await house.opens(host, target=150)

    table = (await house.looks(code, host)).table
    assert (table.status, table.host, table.target, table.preset) == ("open", 0, 150, "partners")
    assert [seat and (seat.name, seat.present, seat.computer) for seat in table.seats] == [
        ("Amal", False, None),
        None,
        None,
        None,
    ]


async def test_anyone_with_the_code_may_look_before_sitting(house: House) -> None:
    code = await house.opens(Guest("Amal"))

    seen = await house.looks(code, Guest("Basim"))

    assert seen.seat is None
    assert seen.table.settings.partners
    assert seen.table == (await house.looks(code)).table


async def test_people_sit_on_the_lowest_free_seat(house: House) -> None:
    code, guests = await house.full_table()

    assert [guest.seat for guest in guests] == [0, 1, 2, 3]
    await house.leaves(code, guests[1])

    assert (await house.sits(code, Guest("Esra"))).seat == 1


async def test_the_same_browser_gets_the_same_seat_and_keeps_its_name(house: House) -> None:
    code = await house.opens(Guest("Amal"))
    guest = Guest("Basim")
    first = await house.sits(code, guest)

    second = await house.ask(Sit(table=code, name="\u202eother", player=guest.player))

    assert second == first


async def test_after_the_start_the_same_browser_still_gets_its_seat(house: House, engine: FakeEngine) -> None:
    code, guests = await house.full_table()
    await house.starts(code, guests[0])

    assert (await house.sits(code, guests[2])).seat == 2


async def test_a_full_table_takes_nobody_else(house: House, engine: FakeEngine) -> None:
    code, guests = await house.full_table()

    with pytest.raises(Refused, match="table_full"):
        await house.sits(code, Guest("Esra"))

    await house.starts(code, guests[0])
    with pytest.raises(Refused, match="table_full"):
        await house.sits(code, Guest("Esra"))


@pytest.mark.parametrize("name", ["", "a" * 10_000, "\u202eAmal", "Am\x00al"])
async def test_a_bad_name_is_refused(house: House, name: str) -> None:
    code = await house.opens(Guest("Amal"))

    with pytest.raises(Refused, match="wrong_name") as refusal:
        await house.sits(code, Guest(name))

    assert refusal.value.fields == ("name",)
    assert (await house.looks(code)).table.seats[1] is None


async def test_a_persian_name_keeps_its_non_joiner(house: House) -> None:
    code = await house.opens(Guest("Amal"))

    seated = await house.sits(code, Guest("علی‌رضا"))

    assert seated.table.seats[1] is not None
    assert seated.table.seats[1].name == "علی‌رضا"


async def test_there_is_no_table_with_an_unknown_code(house: House) -> None:
    for command in (
        Look(table="ZZZZZZZZ"),
        Sit(table="ZZZZZZZZ", name="Amal", player=a_secret()),
        Start(table="ZZZZZZZZ", seat=0, connection=a_connection()),
    ):
        with pytest.raises(Refused, match="unknown_table"):
            await house.ask(command)


async def test_a_table_that_was_deleted_is_gone(house: House, store: Store) -> None:
    code = await house.opens(Guest("Amal"))
    await store._redis.delete(*await store._redis.keys(f"*:table:{code}"))

    with pytest.raises(Refused, match="table_gone"):
        await house.looks(code)


async def test_the_host_chooses_the_target_before_the_start(house: House) -> None:
    code, (host, *_) = await house.full_table()

    assert (await house.chooses(code, host, target=300)).table.target == 300
    assert (await house.chooses(code, host, target=None)).table.target == 100


async def test_options_that_do_not_go_are_refused_by_field(house: House) -> None:
    code, (host, *_) = await house.full_table()

    for target in (1, 55, 501):
        with pytest.raises(Refused, match="wrong_options") as refusal:
            await house.chooses(code, host, target=target)
        assert refusal.value.fields == ("target",)
        assert "50 to 500 by 50" in refusal.value.message


async def test_a_guest_is_no_host(house: House) -> None:
    code, (_, guest, *_) = await house.full_table()

    for asked in (
        house.starts(code, guest),
        house.chooses(code, guest, target=200),
        house.frees(code, guest, 3, "Dunya"),
    ):
        with pytest.raises(Refused, match="not_host"):
            await asked


async def test_a_match_starts_only_when_every_seat_is_taken(house: House) -> None:
    host = Guest("Amal")
    code = await house.opens(host)
    await house.arrives(code, host)
    await house.comes(code, "Basim", "Carim")

    with pytest.raises(Refused, match="not_full"):
        await house.starts(code, host)


async def test_the_host_frees_a_seat_and_its_connection_is_cut(house: House) -> None:
    code, (host, guest, *_) = await house.full_table()

    freed = await house.frees(code, host, 1, "Basim")

    assert freed.table.seats[1] is None
    event = await house.event(lambda event: event.position == freed.table.position)
    assert event.connections[0] == host.connection
    assert event.connections[1] is None
    with pytest.raises(Refused, match="not_seated"):
        await house.arrives(code, guest)


async def test_the_host_leaves_its_own_seat_in_another_way(house: House) -> None:
    host = Guest("Amal")
    code = await house.opens(host)
    await house.arrives(code, host)

    with pytest.raises(Refused, match="wrong_value"):
        await house.frees(code, host, 0, "Amal")


async def test_a_seat_freed_again_is_taken_from_nobody_who_sat_down_since(house: House) -> None:
    code, (host, *_) = await house.full_table()
    await house.frees(code, host, 1, "Basim")
    empty = await house.frees(code, host, 1, "Basim")
    [newcomer] = await house.comes(code, "Ehab")

    again = await house.frees(code, host, 1, "Basim")

    assert empty.table.seats[1] is None
    assert newcomer.seat == 1
    assert again.table.seats[1] is not None


async def test_after_the_start_nothing_is_chosen_and_nobody_freed(house: House, engine: FakeEngine) -> None:
    code, (host, *_) = await house.full_table()
    await house.starts(code, host)

    with pytest.raises(Refused, match="already_started"):
        await house.chooses(code, host, target=200)
    with pytest.raises(Refused, match="already_started"):
        await house.frees(code, host, 1, "Basim")


async def test_who_leaves_before_the_start_frees_the_seat_and_hands_the_table_on(house: House) -> None:
    code, (host, *_) = await house.full_table()

    left = await house.leaves(code, host)

    assert (left.seat, left.table.host, left.table.seats[0]) == (None, 1, None)
    event = await house.event(lambda event: event.position == left.table.position)
    assert event.connections[0] is None
    assert (await house.leaves(code, host)).table == left.table, "leaving twice is leaving once"


async def test_the_last_one_leaves_a_table_that_anybody_may_have(house: House) -> None:
    host, guest = Guest("Amal"), Guest("Basim")
    code = await house.opens(host)
    await house.arrives(code, host)

    assert (await house.leaves(code, host)).table.host is None

    assert (await house.sits(code, guest)).table.host == 0


async def test_who_leaves_after_the_start_keeps_the_seat(house: House, engine: FakeEngine) -> None:
    code, (host, guest, *_) = await house.full_table()
    await house.starts(code, host)

    left = await house.leaves(code, guest)

    assert left.seat == 1
    assert left.table.seats[1] is not None
    assert not left.table.seats[1].present
    assert left.connections[1] is None
    assert (await house.arrives(code, guest)).seat == 1


async def test_over_a_replaced_connection_nothing_can_be_said(house: House) -> None:
    code, (host, *_) = await house.full_table()
    await house.arrives(code, Guest("Amal", player=host.player))

    for asked in (
        house.starts(code, host),
        house.chooses(code, host, target=200),
        house.frees(code, host, 1, "Basim"),
        house.leaves(code, host),
    ):
        with pytest.raises(Refused, match="replaced"):
            await asked


async def test_nobody_speaks_for_an_empty_seat(house: House) -> None:
    code = await house.opens(Guest("Amal"))

    with pytest.raises(Refused, match="not_seated"):
        await house.ask(Start(table=code, seat=2, connection=a_connection()))


async def test_every_change_is_published_as_it_was_answered(house: House) -> None:
    code = await house.opens(Guest("Amal"))
    answer = await house.sits(code, Guest("Basim"))

    event = await house.event(lambda event: event.position == answer.table.position)

    assert event.table == answer.table
    assert event.connections == answer.connections
    assert [event.position.version for event in house.events] == [1, 2]


async def test_a_change_that_changes_nothing_is_not_published(house: House) -> None:
    code, (host, *_) = await house.full_table()
    first = await house.chooses(code, host, target=200)

    assert await house.chooses(code, host, target=200) == first


async def test_positions_of_many_tables_are_told_at_once(house: House) -> None:
    codes = [await house.opens(Guest("Amal")) for _ in range(3)]
    asked = PositionsAsked(tables=(*codes, "ZZZZZZZZ"))

    reply = await house.broker.request(asked.model_dump_json().encode(), SEATING_POSITIONS)

    positions = Positions.model_validate_json(reply.body).positions
    assert positions == {code: (await house.looks(code)).table.position for code in codes} | {
        "ZZZZZZZZ": None
    }


async def test_no_answer_and_no_event_holds_a_secret(house: House, store: Store) -> None:
    said: list[bytes] = []

    async def on_any(message: Msg) -> None:
        said.append(message.data)

    await house.broker.connection.subscribe("_INBOX_gateway.>", cb=on_any)
    await house.broker.connection.subscribe("v1.evt.>", cb=on_any)
    code, guests = await house.full_table()
    await house.looks(code, guests[1])
    await known(house.broker.connection)

    stored = b"".join([str(await store._redis.dump(key)).encode() for key in await store._redis.keys("*")])
    assert len(said) >= 8
    for guest in guests:
        assert guest.player.encode() not in b"".join(said)
        assert guest.player.encode() not in stored


@pytest.mark.parametrize(
    "body",
    [b"", b"{}", b"\xff", b'{"type":"look"}', b'{"type":"look","table":"abc"}', b"[]"],
)
async def test_what_is_no_command_is_refused(house: House, body: bytes) -> None:
    reply = await house.broker.request(body, SEATING)

    assert Failed.model_validate_json(reply.body).error.code == "wrong_value"


@pytest.mark.parametrize("body", [b'{"type":"x"}', b'{"type":"look","table":"7K3MXY52","new":1}'])
async def test_a_command_that_only_a_later_release_can_know_is_left_to_it(house: House, body: bytes) -> None:
    reply = await house.broker.request(body, SEATING)

    assert Failed.model_validate_json(reply.body).error.code == "unavailable"


async def test_a_reminder_of_a_table_that_is_gone_is_settled(house: House) -> None:
    assert json.loads(await house.tell(Expire(table="ZZZZZZZZ"))) == Done().model_dump()


async def test_commands_are_counted_by_outcome(house: House) -> None:
    def counted(kind: str, outcome: str) -> float:
        labels = {"service": "seating", "kind": kind, "outcome": outcome}
        return metrics.REGISTRY.get_sample_value("doublesix_commands_total", labels) or 0

    before = counted("sit", "accepted"), counted("sit", "repeated"), counted("sit", "wrong_name")
    code = await house.opens(Guest("Amal"))
    guest = Guest("Basim")
    await house.sits(code, guest)
    await house.sits(code, guest)
    with pytest.raises(Refused):
        await house.sits(code, Guest(""))

    after = counted("sit", "accepted"), counted("sit", "repeated"), counted("sit", "wrong_name")
    assert [late - early for early, late in zip(before, after, strict=True)] == [1, 1, 1]
