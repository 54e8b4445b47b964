"""Each way in which a table starts: only full, filled with computer players, or with those who sit."""

from dataclasses import replace
from typing import Any

import pytest

from contracts.commands import Begin
from contracts.frames import TableFrame
from contracts.lobby import SeatTaken
from rules.presets import GAMES
from tests.seating.house import FakeEngine, House, Refused

CUSTOM = GAMES["custom"].columns[0]


def who(seats: tuple[SeatTaken | None, ...]) -> list[str | None]:
    """Each seat's owner: a person's name, a computer player's level in brackets."""
    return [seat and (seat.name or f"({seat.computer})") for seat in seats]


@pytest.mark.parametrize(("preset", "players"), [("partners", 4), ("duel", 2), ("domna", 2), ("domna", 4)])
async def test_a_table_for_people_only_starts_when_it_is_full(
    house: House, engine: FakeEngine, preset: str, players: Any
) -> None:
    code, (host, *_) = await house.table_of(players - 1, preset, players=players)
    with pytest.raises(Refused, match="not_full"):
        await house.starts(code, host)
    await house.comes(code, "Esra")

    started = await house.starts(code, host)

    assert started.table.status == "starting"
    begin = await engine.told_of(Begin)
    assert begin.players == players
    assert begin.computers == (None,) * players
    assert begin.rules == GAMES[preset].column(players)


@pytest.mark.parametrize("preset", ["draw", "block", "fives", "custom"])
@pytest.mark.parametrize(("people", "players"), [(1, 2), (1, 4), (2, 3), (3, 4), (4, 4)])
async def test_empty_seats_are_filled_with_computer_players_of_the_level_chosen(
    house: House, engine: FakeEngine, preset: str, people: int, players: Any
) -> None:
    code, (host, *others) = await house.table_of(people, preset, players=players, level="hard")

    started = await house.starts(code, host)

    names = [host.name, *(other.name for other in others)]
    assert who(started.table.seats) == [*names, *["(hard)"] * (players - people)]
    begin = await engine.told_of(Begin)
    assert begin.players == players
    assert begin.present == (True,) * people + (False,) * (players - people)
    assert begin.computers == (None,) * people + ("hard",) * (players - people)
    assert begin.left == (False,) * players


async def test_computer_players_take_the_seats_in_between(house: House, engine: FakeEngine) -> None:
    code, (host, guest, *_) = await house.table_of(3, "block")
    await house.leaves(code, guest)

    started = await house.starts(code, host)

    assert who(started.table.seats) == ["Amal", "(medium)", "Carim", "(medium)"]
    assert (await engine.told_of(Begin)).computers == (None, "medium", None, "medium")


@pytest.mark.parametrize(("gone", "left"), [([1], ["Amal", "Carim"]), ([0, 2], ["Basim"])])
async def test_those_who_sit_close_up(
    house: House, engine: FakeEngine, gone: list[int], left: list[str]
) -> None:
    code, guests = await house.table_of(3, "bakesh")
    for seat in gone:
        await house.leaves(code, guests[seat])
    host = guests[1] if 0 in gone else guests[0]

    started = await house.starts(code, host)

    alone = len(left) == 1
    assert who(started.table.seats) == [*left, *["(medium)"] * alone]
    assert (started.seat, started.table.host) == (0, 0)
    begin = await engine.told_of(Begin)
    assert begin.players == len(begin.present) == len(begin.computers) == len(left) + alone


async def test_four_who_sit_start_as_they_are(house: House, engine: FakeEngine) -> None:
    code, (host, *_) = await house.table_of(4, "bakesh")

    started = await house.starts(code, host)

    assert who(started.table.seats) == ["Amal", "Basim", "Carim", "Dunya"]
    assert (await engine.told_of(Begin)).players == 4


@pytest.mark.parametrize(
    ("rules", "people", "starts"),
    [
        ({"start": "seated", "computer_players": "no"}, 1, False),
        ({"start": "seated", "computer_players": "no"}, 2, True),
        ({"start": "seated", "computer_players": "solo", "seats": (3, 4)}, 1, False),
        ({"start": "seated", "computer_players": "yes", "seats": (2, 4)}, 3, False),
        ({"start": "fill", "computer_players": "solo"}, 1, True),
        ({"start": "fill", "computer_players": "solo"}, 2, False),
        ({"start": "fill", "computer_players": "solo"}, 4, True),
    ],
)
async def test_a_table_starts_only_with_as_many_as_its_rules_allow(
    house: House, engine: FakeEngine, rules: dict[str, Any], people: int, starts: bool
) -> None:
    code, (host, *_) = await house.table_of(people, "custom", rules=replace(CUSTOM, **rules))

    if starts:
        assert (await house.starts(code, host)).table.status == "starting"
    else:
        with pytest.raises(Refused, match="not_full"):
            await house.starts(code, host)
        assert (await house.looks(code)).table.status == "open"


async def test_a_table_is_told_with_its_own_rules_in_full(house: House, engine: FakeEngine) -> None:
    rules = replace(CUSTOM, tiles="double-nine", seats=(3,), hand=((3, 9),), start="full")
    code, (host, *_) = await house.table_of(3, "custom", rules=rules, target=151)

    started = await house.starts(code, host)

    frame = TableFrame.model_validate_json(TableFrame(table=started.table).model_dump_json())
    assert frame.table.settings == frame.table.options.rules == rules
    begin = await engine.told_of(Begin)
    assert (begin.rules, begin.players, begin.target) == (rules, 3, 151)
