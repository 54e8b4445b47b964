"""Computer players: alone with them, in empty seats, for somebody who left; and how well they play."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from contracts.commands import Begin, Expire, Open, Presence, Seated
from contracts.lobby import Options
from rules.presets import GAMES
from runtime.keys import table_due
from runtime.settings import Settings
from runtime.store import Store
from tests.seating.house import FakeEngine, Guest, House, Refused, a_gateway, a_secret, seating
from tests.seating.test_presence import let_lapse
from tests.seating.test_starting import is_playing, settled
from tests.seating.test_ways_to_start import CUSTOM, who


async def playing(house: House, people: int, preset: str = "draw", **options: Any) -> tuple[str, list[Guest]]:
    """A table that plays, with nothing owed to the engine."""
    code, guests = await house.table_of(people, preset, **options)
    await house.starts(code, guests[0])
    await house.event(lambda event: event.table.code == code and is_playing(event))
    await settled(house.store, code)
    return code, guests


# alone


@pytest.mark.parametrize("preset", [name for name in GAMES if name != "partners"])
async def test_a_table_to_play_alone_starts_at_once(house: House, engine: FakeEngine, preset: str) -> None:
    code = await house.opens(Guest("Amal"), preset=preset, alone=True, level="easy")

    begin = await engine.told_of(Begin)
    others = max(GAMES[preset].players) - 1
    assert begin.computers == (None, *["easy"] * others)
    assert begin.present == begin.left == (False,) * (others + 1)
    table = (await house.event(is_playing)).table
    assert who(table.seats) == ["Amal", *["(easy)"] * others]
    assert [event.table.status for event in house.events] == ["starting", "playing"]
    await settled(house.store, code)


async def test_one_plays_alone_against_as_many_as_one_likes(house: House, engine: FakeEngine) -> None:
    for players in (2, 3, 4):
        await house.opens(Guest("Amal"), preset="bakesh", alone=True, players=players)
        assert (await engine.told_of(Begin, lambda told, n=players: told.players == n)).computers[1:] == (
            "medium",
        ) * (players - 1)


async def test_nobody_joins_who_plays_alone(house: House, engine: FakeEngine) -> None:
    code = await house.opens(Guest("Amal"), preset="draw", alone=True)

    for _ in range(2):
        with pytest.raises(Refused, match="table_full"):
            await house.sits(code, Guest("Basim"))
        await house.event(is_playing)


async def test_a_table_to_play_alone_that_is_asked_for_often_is_one(house: House, engine: FakeEngine) -> None:
    asked = Open(preset="fives", options=Options(alone=True), name="Amal", player=a_secret(), request="first")

    answers = await asyncio.gather(*(house.ask(asked) for _ in range(20)))
    await house.event(is_playing)

    assert len({answer.table.code for answer in answers}) == 1
    await settled(house.store, answers[0].table.code)
    assert len(engine.of(Begin)) == 1


async def test_a_table_to_play_alone_that_a_killed_seating_opened_is_begun_by_another(
    settings: Settings, store: Store
) -> None:
    async with a_gateway(settings, store) as house:
        async with seating(settings, store):
            code = await house.opens(Guest("Amal"), preset="duel", alone=True)  # no engine yet

        async with FakeEngine().running(settings) as engine, seating(settings, store):
            assert await store.is_due(code, table_due(code))
            await house.tell(Expire(table=code))

            assert (await engine.told_of(Begin)).players == 2
            await settled(store, code)


async def test_who_plays_alone_is_told_to_the_engine_when_coming_and_going(
    house: House, engine: FakeEngine
) -> None:
    host = Guest("Amal")
    code = await house.opens(host, preset="duel", alone=True)
    await house.event(is_playing)
    await house.arrives(code, host)
    await engine.told_of(Presence, lambda told: told.present == (True, False))

    await house.leaves(code, host)

    told = await engine.told_of(Presence, lambda told: told.left == (True, False))
    assert told.computers == (None, "medium")


# sitting down after the start


async def test_a_newcomer_takes_the_first_seat_of_a_computer_player(house: House, engine: FakeEngine) -> None:
    code, _ = await playing(house, 2)
    guest = Guest("Esra")

    sat = await house.sits(code, guest)

    assert guest.seat == 2
    assert who(sat.table.seats) == ["Amal", "Basim", "Esra", "(medium)"]
    await house.arrives(code, guest)
    told = await engine.told_of(Presence, lambda told: told.present == (True, True, True, False))
    assert told.computers == (None, None, None, "medium")


async def test_until_a_newcomer_is_there_the_computer_player_plays_on(
    house: House, engine: FakeEngine
) -> None:
    code, _ = await playing(house, 2)
    guest = Guest("Esra")
    sat = await house.sits(code, guest)

    assert [seat.computer for seat in sat.table.seats if seat] == [None, None, "medium", "medium"]
    assert [seat.name for seat in sat.table.seats if seat][2] == "Esra"
    assert not engine.of(Presence, lambda told: told.computers[2] is None)

    arrived = await house.arrives(code, guest)
    assert [seat.computer for seat in arrived.table.seats if seat] == [None, None, None, "medium"]
    await house.departs(code, guest)
    away = await house.looks(code)
    assert [seat.computer for seat in away.table.seats if seat] == [None, None, None, "medium"]


async def test_fifty_newcomers_for_one_computer_seat_get_one_seat(
    house: House, settings: Settings, store: Store, engine: FakeEngine
) -> None:
    code, _ = await playing(house, 3)
    guests = [Guest(f"Guest {number}") for number in range(50)]

    async with seating(settings, store):  # two of them, so that they meet in the store
        answers = await asyncio.gather(*(house.sits(code, guest) for guest in guests), return_exceptions=True)

    seated = [guest for guest, answer in zip(guests, answers, strict=True) if isinstance(answer, Seated)]
    refused = [answer for answer in answers if isinstance(answer, Refused)]
    assert [(guest.seat, len(seated)) for guest in seated] == [(3, 1)]
    assert {answer.code for answer in refused} == {"table_full"}
    assert len(refused) == 49
    table = (await house.looks(code)).table
    assert who(table.seats) == ["Amal", "Basim", "Carim", seated[0].name]


async def test_a_newcomer_needs_a_name_only_where_there_is_a_seat(house: House, engine: FakeEngine) -> None:
    code, _ = await playing(house, 3)

    with pytest.raises(Refused, match="wrong_name"):
        await house.sits(code, Guest("\u2067"))
    await house.sits(code, Guest("Esra"))
    with pytest.raises(Refused, match="table_full"):
        await house.sits(code, Guest("\u2067"))


async def test_a_newcomer_may_come_before_the_first_deal(house: House, engine: FakeEngine) -> None:
    engine.is_out()
    code, (host, *_) = await house.table_of(1, "block", players=2)
    await house.starts(code, host)
    await engine.told_of(Begin)

    guest = Guest("Basim")
    await house.sits(code, guest)
    await house.arrives(code, guest)
    engine.is_back()
    await house.tell(Expire(table=code))

    await engine.told_of(Presence, lambda told: told.computers == (None, None))


@pytest.mark.parametrize(
    ("preset", "rules"),
    [("bakesh", None), ("custom", replace(CUSTOM, start="seated")), ("custom", {"computer_players": "solo"})],
)
async def test_where_empty_seats_were_not_filled_for_others_nobody_comes_later(
    house: House, engine: FakeEngine, preset: str, rules: Any
) -> None:
    own = replace(CUSTOM, **rules) if isinstance(rules, dict) else rules
    code, _ = await playing(house, 1, preset, rules=own)
    assert "(medium)" in who((await house.looks(code)).table.seats)

    with pytest.raises(Refused, match="table_full"):
        await house.sits(code, Guest("Basim"))


# leaving


async def test_a_computer_player_plays_for_who_leaves_until_that_person_is_back(
    house: House, engine: FakeEngine
) -> None:
    code, (_, guest, *_) = await playing(house, 4, "domna", level="hard")

    left = await house.leaves(code, guest)

    seat = left.table.seats[1]
    assert seat is not None
    assert (seat.name, seat.present, seat.computer) == ("Basim", False, "hard")
    told = await engine.told_of(Presence, lambda told: told.left[1])
    assert told.computers == (None, "hard", None, None)
    assert told.present == (True, False, True, True)
    back = await house.arrives(code, Guest("Basim", player=guest.player))
    assert back.table.seats[1] is not None
    assert (back.seat, back.table.seats[1].computer) == (1, None)
    told = await engine.told_of(Presence, lambda told: told.seating >= back.table.position.version)
    assert (told.computers, told.left) == ((None,) * 4, (False,) * 4)


async def test_where_a_seat_is_kept_no_computer_player_takes_it(house: House, engine: FakeEngine) -> None:
    code, (_, guest) = await playing(house, 2, "duel")

    left = await house.leaves(code, guest)

    assert left.table.seats[1] is not None
    assert left.table.seats[1].computer is None
    told = await engine.told_of(Presence, lambda told: told.left == (False, True))
    assert told.computers == (None, None)


async def test_nobody_is_replaced_at_a_table_with_nobody_else(house: House, engine: FakeEngine) -> None:
    host = Guest("Amal")
    code = await house.opens(host, preset="domna", players=2, alone=True)
    await house.arrives(code, host)
    await house.event(is_playing)

    left = await house.leaves(code, host)

    assert left.table.seats[0] is not None
    assert left.table.seats[0].computer is None
    await engine.told_of(Presence, lambda told: told.left == (True, False))


async def test_who_only_lost_the_connection_has_not_left(house: House, engine: FakeEngine) -> None:
    code, (_, guest) = await playing(house, 2, "domna", players=2)
    await let_lapse(house, code, guest)

    await house.departs(code, guest)

    told = await engine.told_of(Presence, lambda told: told.present == (True, False))
    assert (told.computers, told.left) == ((None, None), (False, False))


async def test_leaving_twice_is_leaving_once(house: House, engine: FakeEngine) -> None:
    code, (_, guest) = await playing(house, 2, "domna", players=2)

    answers = [await house.leaves(code, guest) for _ in range(3)]

    assert len({answer.table.position for answer in answers}) == 1


async def test_who_had_gone_away_may_still_leave(house: House, engine: FakeEngine) -> None:
    code, (_, guest) = await playing(house, 2, "domna", players=2)
    await let_lapse(house, code, guest)
    await house.departs(code, guest)

    await house.leaves(code, guest)

    await engine.told_of(Presence, lambda told: told.computers == (None, "medium"))


# how well they play


async def test_who_plays_alone_sets_the_level_during_the_match(house: House, engine: FakeEngine) -> None:
    code, (host,) = await playing(house, 1, "block", level="easy")

    changed = await house.sets_level(code, host, 2, "hard")

    assert who(changed.table.seats) == ["Amal", "(easy)", "(hard)", "(easy)"]
    told = await engine.told_of(Presence, lambda told: told.computers[2] == "hard")
    assert told.computers == (None, "easy", "hard", "easy")
    assert await house.sets_level(code, host, 2, "hard") == changed


async def test_a_level_is_refused_where_no_computer_player_sits(house: House, engine: FakeEngine) -> None:
    code, (host,) = await house.table_of(1, "draw", players=3)
    for other in (0, 1):
        with pytest.raises(Refused, match="no_computer") as refusal:
            await house.sets_level(code, host, other, "hard")
        assert refusal.value.fields == ("seat",)
    await house.starts(code, host)

    with pytest.raises(Refused, match="no_computer"):
        await house.sets_level(code, host, 0, "hard")
    with pytest.raises(Refused, match="no_such_seat"):
        await house.sets_level(code, host, 3, "hard")


async def test_a_level_is_nobodys_to_set_where_others_play(house: House, engine: FakeEngine) -> None:
    code, (host, guest) = await playing(house, 2)

    with pytest.raises(Refused, match="not_alone"):
        await house.sets_level(code, host, 2, "hard")
    with pytest.raises(Refused, match="not_host"):
        await house.sets_level(code, guest, 2, "hard")
    await house.leaves(code, guest)
    with pytest.raises(Refused, match="not_alone"):
        await house.sets_level(code, host, 2, "hard")


async def test_a_stand_in_has_the_level_of_the_table(house: House, engine: FakeEngine) -> None:
    code, (host, guest) = await playing(house, 2, "domna", players=2)
    await house.leaves(code, guest)

    with pytest.raises(Refused, match="no_computer"):
        await house.sets_level(code, host, 1, "hard")
