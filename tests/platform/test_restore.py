"""Tables come back from a backup in a house that runs: who is connected plays on, and nobody loses time."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import pytest
from redis import Redis

from tests.harness.platform import Platform
from tests.harness.player import Frame, Player
from tests.platform.test_console import told_meanwhile

pytestmark = pytest.mark.slow

TURN_MS = 45_000
SEEN = ("line", "ends", "hand", "counts", "boneyard", "passes", "log", "turn", "ply", "commitment", "number")


@pytest.fixture(scope="module")
def platform() -> Iterator[Platform]:
    with Platform(gateways=2, engines=2) as platform:
        yield platform


@pytest.fixture
async def people(platform: Platform) -> AsyncIterator[list[Player]]:
    """Four people who play, two at each gateway."""
    people = [Player(platform.urls, f"P{seat}", random.Random(seat)) for seat in range(4)]
    code = await people[0].open_table(target=500)
    for person in people[1:]:
        await person.sit(code)
    for seat, person in enumerate(people):
        person._at = seat % 2
        person.stay()
    assert (await people[0].ask({"type": "start"}))["ok"]
    yield people
    for person in people:
        await person.close()


async def play_to(people: list[Player], ply: int) -> None:
    """Play until everybody has seen so many actions of the round; stop there."""

    def there(view: Frame) -> bool:
        return bool(view["round"]["ply"] >= ply or view["phase"] != "playing")

    await asyncio.gather(*(person.play(until=there) for person in people))
    await all_until(people, lambda person: at(person) >= ply)


async def all_until(people: Sequence[Player], holds: Callable[[Player], bool], within: float = 30.0) -> None:
    """Wait until what they received makes `holds` true of each of them."""
    for person in people:
        await person.until(partial(holds, person), within)


def at(person: Player) -> int:
    return -1 if person.view is None else int(person.view["round"]["ply"])


def left_ms(person: Player) -> int:
    """What is left of the turn, as the person was shown it last."""
    clock = None if person.view is None else person.view["round"]["clock"]
    return 0 if clock is None else int(clock["left_ms"])


def seen(person: Player) -> Frame:
    assert person.view is not None
    return {name: person.view["round"][name] for name in SEEN} | {"scores": person.view["match"]["scores"]}


async def test_a_table_goes_back_under_people_who_are_connected(
    platform: Platform, people: list[Player], tmp_path: Path
) -> None:
    file = str(tmp_path / "tables")
    await play_to(people, 3)
    was = [seen(person) for person in people]
    await told_meanwhile(platform, "backup", file)
    await play_to(people, 7)

    await told_meanwhile(platform, "restore", file, "--replace")

    await all_until(people, lambda person: at(person) == 3 and going_on(person))
    assert [seen(person) for person in people] == was
    # who was shown the clock of somebody who is away finds by position that it is another
    await all_until(people, lambda person: left_ms(person) > TURN_MS - 20_000)
    assert [at(person) for person in people] == [3] * 4, "nobody's turn was ended meanwhile"
    await play_to(people, 7)
    assert [person.refused for person in people] == [[], [], [], []]
    assert not any(person.ended for person in people)


async def test_an_empty_store_gets_its_tables_back_and_play_goes_on(
    platform: Platform, people: list[Player], tmp_path: Path
) -> None:
    file = str(tmp_path / "tables")
    await play_to(people, 3)
    was = [seen(person) for person in people]
    await told_meanwhile(platform, "backup", file)
    with Redis.from_url(platform.store_url) as store:
        store.flushall()
    await all_until(people, lambda person: person.ended or not person.connected)

    await told_meanwhile(platform, "restore", file)

    for person in people:
        person.view = None
        if person.ended:
            person.stay()
    await all_until(people, lambda person: at(person) == 3 and going_on(person))
    assert [seen(person) for person in people] == was
    await play_to(people, 7)
    assert [person.refused for person in people] == [[], [], [], []]


def going_on(person: Player) -> bool:
    return person.view is not None and person.view["phase"] == "playing"
