"""From page to page: links that are links, and answers that come too late."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.browser import speak
from tests.e2e.house import House
from tests.e2e.played import CODE
from tests.e2e.scenes import Scene
from tests.e2e.stage import ORIGIN, Stage

LANGUAGE = "en"


class Slow:
    """Answers to one kind of question that come only when they are let go."""

    def __init__(self, page: Page, url: str) -> None:
        self.held: list[Route] = []
        page.route(url, lambda route: self.held.append(route))

    def answer(self, document: object) -> None:
        for route in self.held:
            route.fulfill(json=document)


@pytest.fixture
def slow(stage: Stage) -> Callable[[str], Slow]:
    return lambda path: Slow(stage.page, f"{ORIGIN}{path}")


def _is_home(page: Page) -> None:
    expect(page.locator("a.main[href='/?game=']")).to_be_visible()
    page.evaluate("new Promise((done) => setTimeout(() => requestAnimationFrame(done)))")
    assert page.url == f"{ORIGIN}/"


def test_whoever_has_gone_on_is_not_called_back_by_a_table_that_was_looked_at(
    stage: Stage, seen: dict[str, Scene], slow: Callable[[str], Slow]
) -> None:
    page = stage.home()
    looked = slow("/api/tables/*")
    page.get_by_role("textbox", name="Have a table code?").fill(CODE)
    page.get_by_role("button", name="Go there").click()
    stage.until(lambda: bool(looked.held))

    page.go_back()
    _is_home(page)
    with page.expect_response("**/api/tables/*"):
        looked.answer(json.loads(seen["turn"].seen.model_dump_json()))

    _is_home(page)


def test_whoever_has_gone_on_is_not_taken_to_a_table_that_was_being_opened(
    stage: Stage, slow: Callable[[str], Slow]
) -> None:
    opened = slow("/api/tables")
    page = stage.home("partners")
    page.get_by_role("textbox", name="Your name").fill("Salma")
    page.locator("form button[type=submit]").click()
    stage.until(lambda: bool(opened.held))

    page.evaluate("history.pushState(null, '', '/'), dispatchEvent(new PopStateEvent('popstate'))")
    _is_home(page)
    with page.expect_response("**/api/tables"):
        opened.answer({"code": CODE, "seat": 0})

    _is_home(page)
    page.reload()
    expect(page.locator(f".row a[href='/t/{CODE}']")).to_be_visible()


def test_whoever_has_gone_on_is_not_taken_to_a_game_alone(stage: Stage, slow: Callable[[str], Slow]) -> None:
    page = stage.home()
    opened = slow("/api/tables")
    page.locator("button.main").click()
    stage.until(lambda: bool(opened.held))

    page.locator("a.main").click()
    expect(page.get_by_role("heading", name="What shall we play?")).to_be_visible()
    with page.expect_response("**/api/tables"):
        opened.answer({"code": CODE, "seat": 0})
    page.evaluate("new Promise((done) => setTimeout(() => requestAnimationFrame(done)))")

    assert page.url == f"{ORIGIN}/?game="


def test_a_game_alone_that_nobody_waits_for_is_not_opened(stage: Stage, slow: Callable[[str], Slow]) -> None:
    known = slow("/api/presets")
    page = stage.home()
    opened = slow("/api/tables")
    page.locator("button.main").click()
    stage.until(lambda: bool(known.held))

    page.evaluate("history.pushState(null, '', '/?game='), dispatchEvent(new PopStateEvent('popstate'))")
    expect(page.get_by_role("heading", name="What shall we play?")).to_be_visible()
    for route in known.held:
        route.fallback()
    expect(page.get_by_text("alone, too").first).to_be_visible()

    assert opened.held == []


def test_a_link_opens_in_a_tab_of_its_own_where_that_is_asked_for(
    house: House, watched: Callable[..., Any], seen: dict[str, Scene]
) -> None:
    """At a real server: a stage does not see the first request of a new tab."""
    house.scene = seen["turn"]
    context = watched()
    speak(context, LANGUAGE)
    page = context.new_page()
    page.goto(house.origin)
    page.evaluate(
        "(code) => localStorage.setItem('doublesix.recent', JSON.stringify([{code, at: Date.now()}]))", CODE
    )
    places = {
        "/": {"a.main": "/?game=", ".way > a:not(.main)": "/?game=draw&alone", ".row a": f"/t/{CODE}"},
        "/?game=": {"header a": "/", "li a >> nth=0": "/?game=partners"},
    }

    for here, links in places.items():
        page.goto(house.origin + here)
        for link, there in links.items():
            with context.expect_page() as opened:
                page.locator(link).click(modifiers=["Control"])
            expect(opened.value).to_have_url(house.origin + there)
            opened.value.close()
        assert page.url == house.origin + here


def test_a_proof_of_one_round_is_not_shown_under_the_next(stage: Stage, seen: dict[str, Scene]) -> None:
    page = stage.show(seen["out"])
    page.get_by_text("Fair dealing").click()
    page.get_by_role("button", name="Check this deal").click()
    proof = page.get_by_text("The seed gives this fingerprint.")
    expect(proof).to_be_visible()

    stage.tell(seen["out"].view.model_copy(update={"view": _next_round(seen["out"])}).model_dump_json())

    expect(page.get_by_text("f" * 64)).to_be_visible()
    expect(proof).to_have_count(0)
    page.get_by_role("button", name="Check this deal").click()
    expect(page.get_by_text("The seed does not give this fingerprint.")).to_be_visible()


def _next_round(scene: Scene) -> Any:
    """Another round that is over, whose fingerprint is another one."""
    view = scene.view.view
    round_ = view.round.model_copy(update={"number": view.round.number + 1, "commitment": "f" * 64})
    return view.model_copy(update={"round": round_})


def test_why_a_round_cannot_be_saved_is_told_in_words(stage: Stage, seen: dict[str, Scene]) -> None:
    page = stage.show(seen["out"])
    page.get_by_text("Fair dealing").click()

    page.get_by_role("button", name="Save the round as a file").click()

    said = page.get_by_text("The round could not be had from the server.")
    expect(said).to_contain_text("This round is not kept")


def test_the_choices_for_a_game_are_as_their_link_says_and_so_is_every_step_back(stage: Stage) -> None:
    page = stage.home("fives&alone")
    with_friends, alone = (
        page.get_by_role("radio", name="With friends, by link"),
        page.get_by_role("radio", name="Alone, against the computer"),
    )
    expect(alone).to_be_checked()

    page.evaluate("history.pushState(null, '', '/?game=fives'), dispatchEvent(new PopStateEvent('popstate'))")
    expect(with_friends).to_be_checked()

    page.go_back()
    expect(alone).to_be_checked()
    expect(page.locator("a.back")).to_have_attribute("href", "/?game=&alone")
