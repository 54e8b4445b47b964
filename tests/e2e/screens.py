"""Every screen and dialog there is, chapter by chapter, each with a name."""

from collections.abc import Callable, Iterator

from playwright.sync_api import Page

from contracts.http import ProblemDocument
from contracts.problems import SENTENCES, Code
from rules.presets import GAMES
from tests.e2e.lobbies import lobbies
from tests.e2e.matches import matches
from tests.e2e.replays import replays
from tests.e2e.scenes import Scene, scenes
from tests.e2e.stage import Stage
from tests.e2e.words import word

Screens = Iterator[tuple[str, Page]]

PROBLEMS: tuple[Code, ...] = ("unknown_table", "table_gone", "too_many_guesses", "unavailable")
WRONG = ProblemDocument(
    type="about:blank",
    title="wrong_options",
    status=422,
    code="wrong_options",
    detail=SENTENCES["wrong_options"],
    fields=("rules.seats", "rules.partners", "rules.hand", "rules.tiles", "rules.start"),
)
"""`tiles` has no sentence of the page's own: it is told in the server's words."""


def front(stage: Stage, language: str) -> Screens:
    """Home; the games, and the choices for each; house rules, all open, some of them wrong; refusals."""
    page = stage.home()
    yield "home", page
    page.get_by_role("button", name=word(language, "prefs")).click()
    page.wait_for_selector("dialog")
    yield "home, the settings", page
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
    for code in PROBLEMS:
        yield code, stage.refuse(code)


def before(stage: Stage, language: str) -> Screens:
    """Coming to a table, and waiting at it."""
    for scene in lobbies(language):
        page = stage.show(scene)
        yield scene.name, page
        if scene.name == "lobby-house":
            page.locator("section.card .button.quiet").last.click()
            page.wait_for_selector("dialog summary")
            for summary in page.locator("dialog summary").all():
                summary.click()
            yield "lobby, changing the rules", page


def partners(stage: Stage, language: str) -> Screens:
    """A table for four, from coming to it to the end of its match."""
    for scene in scenes(language):
        page = stage.show(scene)
        yield scene.name, page
        if scene.name == "turn":
            page.locator(".slot.legal").last.click()
            yield "turn, a tile selected", page
            yield _menu(page, scene)
            for name in ("prefs", "keys"):
                page = stage.show(scene)
                page.locator("header .menu").click()
                page.get_by_role("button", name=word(language, name)).click()
                page.get_by_role("dialog", name=word(language, name)).wait_for()
                yield f"turn, the menu's {name}", page
        if scene.name == "lobby-host":
            page.get_by_role("button", name=word(language, "lobby.qr.show")).click()
            page.wait_for_selector("dialog svg")
            yield "lobby, the code to scan", page
            page.keyboard.press("Escape")
            page.locator(".free-seat").first.click()
            page.wait_for_selector("dialog p")
            yield "lobby, freeing a seat", page


def others(stage: Stage, language: str) -> Screens:
    """Matches of the other games."""
    for scene in matches(language):
        page = stage.show(scene)
        yield scene.name, page
        if scene.name == "fives":
            page.locator(".slot.legal").first.click()
            yield "fives, a tile selected", page
        if scene.name in ("alone", "duel"):
            yield _menu(page, scene)


def replayed(stage: Stage, language: str) -> Screens:
    """Finished rounds, looked at again: where they begin, in the middle, and at their end."""
    for name, scene, kept in replays(language):
        page = stage.replay(scene, *kept)
        yield name, page
        for _ in range(12):
            page.keyboard.press("ArrowLeft" if language != "en" else "ArrowRight")
        yield f"{name}, twelve steps on", page
        page.keyboard.press("End")
        yield f"{name}, at its end", page


def _menu(page: Page, scene: Scene) -> tuple[str, Page]:
    page.locator("header .menu").click()
    page.wait_for_selector("dialog summary")
    for details in page.locator("dialog summary").all():
        details.click()
    return f"{scene.name}, the menu", page


CHAPTERS: dict[str, Callable[[Stage, str], Screens]] = {
    "front": front,
    "before": before,
    "partners": partners,
    "others": others,
    "replayed": replayed,
}
