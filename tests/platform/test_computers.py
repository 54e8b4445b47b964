"""One person against three computer players on the whole platform. Nobody waits for a bot in vain."""

from collections.abc import AsyncIterator, Iterator
from random import Random

import pytest

from tests.harness.platform import Platform
from tests.platform.alone import Watch, play_on, play_once, turns_ended, turns_of_level, until_my_turn
from tests.platform.people import Person

pytestmark = pytest.mark.slow

PROMISED_S = 5.0
"""Within so long a computer player has moved, whatever happened."""
SLACK_S = 2.0
"""What a busy machine adds to that."""
ENV = {
    "DOUBLESIX_BOT_DELAY_MIN_MS": "20",
    "DOUBLESIX_BOT_DELAY_MAX_MS": "60",
    "DOUBLESIX_BOT_BUDGET_MS": "30",
    "DOUBLESIX_LAPSE_MS": "300",
    "DOUBLESIX_REST_MS": "600",
    "DOUBLESIX_TABLES_PER_MINUTE": "1000",
}


@pytest.fixture(scope="module")
def platform() -> Iterator[Platform]:
    with Platform(bots=2, env=ENV) as platform:
        yield platform


@pytest.fixture
async def person(platform: Platform) -> AsyncIterator[Person]:
    """Alone at a table whose other seats are computer players of level easy, its turn come."""
    person = Person(platform.urls, "Amal", Random(6))
    await person.open_table("fives", alone=True, level="easy", target=50)
    await person.connect()
    await person.until(lambda: person.view is not None)
    yield person
    await person.close()


async def test_a_match_alone_is_played_to_its_end(person: Person) -> None:
    watch = Watch()
    person.on_view = watch.on_view
    assert person.table is not None
    assert [seat["computer"] for seat in person.table["seats"]] == [None, "easy", "easy", "easy"]
    assert [seat["name"] for seat in person.table["seats"]] == ["Amal", None, None, None]

    await person.play(lambda view: bool(view["phase"] == "over"))

    assert person.view is not None
    match, round_ = person.view["match"], person.view["round"]
    assert match["winner"] is not None
    assert max(match["scores"]) >= 50
    assert len(watch.lasted) > 10
    assert max(watch.lasted) < PROMISED_S + SLACK_S
    for action in round_["log"]:
        assert action["by"] in (
            ("player", "table") if action["seat"] == person.seat else ("computer", "table")
        )


async def test_without_bots_every_turn_of_a_computer_player_comes_in_five_seconds(
    platform: Platform, person: Person
) -> None:
    """They hang, so that nobody starts them again meanwhile."""
    watch = Watch()
    await until_my_turn(person)
    fallbacks, played = turns_ended(platform, "fallback"), turns_ended(platform, "computer")
    for index in range(2):
        platform.freeze("bots", index)

    person.on_view = watch.on_view
    await play_once(person)
    await person.until(lambda: len(watch.lasted) >= 2, 6 * PROMISED_S)
    missed = turns_ended(platform, "fallback") - fallbacks
    platform.thaw()
    await play_on(person, 5)

    assert missed >= 1
    assert 3.5 < min(watch.lasted[:2]) <= max(watch.lasted) < PROMISED_S + SLACK_S
    assert turns_ended(platform, "computer") - played >= 5
    assert max(watch.lasted[-3:]) < 3.5


async def test_bots_that_are_killed_while_they_think_come_back_and_play_on(
    platform: Platform, person: Person
) -> None:
    watch = Watch()
    person.on_view = watch.on_view
    played = turns_ended(platform, "computer")

    await play_once(person)
    for index in range(2):
        platform.kill("bots", index)
    await until_my_turn(person)
    platform.wait_ready()
    await play_on(person, 4)

    assert max(watch.lasted) < PROMISED_S + SLACK_S
    assert turns_ended(platform, "computer") - played >= 4
    assert platform.logs("bots").count("Traceback") == 0


async def test_another_level_in_mid_round_leaves_hand_and_line_as_they_are(
    platform: Platform, person: Person
) -> None:
    await play_on(person, 2)
    before = person.view
    assert before is not None
    accepted = turns_of_level(platform, "hard")

    reply = await person.ask({"type": "level", "seat": 2, "level": "hard"})
    assert reply["ok"], reply
    await person.until(lambda: person.table is not None and person.table["seats"][2]["computer"] == "hard")

    looked_again = await person.another_tab()
    await looked_again.until(lambda: looked_again.view is not None)
    after = looked_again.view
    assert after is not None
    assert (after["round"], after["match"]) == (before["round"], before["match"])
    await play_on(looked_again, 2)
    assert turns_of_level(platform, "hard") > accepted
    await looked_again.close()


async def test_who_closed_the_page_finds_the_round_as_it_was(platform: Platform, person: Person) -> None:
    """In its own turn the table waits; in another's it plays until the person is to move, and no further."""
    await play_on(person, 1)
    before = person.view
    assert before is not None
    await person.close_tab()

    tab = await person.another_tab()
    await tab.until(lambda: tab.view is not None and tab.view["phase"] == "playing")

    assert tab.view is not None
    assert tab.view["round"] == before["round"]
    assert tab.view["match"] == before["match"]
    await play_on(tab, 1)
    await tab.close()


async def test_who_closed_the_page_in_a_computers_turn_finds_its_own(person: Person) -> None:
    await until_my_turn(person)
    await play_once(person)
    before = person.view
    assert before is not None
    await person.close_tab()

    tab = await person.another_tab()
    await until_my_turn(tab)

    assert tab.view is not None
    round_ = tab.view["round"]
    if round_["number"] == before["round"]["number"]:
        assert round_["hand"] == before["round"]["hand"]
        assert round_["line"][: len(before["round"]["line"])] == before["round"]["line"]
        assert round_["log"][: len(before["round"]["log"])] == before["round"]["log"]
    await play_on(tab, 1)
    await tab.close()
