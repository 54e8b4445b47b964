"""What a first visit costs: bytes, requests, and how steady the page stands while it comes."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.browser import speak
from tests.e2e.house import House
from tests.e2e.scenes import NAMES, scenes
from tests.e2e.start import HOME, SEATED, TABLE, Place

BYTES = 120_000
"""On the wire: packed, with the Arabic font and every header."""
REQUESTS = {HOME: 12, TABLE: 14}
SHIFT = 0.05
"""Cumulative layout shift: a tenth is what is commonly called good."""

NOTE = """
    window.shifted = 0;
    new PerformanceObserver((list) => {
        for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifted += one.value;
    }).observe({type: 'layout-shift', buffered: true});
    const { serviceWorker } = navigator;  // an empty page has none
    window.registered = new Promise((at) => {
        if (serviceWorker) serviceWorker.register = async () => at(performance.now());
    });
"""

COME = """
    (parts) => parts.every((part) =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes(`/${part}-`)))
"""


class Fetched:
    """All that a page has fetched."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.asked: dict[str, str] = {}
        self.bytes: dict[str, int] = {}
        browser = page.context.new_cdp_session(page)
        browser.on(
            "Network.requestWillBeSent", lambda of: self.asked.update({of["requestId"]: of["request"]["url"]})
        )
        browser.on(
            "Network.loadingFinished",
            lambda of: self.bytes.update({of["requestId"]: of["encodedDataLength"]}),
        )
        browser.send("Network.enable")

    def all_of_it(self) -> None:
        """Wait until it is known of everything that was asked for how large it is."""
        ends = time.monotonic() + 20
        while self.asked.keys() - self.bytes.keys():
            assert time.monotonic() < ends, self.asked
            self._page.wait_for_timeout(20)

    @property
    def sizes(self) -> dict[str, int]:
        return {url: self.bytes[one] for one, url in self.asked.items() if one in self.bytes}


@pytest.mark.parametrize("language", NAMES)
@pytest.mark.parametrize("place", [HOME, TABLE], ids=lambda place: place.name)
def test_a_first_visit_is_small_steady_and_asks_nobody_else(
    house: House, watched: Callable[..., Any], language: str, place: Place
) -> None:
    house.scene = next(scene for scene in scenes(language) if scene.name == "turn")
    context = watched(service_workers="allow")
    speak(context, language)
    context.add_init_script(NOTE)
    context.add_init_script(SEATED)
    page = context.new_page()
    fetched = Fetched(page)

    page.goto(house.origin + place.path)
    expect(page.locator(place.control).first).to_be_visible()
    registered = page.evaluate("window.registered")
    page.evaluate("document.fonts.ready.then(() => true)")
    fetched.all_of_it()

    sizes = fetched.sizes
    told = "\n".join(f"{size:8} {url}" for url, size in sorted(sizes.items(), key=lambda one: -one[1]))
    print(f"{language} {place.name}: {sum(sizes.values())} bytes in {len(sizes)} requests\n{told}")
    assert all(url.startswith(house.origin) for url in fetched.asked.values())
    assert sum(sizes.values()) <= BYTES, told
    assert len(sizes) <= REQUESTS[place], told
    assert any("vazirmatn" in url for url in sizes) == (language != "en")
    assert page.evaluate("window.shifted") < SHIFT
    loaded = "performance.getEntriesByType('navigation')[0].loadEventStart"
    assert 0 < page.evaluate(loaded) <= registered


def test_scripts_do_not_wait_for_the_style_sheet_and_what_they_show_does(
    house: House, watched: Callable[..., Any]
) -> None:
    page = watched(service_workers="block").new_page()
    sheets: list[Route] = []
    page.route("**/assets/*.css", lambda route: sheets.append(route))

    page.goto(house.origin, wait_until="commit")
    expect(page.locator("html")).to_have_attribute("data-begun", "")
    page.wait_for_function(COME, arg=["Home", "en"], polling=50)  # in ms: nothing is drawn without a sheet
    expect(page.locator(HOME.control)).to_have_count(0)
    sheets[0].continue_()

    expect(page.locator(HOME.control)).to_be_visible()


def test_a_page_is_begun_out_of_sight_while_its_parts_still_come(
    house: House, watched: Callable[..., Any]
) -> None:
    page = watched(service_workers="block").new_page()
    parts: list[Route] = []
    page.route("**/assets/Home-*.js", lambda route: parts.append(route))

    page.goto(house.origin, wait_until="commit")
    expect(page.locator("#app [role=status]").first).to_be_attached()
    expect(page.locator(".splash svg")).to_be_visible()
    parts[0].continue_()

    expect(page.locator(HOME.control)).to_be_visible()
    expect(page.locator(".splash")).to_have_count(0)
