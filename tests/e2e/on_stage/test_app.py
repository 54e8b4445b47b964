"""The client as an app: installed, without a network, mending itself, replaced by a newer release."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Playwright, expect

from tests.e2e.browser import LAUNCH, speak, whole
from tests.e2e.house import House, another_release, release_of
from tests.e2e.played import CODE
from tests.e2e.scenes import NAMES, Scene
from tests.e2e.stage import DIST
from tests.e2e.words import word

LOST = ("WebSocket connection to", "Failed to load resource", "Refused to apply style")
LANGUAGE = "en"
COUNT_LOOKS = """
    const find = Document.prototype.querySelector;
    window.looks = 0;
    Document.prototype.querySelector = function (what) {
        if (what.startsWith('[data-keep]')) window.looks += 1;
        return find.call(this, what);
    };"""
"""A page that knows of a newer release looks again and again for what must not be started anew."""
OFFLINE = "trouble.offline"
NOTE_BANNER = """() => {
    window.banner = [];
    const line = document.querySelector('.banner');
    new MutationObserver(() => banner.push(line.textContent.trim()))
        .observe(line, { childList: true, subtree: true, characterData: true });
}"""
"""A page remembers what its banner said: some of that is soon gone."""


@pytest.fixture(scope="module")
def newer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return another_release(DIST, tmp_path_factory.mktemp("newer") / "dist")


@pytest.fixture
def gone(faults: list[str]) -> Iterator[None]:
    """The house closes in this test: the browser complains of that, and of nothing else."""
    yield
    faults[:] = [fault for fault in faults if not any(text in fault for text in LOST)]


@pytest.fixture
def come(house: House, watched: Callable[..., Any]) -> Callable[..., Page]:
    """Come to the house by a browser of one's own, which is closed before the house is."""

    def come(path: str = "/", language: str = LANGUAGE, workers: str = "allow") -> Page:
        context: BrowserContext = watched(service_workers=workers)
        context.clock.install()
        context.add_init_script(COUNT_LOOKS)
        speak(context, language)
        page = context.new_page()
        page.goto(house.origin + path)
        has_begun(page)
        return page

    return come


def has_begun(page: Page) -> None:
    """It is there, and looks out for whatever may come."""
    expect(page.locator("h1").first).to_be_attached()
    expect(page.locator(".splash")).to_have_count(0)


def kept(page: Page) -> None:
    """Wait until everything is kept that the page is made of."""
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def release(page: Page) -> str:
    return str(page.locator("meta[name=release]").get_attribute("content"))


def is_shown(page: Page, name: str) -> None:
    expect(page.locator("meta[name=release]")).to_have_attribute("content", name)
    has_begun(page)


def stays(page: Page, name: str) -> None:
    """The page has seen more than once that it must not be started anew, and is what it was."""
    page.evaluate(
        "new Promise((seen) => { const look = () => (looks < 2 ? setTimeout(look, 50) : seen()); look(); })"
    )
    assert release(page) == name


