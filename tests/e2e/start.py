"""How soon the client can be used on a slow phone: `python -m tests.e2e.start`, once `make web` has been run.

A processor four times slower, 1.6 Mbit/s, and 150 ms there and back: the front page, and the table of whoever
sits at one, for the first time and with what the service worker keeps. Times are medians, from the request of
the page until what one came for is there and the page has nothing else to do.
"""

import argparse
import statistics
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, sync_playwright

from tests.e2e.browser import LAUNCH, executable, speak
from tests.e2e.house import House
from tests.e2e.played import CODE
from tests.e2e.scenes import NAMES, scenes
from tests.e2e.slow import SlowLine
from tests.e2e.stage import DIST

SLOWER = 4
PHONE: ViewportSize = {"width": 360, "height": 740}


@dataclass(frozen=True)
class Place:
    """Where somebody comes, and what is there once one can go on."""

    name: str
    path: str
    control: str


HOME = Place("home", "/", "a.main")
TABLE = Place("table", f"/t/{CODE}", ".hand .slot.legal")

WATCH = """
    const look = () => {
        if (window.found || !document.querySelector(%r)) return;
        window.found = true;
        requestAnimationFrame(() => requestIdleCallback(() => console.debug('usable', performance.now())));
    };
    new MutationObserver(look).observe(document, {childList: true, subtree: true, attributes: true});
"""

SEATED = (
    "if (location.protocol !== 'about:') localStorage.setItem('doublesix.recent',"
    f" JSON.stringify([{{code: '{CODE}', at: Date.now(), game: 'partners', alone: false}}]))"
)
"""The browser remembers a seat at the table."""

KEPT = """
    new Promise((done) => {
        const { serviceWorker } = navigator;
        if (serviceWorker.controller) done();
        else serviceWorker.addEventListener('controllerchange', () => done(), {once: true});
    })
"""


@contextmanager
def person(browser: Browser, language: str, place: Place) -> Iterator[BrowserContext]:
    """A browser that has been at the table before, with nothing kept of the page."""
    context = browser.new_context(viewport=PHONE, device_scale_factor=2, has_touch=True)
    speak(context, language)
    context.add_init_script(SEATED)
    context.add_init_script(WATCH % place.control)
    yield context
    context.close()


def come(context: BrowserContext, origin: str, place: Place) -> float:
    """Come to a place on a slow phone; return after how many ms it can be used."""
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    with page.expect_console_message(lambda said: said.text.startswith("usable"), timeout=30_000) as said:
        page.goto(origin + place.path, wait_until="commit")
    page.close()
    return float(said.value.text.split()[1])


def keep_all(context: BrowserContext, origin: str) -> None:
    """Have the service worker keep the page's files, as after a first visit."""
    page: Page = context.new_page()
    page.goto(origin)
    page.evaluate(KEPT)
    page.close()


def measure(languages: list[str], times: int) -> Iterator[tuple[str, Place, bool, list[float]]]:
    """For each language and place, in ms: for the first time, then with what is kept."""
    house = House(DIST)
    line = SlowLine(int(house.origin.rpartition(":")[2]))
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=executable(), args=LAUNCH)
            for language in languages:
                house.scene = next(scene for scene in scenes(language) if scene.name == "turn")
                for place in (HOME, TABLE):
                    for kept in (False, True):
                        yield (
                            language,
                            place,
                            kept,
                            [_once(browser, language, line.origin, place, kept) for _ in range(times)],
                        )
            browser.close()
    finally:
        line.close()
        house.close()


def _once(browser: Browser, language: str, origin: str, place: Place, kept: bool) -> float:
    with person(browser, language, place) as context:
        if kept:
            keep_all(context, origin)
        return come(context, origin, place)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--languages", default="ar", help=f"out of {','.join(NAMES)}")
    parser.add_argument("--times", type=int, default=5)
    asked = parser.parse_args()
    print(f"{'':24}{'median':>8}{'all':>10}   ms until it can be used")
    for language, place, kept, found in measure(asked.languages.split(","), asked.times):
        name = f"{language} {place.name}, {'kept' if kept else 'first time'}"
        each = " ".join(f"{one:.0f}" for one in sorted(found))
        print(f"{name:24}{statistics.median(found):8.0f}   {each}", flush=True)
