"""Opening a table: one request is one table."""

import asyncio

import pytest

from contracts.commands import Open
from contracts.ids import CODE_ALPHABET
from contracts.lobby import Options
from rules.presets import GAMES
from runtime.store import Store
from tests.seating.house import Guest, House, Refused, a_secret


def an_opening(**changes: object) -> Open:
    asked: dict[str, object] = {
        "preset": "partners",
        "options": Options(),
        "name": "Amal",
        "player": a_secret(),
        "request": "first",
    }
    return Open.model_validate(asked | changes)


async def test_the_same_request_is_the_same_table(house: House) -> None:
    asked = an_opening()

    answers = await asyncio.gather(*(house.ask(asked) for _ in range(20)))

    assert len({answer.table.code for answer in answers}) == 1
    assert {answer.seat for answer in answers} == {0}
    assert len(house.events) == 1


async def test_a_request_belongs_to_its_player(house: House) -> None:
    one = await house.ask(an_opening(request="first"))
    other = await house.ask(an_opening(request="first"))

    assert one.table.code != other.table.code


async def test_another_request_of_a_player_is_another_table(house: House) -> None:
    player = a_secret()
    one = await house.ask(an_opening(player=player, request="first"))
    other = await house.ask(an_opening(player=player, request="second"))

    assert one.table.code != other.table.code


@pytest.mark.parametrize("changed", [{"name": "Basim"}, {"preset": "draw"}, {"options": Options(target=200)}])
async def test_a_request_used_for_another_table_is_refused(house: House, changed: dict[str, object]) -> None:
    player = a_secret()
    await house.ask(an_opening(player=player))

    with pytest.raises(Refused, match="request_reused"):
        await house.ask(an_opening(player=player, **changed))


async def test_a_request_asked_again_finds_its_table_as_it_is_now(house: House) -> None:
    asked = an_opening()
    code = (await house.ask(asked)).table.code
    await house.sits(code, Guest("Basim"))

    again = await house.ask(asked)

    assert again.table.code == code
    assert again.table.seats[1] is not None


async def test_a_request_that_died_halfway_goes_on_when_it_is_asked_again(house: House, store: Store) -> None:
    asked = an_opening()
    code = (await house.ask(asked)).table.code
    await store._redis.delete(*await store._redis.keys(f"*{code}"))  # reserved, but never written

    assert (await house.ask(asked)).table.code == code


async def test_a_table_that_is_gone_is_not_opened_again(house: House, store: Store) -> None:
    asked = an_opening()
    code = (await house.ask(asked)).table.code
    await store._redis.delete(*await store._redis.keys(f"*:table:{code}"))

    with pytest.raises(Refused, match="table_gone"):
        await house.ask(asked)


async def test_who_has_left_is_not_seated_again_by_an_old_request(house: House) -> None:
    asked = an_opening()
    code = (await house.ask(asked)).table.code
    host = Guest("Amal", player=asked.player)
    await house.arrives(code, host)
    await house.leaves(code, host)

    with pytest.raises(Refused, match="not_seated"):
        await house.ask(asked)


@pytest.mark.parametrize("preset", GAMES)
async def test_every_game_can_be_opened(house: House, preset: str) -> None:
    table = (await house.ask(an_opening(preset=preset))).table

    assert (table.preset, table.status) == (preset, "open")
    assert table.settings == GAMES[preset].column(len(table.seats))


@pytest.mark.parametrize("preset", ["", "Partners", "domna-4", "domna-2", "all fives", "x" * 64])
async def test_a_game_that_there_is_not_is_refused(house: House, preset: str) -> None:
    with pytest.raises(Refused, match="unknown_preset") as refusal:
        await house.ask(an_opening(preset=preset))

    assert refusal.value.fields == ("preset",)


@pytest.mark.parametrize("target", [1, 51, 1000])
async def test_a_target_that_is_not_offered_is_refused(house: House, target: int) -> None:
    with pytest.raises(Refused, match="wrong_options") as refusal:
        await house.ask(an_opening(options=Options(target=target)))

    assert refusal.value.fields == ("target",)


async def test_a_host_needs_a_name(house: House) -> None:
    with pytest.raises(Refused, match="wrong_name"):
        await house.ask(an_opening(name="\u2067"))


async def test_codes_are_spelled_to_be_read_out(house: House) -> None:
    codes = {await house.opens(Guest("Amal")) for _ in range(20)}

    assert len(codes) == 20
    assert all(len(code) == 8 and set(code) <= set(CODE_ALPHABET) for code in codes)


async def test_a_new_table_counts_as_open(house: House, store: Store) -> None:
    await house.opens(Guest("Amal"))

    assert await store.census() == {"open": 1}
