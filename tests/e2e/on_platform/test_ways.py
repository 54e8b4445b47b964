"""Whole matches, to the last word: with a finger, and by keys alone. By mouse one is played in test_games."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.people import Person, play, to_play, wait_for, wait_for_round_after
from tests.e2e.sizes import SIZES
from tests.e2e.ways import Finger, Keys, Way
from tests.e2e.words import word
from tests.harness.platform import Platform

QUICK = {"DOUBLESIX_BOT_DELAY_MIN_MS": "50", "DOUBLESIX_BOT_DELAY_MAX_MS": "100"}

pytestmark = [pytest.mark.timeout(400), pytest.mark.slow]


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with Platform(bots=1, env=QUICK) as platform:
        yield platform.urls[0]


def to_the_end(me: Person, way: Way, language: str) -> dict[str, Any]:
    """Play round after round until the match is over; return it."""
    for _ in range(30):
        while to_play([me]):
            play(me, way)
        if me.page.locator("#winner").count():
            return dict(me.view["match"])
        number = me.view["round"]["number"]
        way.press(me.page.get_by_role("button", name=word(language, "end.go"), exact=True))
        wait_for_round_after(me, number)
    raise AssertionError("the match does not end")


def begin(page: Page, way: Way, url: str, game: str, language: str) -> None:
    """Alone at a new table, against three, to the smallest target."""
    page.goto(f"{url}/?game={game}")
    way.press(page.locator("label").filter(has_text=word(language, "setup.alone")))
    opponents = page.get_by_role("radiogroup", name=word(language, "setup.opponents"))
    way.press(opponents.locator("label").last)
    page.get_by_label(word(language, "home.target")).select_option("50")
    way.press(page.get_by_role("button", name=word(language, "setup.play")))
    page.locator("[data-tile]").first.wait_for()


def is_won(match: dict[str, Any]) -> bool:
    return bool(match["scores"][match["winner"]] >= 50)


def test_a_match_is_played_with_a_finger(watched: Callable[..., Any], url: str) -> None:
    me = Person(watched(is_mobile=True), "سارا", "fa")
    begin(me.page, Finger(), url, "draw", "fa")

    match = to_the_end(me, Finger(), "fa")

    assert is_won(match)
    Finger().press(me.page.get_by_role("button", name=word("fa", "match.again")))
    wait_for(me, lambda view: view["match"]["number"] == 2)


def test_a_match_is_played_by_keys_alone_from_the_front_page_to_its_end(
    watched: Callable[..., Any], url: str
) -> None:
    me = Person(watched(), "Salma", "en")
    me.page.set_viewport_size({"width": SIZES["tablet"].width, "height": SIZES["tablet"].height})
    page, keys = me.page, Keys()
    page.goto(url)

    game = page.locator('a[href="/?game=fives"]')
    if not game.count():
        keys.press(page.locator('a[href="/?game="]'))
    keys.press(game)
    keys.choose(page.get_by_role("radio", name=word("en", "setup.alone")))
    keys.first_of(page.get_by_label(word("en", "home.target")))
    name = page.get_by_label(word("en", "home.name"))
    if name.count():
        keys.write(name, me.name)
    keys.press(page.get_by_role("button", name=word("en", "setup.play")))
    expect(page.locator("[data-tile]").first).to_be_visible()
    match = to_the_end(me, keys, "en")

    assert is_won(match)
    keys.press(page.get_by_role("button", name=word("en", "match.again")))
    wait_for(me, lambda view: view["match"]["number"] == 2)