def look_again(page: Page) -> None:
    """What a browser says when somebody comes back to a page."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def test_it_can_be_installed_under_its_name_in_each_language(playwright: Playwright, house: House) -> None:
    """By a browser that has windows: a shell installs nothing."""
    names = {}
    chromium = playwright.chromium.launch(executable_path=whole(), args=LAUNCH)
    for language in NAMES:
        context = chromium.new_context()
        speak(context, language)
        page = context.new_page()
        page.goto(house.origin)
        kept(page)
        browser = context.new_cdp_session(page)
        found = browser.send("Page.getAppManifest")
        errors = browser.send("Page.getInstallabilityErrors")["installabilityErrors"]
        manifest = json.loads(found["data"])
        names[manifest["lang"]] = (manifest["name"], manifest["dir"])

        assert found["errors"] == []
        assert [error["errorId"] for error in errors if error["errorId"] != "in-incognito"] == []
        assert manifest["share_target"]["params"] == {"title": "title", "text": "text", "url": "url"}
    chromium.close()

    assert {language: name for language, (name, _) in names.items()} == {
        language: word(language, "brand") for language in NAMES
    }
    assert {language: turned for language, (_, turned) in names.items()} == {
        "ar": "rtl",
        "fa": "rtl",
        "en": "ltr",
    }


@pytest.mark.usefixtures("gone")
@pytest.mark.parametrize("language", NAMES)
def test_without_a_network_it_starts_says_so_and_goes_on_by_itself(
    come: Callable[..., Page], house: House, language: str
) -> None:
    page = come(language=language)
    kept(page)

    house.close()
    page.reload()
    expect(page.get_by_role("heading", name=word(language, OFFLINE))).to_be_visible()

    house.open()
    expect(page.get_by_role("heading", name=word(language, OFFLINE))).to_be_hidden()
    expect(page.locator("a[href='/?game=']")).to_be_visible()


@pytest.mark.usefixtures("gone")
def test_a_table_without_a_network_says_so_and_comes_back_by_itself(
    come: Callable[..., Page], house: House, seen: dict[str, Scene]
) -> None:
    house.scene = seen["turn"]
    page = come(f"/t/{CODE}")
    kept(page)

    house.close()
    expect(page.get_by_text("Connection lost. Reconnecting")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name=word(LANGUAGE, OFFLINE))).to_be_visible()

    house.open()
    expect(page.locator(".hand .slot").first).to_be_visible()


@pytest.mark.usefixtures("gone")
def test_a_lost_connection_is_told_and_that_it_is_back(
    come: Callable[..., Page], house: House, seen: dict[str, Scene]
) -> None:
    house.scene = seen["turn"]
    page = come(f"/t/{CODE}")

    house.close()
    expect(page.get_by_text("Connection lost. Reconnecting")).to_be_visible()
    page.evaluate("dispatchEvent(new Event('offline'))")
    expect(page.get_by_text("You are offline.")).to_be_visible()

    page.evaluate(NOTE_BANNER)
    house.open()
    page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_function("() => banner.includes('Connected again')")
    expect(page.get_by_text("Connected again")).to_be_hidden()


def test_back_after_sleep_a_dead_connection_is_replaced_within_moments(
    come: Callable[..., Page], house: House, seen: dict[str, Scene]
) -> None:
    house.scene = seen["turn"]
    page = come(f"/t/{CODE}")
    expect(page.locator(".hand .slot").first).to_be_visible()
    assert house.times(f"/ws/{CODE}") == 1

    house.deaf = True
    with page.expect_event("websocket", timeout=6_500):  # silence alone would take seven seconds at least
        look_again(page)


def test_back_after_sleep_a_connection_that_holds_is_kept(
    come: Callable[..., Page], house: House, seen: dict[str, Scene]
) -> None:
    house.scene = seen["turn"]
    page = come(f"/t/{CODE}")
    with page.expect_websocket() as opened:
        page.reload()
    expect(page.locator(".hand .slot").first).to_be_visible()

    with opened.value.expect_event("framereceived", lambda frame: '"pong"' in str(frame)):
        look_again(page)
    page.clock.run_for(2_000)  # longer than it waits for an answer

    assert not opened.value.is_closed()
    assert house.times(f"/ws/{CODE}") == 2


@pytest.mark.usefixtures("gone")
def test_a_newer_release_waits_for_the_end_of_a_round_and_then_takes_over(
    come: Callable[..., Page], house: House, seen: dict[str, Scene], newer: Path
) -> None:
    house.scene = seen["turn"]
    page = come(f"/t/{CODE}")
    kept(page)

    house.release(newer)
    stays(page, release_of(DIST))
    expect(page.locator(".hand .slot").first).to_be_visible()

    house.play(seen["out"])
    is_shown(page, "another")
    expect(page.locator("#result")).to_be_visible()


@pytest.mark.usefixtures("gone")
def test_a_newer_release_takes_over_a_page_that_nobody_plays_on(
    come: Callable[..., Page], house: House, newer: Path
) -> None:
    page = come()
    kept(page)

    house.release(newer)
    look_again(page)

    is_shown(page, "another")


@pytest.mark.usefixtures("gone")
def test_choices_being_made_are_not_lost_to_a_newer_release(
    come: Callable[..., Page], house: House, newer: Path
) -> None:
    page = come("/?game=fives")
    name = page.locator("form.card input").last
    name.fill("Salma")
    kept(page)

    house.release(newer)
    look_again(page)
    stays(page, release_of(DIST))
    assert name.input_value() == "Salma"

    page.locator("header a, header button").first.click()

    is_shown(page, "another")


@pytest.mark.usefixtures("gone")
def test_two_releases_served_at_once_do_not_chase_a_page_round(
    come: Callable[..., Page], house: House, newer: Path
) -> None:
    page = come(workers="block")
    house.release(newer)
    look_again(page)
    is_shown(page, "another")

    house.release(DIST)
    page.clock.fast_forward(60_000)  # a page does not ask twice in ten seconds
    look_again(page)
    is_shown(page, release_of(DIST))

    house.release(newer)
    page.clock.fast_forward(60_000)
    with page.expect_response("**/release.txt") as answer:
        look_again(page)
    answer.value.finished()
    page.clock.run_for(3_000)  # longer than it takes until a page takes over
    assert page.evaluate("window.looks") == 0
    assert release(page) == release_of(DIST)


@pytest.mark.usefixtures("gone")
def test_a_part_that_a_newer_release_has_not_any_more_is_had_without_a_reload_by_hand(
    come: Callable[..., Page], house: House, seen: dict[str, Scene], newer: Path
) -> None:
    """As on plain http, where no worker keeps files."""
    house.scene = seen["turn"]
    page = come(f"/t/{CODE}", workers="block")
    expect(page.locator(".hand .slot").first).to_be_visible()

    house.release(newer)
    page.get_by_role("button", name="Table menu").click()

    is_shown(page, "another")
    expect(page.locator(".hand .slot").first).to_be_visible()
    page.get_by_role("button", name="Table menu").click()
    expect(page.locator("dialog")).to_be_visible()


@pytest.mark.usefixtures("gone")
def test_a_page_of_the_release_before_finds_its_parts_after_another_has_moved_on(
    come: Callable[..., Page], house: House, seen: dict[str, Scene], newer: Path
) -> None:
    house.scene = seen["turn"]
    page = come(f"/t/{CODE}")
    kept(page)
    other = page.context.new_page()
    other.goto(house.origin)
    has_begun(other)

    house.release(newer)
    look_again(other)
    is_shown(other, "another")
    page.get_by_role("button", name="Table menu").click()

    expect(page.locator("dialog")).to_be_visible()
    assert release(page) == release_of(DIST)


@pytest.mark.usefixtures("gone")
def test_a_first_script_that_is_late_is_asked_for_again(house: House, watched: Callable[..., Any]) -> None:
    """While gateways are replaced one by one, page and script may be asked of two different releases."""
    page = watched(service_workers="block").new_page()
    page.route("**/assets/first-*.js", lambda route: route.fulfill(status=404), times=1)

    page.goto(house.origin)

    expect(page.locator("a[href='/?game=']")).to_be_visible()
