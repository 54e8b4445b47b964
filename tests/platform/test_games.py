"""Every game, for every number of players, from the first deal to its end, by clients over real connections.

What the clients were shown is then played again by the rules, and is what the platform has stored.
"""

import asyncio
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from pydantic import TypeAdapter

from rules.presets import PRESETS
from rules.ruleset import ANY_TARGET, RuleSet
from tests.harness.platform import Platform
from tests.harness.player import Frame, Player
from tests.platform.eye import Eye
from tests.platform.rounds import Ended, played_again

pytestmark = pytest.mark.slow

ENV = {
    "DOUBLESIX_FRAMES_PER_SECOND": "1000",
    "DOUBLESIX_FRAMES_BURST": "1000",
    "DOUBLESIX_TABLES_PER_MINUTE": "1000",
    "DOUBLESIX_BOT_DELAY_MIN_MS": "1",
    "DOUBLESIX_BOT_DELAY_MAX_MS": "2",
    "DOUBLESIX_BOT_BUDGET_MS": "5",
}
RULES: TypeAdapter[RuleSet] = TypeAdapter(RuleSet)


@dataclass(frozen=True)
class Table:
    """What a host opens, and how many people come to it; `seats` are those of the match."""

    game: str
    people: int
    seats: int
    options: dict[str, Any] = field(default_factory=dict)
    rules: RuleSet | None = None
    name: str = ""

    @property
    def asked(self) -> dict[str, Any]:
        own = {} if self.rules is None else {"rules": RULES.dump_python(self.rules, mode="json")}
        return {**self.options, **own}

    def __str__(self) -> str:
        return f"{self.name or self.game}-for-{self.seats}-{self.people}-of-them-people"


def own(name: str, like: str, people: int, seats: int, **changes: object) -> Table:
    rules = replace(PRESETS[like], **{"target": ANY_TARGET, "seats": (seats,), **changes})  # type: ignore[arg-type]
    alone = people == 1
    return Table("custom", people, seats, {"target": 40, "players": seats, "alone": alone}, rules, name)


FIFTY = {"target": 50}
ALONE = {"alone": True}

TABLES = [
    Table("partners", 4, 4, FIFTY),
    Table("draw", 2, 2, FIFTY | {"players": 2}),
    Table("draw", 2, 3, FIFTY | {"players": 3, "level": "easy"}),
    Table("draw", 1, 4, FIFTY | ALONE),
    Table("block", 1, 2, FIFTY | {"players": 2}),
    Table("block", 3, 3, FIFTY | {"players": 3}),
    Table("block", 2, 4, FIFTY),
    Table("fives", 2, 2, FIFTY | {"players": 2}),
    Table("fives", 1, 3, FIFTY | ALONE | {"players": 3, "level": "hard"}),
    Table("fives", 4, 4, FIFTY),
    Table("domna", 2, 2, {"players": 2}),
    Table("domna", 1, 2, ALONE | {"players": 2}),
    Table("domna", 4, 4),
    Table("domna", 1, 4, ALONE | {"players": 4}),
    Table("bakesh", 1, 2),
    Table("bakesh", 3, 3),
    Table("bakesh", 4, 4),
    Table("bakesh", 1, 4, ALONE | {"level": "easy"}),
    own("partners-with-drawing", "draw", 3, 4, partners=True, hand=((4, 5),)),
    own("double-nine", "draw", 2, 3, tiles="double-nine", hand=((3, 7),)),
    own("fives-without-spinner", "fives", 2, 3, spinner=False),
    own("four-way-without-fives", "block", 2, 2, spinner=True),
    own("reserve-of-two", "draw", 1, 2, reserve=2),
]


@pytest.fixture(scope="module")
def platform() -> Iterator[Platform]:
    with Platform(bots=1, env=ENV, fsync="everysec") as platform:
        yield platform


@asynccontextmanager
async def at_a_table(platform: Platform, table: Table, ended: Ended) -> AsyncIterator[list[Player]]:
    """The people of a table, connected, its match begun."""
    people = [
        Player(platform.urls, f"P{number}", random.Random(f"{table} {number}"), on_view=ended.see)
        for number in range(table.people)
    ]
    try:
        code = await people[0].open_table(table.game, **table.asked)
        for person in people[1:]:
            await person.sit(code)
        for person in people:
            await person.connect()
        if not table.options.get("alone"):
            reply = await people[0].ask({"type": "start"})
            assert reply["ok"], reply
        yield people
    finally:
        await asyncio.gather(*(person.close() for person in people))


async def check(platform: Platform, table: Table, people: list[Player], ended: Ended) -> None:
    """What was shown, played again, is what is stored; and every accepted move stands in it."""
    told = people[0].table
    assert told is not None
    rules = RULES.validate_python(told["settings"], strict=False)
    match = played_again(people[0].code, rules, table.seats, told["target"], ended.rounds)
    async with Eye.open(platform) as eye:
        stored = await eye.game(people[0].code)
    assert stored is not None
    assert match == stored.match
    assert [person.refused for person in people] == [[]] * len(people)
    for person in people:
        for move in person.acknowledged:
            if move.round in ended.rounds:
                logged = ended.rounds[move.round]["log"][move.ply]
                assert (logged["seat"], logged["type"], logged["by"]) == (move.seat, move.type, "player")


