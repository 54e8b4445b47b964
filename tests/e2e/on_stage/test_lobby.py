"""The way to a table: what is in view at once, how friends are asked, and what is told if it fails."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from contracts.frames import TableFrame
from tests.e2e.lobbies import HOUSE, lobby, seated
from tests.e2e.played import CODE
from tests.e2e.scenes import NAMES, in_lobby
from tests.e2e.sizes import AREAS
from tests.e2e.stage import ORIGIN, Stage

LINK = f"{ORIGIN}/t/{CODE}"
MAIN = ("a.main", "button.main", "form input.code", "form button[type=submit]")
"""On the front page: a table with friends, a game alone, a code."""
AGAIN_S = 60
"""When somebody who guessed too often may ask again: later than any page takes to say so."""


@pytest.fixture
def stage(watched: Callable[..., Any]) -> Stage:
    return Stage(watched(permissions=["clipboard-read", "clipboard-write"]), "en")


@pytest.fixture
def hosting(stage: Stage) -> Page:
    """The host of a table of partners at which one more has to sit down."""
    return stage.show(in_lobby("lobby-host", "en", 3, 0))


@pytest.mark.parametrize("language", NAMES)
def test_what_people_come_for_is_in_view_without_scrolling(
    watched: Callable[..., Any], language: str
) -> None:
    page = Stage(watched(), language).home()
    page.evaluate(
        "localStorage.setItem('doublesix.recent', JSON.stringify([{code: '7KQ4M2XD', at: Date.now()}]))"
    )

    page.reload()

    for selector in (*MAIN, '.row a[href="/t/7KQ4M2XD"]'):
        expect(page.locator(selector)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("width", "height"), AREAS)
def test_the_start_and_why_not_yet_are_in_view_at_every_size(hosting: Page, width: int, height: int) -> None:
    hosting.set_viewport_size({"width": width, "height": height})

    start = hosting.get_by_role("button", name="Start the match")

    expect(start).to_be_in_viewport(ratio=1)
    expect(start).to_be_disabled()
    expect(start).to_have_accessible_description("1 more player and you can start.")


def test_on_a_phone_on_its_side_the_start_is_beside_the_seats_and_not_over_them(hosting: Page) -> None:
    hosting.set_viewport_size({"width": 740, "height": 360})
    start = hosting.get_by_role("button", name="Start the match")
    expect(start).to_be_in_viewport(ratio=1)

    covered = hosting.locator(".seat").evaluate_all(
        """(seats) => {
            const start = document.querySelector('.start').getBoundingClientRect();
            return seats.map((seat) => [seat.textContent, seat.getBoundingClientRect()])
                .filter(([, box]) => box.left < start.right && box.right > start.left)
                .filter(([, box]) => box.top < start.bottom && box.bottom > start.top)
                .map(([text]) => text);
        }"""
    )

    assert covered == []


def test_a_copied_link_is_told_and_is_the_link(hosting: Page) -> None:
    hosting.get_by_role("button", name="Copy the link").click()

    expect(hosting.get_by_role("button", name="Link copied")).to_be_visible()
    assert hosting.evaluate("navigator.clipboard.readText()") == LINK


def test_the_code_in_the_middle_of_the_table_copies_itself(hosting: Page) -> None:
    hosting.get_by_role("button", name="Table code").click()

    expect(hosting.get_by_text("Code copied").first).to_be_visible()
    assert hosting.evaluate("navigator.clipboard.readText()") == CODE


def test_a_link_is_copied_where_a_page_has_no_clipboard(stage: Stage) -> None:
    stage.page.add_init_script(
        "Object.defineProperty(Navigator.prototype, 'clipboard', {get: () => undefined})"
    )
    page = stage.show(in_lobby("lobby-host", "en", 3, 0))
    page.evaluate("addEventListener('copy', () => { window.copied = document.activeElement.value })")

    page.get_by_role("button", name="Copy the link").click()

    expect(page.get_by_role("button", name="Link copied")).to_be_visible()
    assert page.evaluate("window.copied") == LINK


def test_the_system_shares_the_link_where_it_can(stage: Stage) -> None:
    stage.page.add_init_script("navigator.share = async (what) => { window.shared = what }")
    page = stage.show(in_lobby("lobby-host", "en", 3, 0))

    page.get_by_role("button", name="Share").click()

    shared = page.wait_for_function("() => window.shared").json_value()
    assert shared["url"] == LINK
    assert f"{CODE[:4]}-{CODE[4:]}" in shared["text"]


def test_the_qr_code_comes_only_when_it_is_asked_for(hosting: Page) -> None:
    fetched = hosting.evaluate("performance.getEntriesByType('resource').map((one) => one.name).join(' ')")

    with hosting.expect_response(
        lambda response: "QrDialog" in response.url and response.url.endswith(".js")
    ):
        hosting.get_by_role("button", name="QR code").click()

    assert "QrDialog" not in fetched
    dialog = hosting.get_by_role("dialog")
    expect(dialog.get_by_role("img", name="QR code with the link")).to_be_visible()
    expect(dialog.get_by_text("7KQ4-M2XD")).to_be_visible()
    hosting.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_a_seat_is_freed_only_after_one_was_asked(stage: Stage, hosting: Page) -> None:
    name = NAMES["en"][1]
    hosting.get_by_role("button", name=re.compile(f"Free .{name}.'s seat")).click()
    dialog = hosting.get_by_role("dialog")
    expect(dialog).to_contain_text("Somebody else can then sit there.")
    assert stage.sent == []

    dialog.get_by_role("button", name="Free the seat").click()

    expect(dialog).to_have_count(0)
    stage.until(lambda: bool(stage.sent))
    assert [(one["type"], one["seat"], one["name"]) for one in stage.sent] == [("free", 1, name)]


def test_a_table_for_one_alone_asks_nobody_to_come(stage: Stage) -> None:
    table = lobby("en", "draw", players=2)
    alone = table.model_copy(update={"options": table.options.model_copy(update={"alone": True})})

    page = stage.show(seated("alone", alone))

    expect(page.locator(".around")).to_be_visible()
    expect(page.get_by_role("button", name="Copy the link")).to_have_count(0)


def test_a_page_without_an_answer_tries_again_by_itself(stage: Stage) -> None:
    stage.page.clock.install()
    stage.play(in_lobby("lobby-host", "en", 3, 0))
    page = stage.refuse("unavailable")
    expect(page.get_by_text("The page keeps trying by itself.")).to_be_visible()

    stage.problem = None

    stage.wait(page.locator(".around").is_visible, at_most_s=30)


def test_without_a_network_only_one_thing_is_tried_until_there_is_one(
    stage: Stage, faults: list[str]
) -> None:
    page = stage.page
    page.clock.install()
    asked: list[str] = []
    away = re.compile(r"/api/tables|/release\.txt")

    def nobody(route: Route) -> None:
        asked.append(route.request.url.removeprefix(ORIGIN))
        route.abort()

    page.route(away, nobody)
    page.goto(LINK)
    expect(page.get_by_role("heading", name="No connection to the server")).to_be_visible()

    stage.wait(lambda: asked.count("/release.txt") > 1, at_most_s=30)

    assert [one for one in asked if one != "/release.txt"] == [f"/api/tables/{CODE}"]
    page.unroute(away)
    stage.play(in_lobby("lobby-host", "en", 3, 0))
    stage.wait(page.locator(".around").is_visible, at_most_s=60)
    faults[:] = [fault for fault in faults if "Failed to load resource" not in fault]


def test_after_too_many_guesses_it_is_told_when_to_try_again(stage: Stage) -> None:
    stage.page.clock.install()
    stage.page.route("**/api/tables/*", _guessed)
    page = stage.refuse("too_many_guesses")
    again = page.get_by_role("button", name="Try again")
    expect(page.get_by_text(re.compile(r"You can try again in \d+ seconds\."))).to_be_visible()
    expect(again).to_be_disabled()

    page.clock.run_for(AGAIN_S * 1_000)

    expect(again).to_be_enabled()


def _guessed(route: Route) -> None:
    route.fulfill(
        status=429,
        content_type="application/problem+json",
        headers={"retry-after": str(AGAIN_S)},
        json={
            "type": "about:blank",
            "title": "too_many_guesses",
            "status": 429,
            "code": "too_many_guesses",
            "detail": "",
        },
    )


def test_what_a_host_chooses_holds_once_the_server_says_so_and_the_keyboard_stays(stage: Stage) -> None:
    page = stage.show(seated("lobby-draw", lobby("en", "draw", taken=2)))
    four, three = (page.get_by_role("radio", name=f"{n} players", exact=True) for n in (4, 3))
    four.focus()

    page.keyboard.press("ArrowLeft")
    stage.until(lambda: bool(stage.sent))

    [asked] = stage.sent
    assert (asked["type"], asked["options"]["players"]) == ("options", 3)
    expect(four).to_be_checked()
    expect(three).to_be_focused()
    stage.tell(TableFrame(table=lobby("en", "draw", players=3, taken=2)).model_dump_json())
    expect(three).to_be_checked()
    expect(three).to_be_focused()


def test_rules_that_a_lost_connection_took_with_it_can_be_asked_for_again(stage: Stage) -> None:
    house = seated("lobby-house", lobby("en", "custom", players=3, taken=2, rules=HOUSE))
    page = stage.show(house)
    page.get_by_role("button", name="Change the rules").click()
    page.locator("dialog select").select_option(index=1)
    use = page.get_by_role("button", name="Use these rules")
    use.click()
    stage.until(lambda: len(stage.sent) == 1)
    expect(use).to_have_attribute("aria-disabled", "true")

    stage.sockets[0].close(code=1012)
    expect(use).to_have_attribute("aria-disabled", "false")
    stage.until(lambda: len(stage.sockets) == 2)

    def asked_again() -> bool:
        use.click()
        return len(stage.sent) == 2

    stage.until(asked_again)
    first, again = stage.sent
    assert first["options"] == again["options"]


def test_points_that_a_game_does_not_have_open_no_table(stage: Stage) -> None:
    page = stage.home("custom")
    page.get_by_role("textbox", name="Your name").fill("Salma")
    target = page.get_by_role("spinbutton", name="Play to")
    target.fill("7000")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))

    page.locator("form button[type=submit]").click()

    expect(target).to_be_focused()
    expect(page.get_by_role("alert")).to_contain_text("A whole number from")
    assert [url for url in asked if url.endswith("/api/tables")] == []


def test_a_table_that_is_gone_leads_to_a_new_one_of_the_same_game(stage: Stage) -> None:
    stage.home().evaluate(
        "(code) => localStorage.setItem('doublesix.recent', JSON.stringify([{code, at: 1, game: 'fives'}]))",
        CODE,
    )
    page = stage.refuse("table_gone")

    page.get_by_role("link", name="Open a new table").click()

    expect(page.get_by_role("heading", name="Fives")).to_be_visible()


def test_an_unknown_code_can_be_mended_where_it_is_told(stage: Stage) -> None:
    page = stage.refuse("unknown_table")
    stage.problem = None
    stage.play(in_lobby("lobby-host", "en", 3, 0))

    page.get_by_role("textbox", name="Have a table code?").fill("Table 7KQ4-M2XD, come!")
    page.get_by_role("button", name="Go there").click()

    expect(page.locator(".around")).to_be_visible()
