"""Every screen, in every language: can it be used by all, and does it fit on a small phone?"""

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

import pytest
from playwright.sync_api import Page

from contracts.http import ProblemDocument
from contracts.problems import SENTENCES
from rules.presets import GAMES
from tests.e2e.axe import violations
from tests.e2e.lobbies import lobbies
from tests.e2e.matches import matches
from tests.e2e.scenes import NAMES, Scene, scenes
from tests.e2e.stage import Stage

PROBLEMS = ("unknown_table", "table_gone", "too_many_guesses", "unavailable")
PHONES = [(360, 740), (320, 568)]

pytestmark = pytest.mark.timeout(300)


@pytest.fixture(params=NAMES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def stage(watched: Callable[..., Any], language: str) -> Stage:
    return Stage(watched(), language)


def screens(stage: Stage, language: str) -> Iterator[tuple[str, Page]]:
    """Every screen and dialog there is."""
    yield "home", stage.home()
    yield from _games(stage)
    for scene in chain(lobbies(language), scenes(language), matches(language)):
        page = stage.show(scene)
        yield scene.name, page
        yield from _dialogs(scene, page)
    for code in PROBLEMS:
        yield code, stage.refuse(code)


def _games(stage: Stage) -> Iterator[tuple[str, Page]]:
    """The games, and the choices for each; house rules with everything open, and some of it wrong."""
    yield "games", stage.home("")
    for game in GAMES:
        page = stage.home(game)
        yield f"setup, {game}", page
    for summary in page.locator(".groups summary").all():
        summary.click()
    page.locator("form.card .field input").last.fill("Salma")
    stage.wrong = WRONG
    page.locator("button[type=submit]").click()
    page.wait_for_selector("[role=alert]")
    yield "setup, wrong rules", page


WRONG = ProblemDocument(
    type="about:blank",
    title="wrong_options",
    status=422,
    code="wrong_options",
    detail=SENTENCES["wrong_options"],
    fields=("rules.seats", "rules.partners", "rules.hand", "rules.tiles", "rules.start"),
)
"""`tiles` has no sentence of the page's own: it is told in the server's words."""


def _dialogs(scene: Scene, page: Page) -> Iterator[tuple[str, Page]]:
    if scene.name == "turn":
        page.locator(".slot.legal").last.click()
        yield "turn, a tile selected", page
        page.locator("header .menu").click()
        for details in page.locator("dialog summary").all():
            details.click()
        yield "turn, the menu", page
    if scene.name == "fives":
        page.locator(".slot.legal").first.click()
        yield "fives, a tile selected", page
    if scene.name in ("alone", "duel"):
        page.locator("header .menu").click()
        yield f"{scene.name}, the menu", page
    if scene.name == "lobby-host":
        page.locator(".free-seat").first.click()
        yield "lobby, freeing a seat", page
    if scene.name == "lobby-house":
        page.locator("section.card .button.quiet").last.click()
        for summary in page.locator("dialog summary").all():
            summary.click()
        yield "lobby, changing the rules", page


def test_every_screen_passes_axe_and_fits_on_small_phones(stage: Stage, language: str) -> None:
    found: dict[str, list[str]] = {}
    for name, page in screens(stage, language):
        page.evaluate(SETTLED)
        faults = violations(page)
        usual = page.viewport_size
        for width, height in PHONES:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(SETTLED)
            faults += [f"at {width}: {fault}" for fault in page.evaluate(OUTSIDE)]
        if usual:
            page.set_viewport_size(usual)
        if faults:
            found[name] = faults

    assert found == {}


SETTLED = """async () => {
    const frame = () => new Promise(requestAnimationFrame);
    await frame();
    await frame();
    const left = (one) => one.effect.getComputedTiming().endTime - one.currentTime;
    const moving = document.getAnimations().filter((one) => one.playState === 'running' && left(one) < 1000);
    await Promise.all(moving.map((one) => one.finished.catch(() => undefined)));
}"""
"""What the last frames set in motion has arrived. A clock, or an endless motion, is not waited for."""


OUTSIDE = """() => {
    const width = document.documentElement.clientWidth;
    const scrolls = document.documentElement.scrollWidth;
    const wide = scrolls > width ? [`scrolls: ${scrolls}`] : [];
    const outside = [...document.querySelectorAll('button, input, select, summary, .plate, .tile')]
        .filter((one) => one.checkVisibility() && !one.closest('.hidden, .tiles, .skip'))
        .map((one) => [one, one.getBoundingClientRect()])
        .filter(([, box]) => box.width && (box.left < -1 || box.right > width + 1))
        .map(([one, box]) => `${one.outerHTML.slice(0, 80)}: ${box.left} to ${box.right}`);
    const hand = document.querySelector('.hand')?.getBoundingClientRect();
    const low = hand && hand.bottom > innerHeight + 1 ? [`hand ends at ${hand.bottom}`] : [];
    return [...wide, ...outside, ...low];
}"""


def test_the_web_font_comes_where_it_is_read_and_only_there(stage: Stage, language: str) -> None:
    page = stage.home()
    page.evaluate("document.fonts.ready")

    assert page.evaluate("[...document.fonts].map((font) => font.status)") == [
        "unloaded" if language == "en" else "loaded"
    ]


def test_the_document_has_the_language_and_its_direction(stage: Stage, language: str) -> None:
    page = stage.home()

    assert page.locator("html").get_attribute("lang") == language
    assert page.locator("html").get_attribute("dir") == ("ltr" if language == "en" else "rtl")