def by(ended: Ended, seat: int) -> set[str]:
    """Who played for a seat, the table's own doing left out."""
    whom = {entry["by"] for shown in ended.rounds.values() for entry in shown["log"] if entry["seat"] == seat}
    return whom - {"table"}


def begun(view: Frame) -> bool:
    return bool(view["round"]["ply"] > 4)


def between(view: Frame) -> bool:
    return bool(view["phase"] == "between")


def over(view: Frame) -> bool:
    return bool(view["phase"] == "over")


@pytest.mark.parametrize("table", TABLES, ids=str)
async def test_a_match_is_played_to_its_end(platform: Platform, table: Table) -> None:
    ended = Ended()
    async with at_a_table(platform, table, ended) as people:
        await asyncio.gather(*(person.play(until=over) for person in people))

        await check(platform, table, people, ended)
        winner = people[0].view["match"]["winner"]  # type: ignore[index]
        assert people[0].view["match"]["scores"][winner] >= people[0].view["match"]["target"]  # type: ignore[index]
    assert [by(ended, seat) for seat in range(table.people)] == [{"player"}] * table.people
    assert [by(ended, seat) for seat in range(table.people, table.seats)] == [{"computer"}] * (
        table.seats - table.people
    )


async def all_ask(people: list[Player]) -> None:
    """Everybody asks for a new round; it is dealt."""
    view = people[0].view
    assert view is not None
    at = {"match": 1, "round": view["round"]["number"], "ply": view["round"]["ply"]}
    await asyncio.gather(
        *(person.until(lambda person=person: _at(person) == at) for person in people)  # type: ignore[misc]
    )
    for person in people:
        reply = await person.ask({"type": "new_round", **at})
        assert reply["ok"], reply
    await asyncio.gather(
        *(person.until(lambda person=person: _at(person)["round"] > at["round"]) for person in people)  # type: ignore[misc]
    )


def _at(person: Player) -> dict[str, int]:
    assert person.view is not None
    round_ = person.view["round"]
    return {"match": person.view["match"]["number"], "round": round_["number"], "ply": round_["ply"]}


@pytest.mark.parametrize(
    "table", [Table("duel", 2, 2), Table("duel", 1, 2, ALONE | {"level": "hard"})], ids=str
)
async def test_a_duel_goes_on_by_consent_round_after_round(platform: Platform, table: Table) -> None:
    """Three rounds to their ends, and one that is abandoned in the middle."""
    ended = Ended()
    async with at_a_table(platform, table, ended) as people:
        for number in (1, 2, 3, 4):
            end = (
                (lambda view: view["round"]["ply"] > 2)
                if number == 2
                else (lambda view: view["phase"] == "between")
            )
            await asyncio.gather(*(person.play(until=end) for person in people))
            if number < 4:
                await still(people)
                await all_ask(people)

        assert sorted(ended.rounds) == [1, 3, 4]
        assert [line["number"] for line in people[0].view["match"]["rounds"]] == [1, 3, 4]  # type: ignore[index]
        await check(platform, table, people, ended)


async def still(people: list[Player]) -> None:
    """Wait until it is no computer player's turn: its move would take back what is asked."""
    for person in people:
        await person.until(
            lambda person=person: (
                person.view["round"]["computer"] is None  # type: ignore[misc]
                and all(_at(person) == _at(other) for other in people)
            )
        )


async def test_a_computer_player_goes_on_for_who_leaves_until_the_end(platform: Platform) -> None:
    table, ended = Table("domna", 4, 4), Ended()
    async with at_a_table(platform, table, ended) as people:
        await asyncio.gather(*(person.play(until=begun) for person in people))
        leaver = people.pop()
        assert (await leaver.ask({"type": "leave"}))["ok"]

        await asyncio.gather(*(person.play(until=over) for person in people))

        await check(platform, table, people, ended)
        await leaver.close()
    assert by(ended, 3) == {"player", "computer"}
    assert by(ended, 0) == {"player"}


async def test_without_bots_the_table_plays_for_its_computer_players() -> None:
    ended, table = Ended(), Table("draw", 1, 3, FIFTY | ALONE | {"players": 3})
    with Platform(
        env={**ENV, "DOUBLESIX_COMPUTER_MS": "1", "DOUBLESIX_SCAN_MS": "5"}, fsync="everysec"
    ) as platform:
        async with at_a_table(platform, table, ended) as people:
            await people[0].play(until=over)

            await check(platform, table, people, ended)
        assert 'doublesix_turns_ended_total{by="fallback"}' in platform.metrics("engine")
    assert by(ended, 1) == by(ended, 2) == {"computer"}
