"""Pictures of the screens that are named, or of all: `python -m tests.e2e.screenshots turn --sizes small`.

As somebody else has them, too: `--large`, `--forced`, `--felt wine`; such a picture's name says so.
"""

import argparse
from itertools import chain
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, sync_playwright

from rules.presets import GAMES
from tests.e2e.browser import LAUNCH, executable, prefer
from tests.e2e.lobbies import lobbies
from tests.e2e.matches import matches
from tests.e2e.replays import replays
from tests.e2e.scenes import NAMES, scenes
from tests.e2e.sizes import SIZES
from tests.e2e.stage import Stage

RESULTS = Path(__file__).resolve().parents[2] / "test-results" / "screenshots"


LARGE = "addEventListener('DOMContentLoaded', () => { document.documentElement.style.fontSize = '200%'; })"


def main(asked: argparse.Namespace) -> None:
    RESULTS.mkdir(parents=True, exist_ok=True)
    sizes = list(SIZES) if asked.sizes == "all" else asked.sizes.split(",")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=LAUNCH)
        for language in asked.languages.split(","):
            for size in sizes:
                width, height, scale = SIZES[size]
                context = browser.new_context(
                    service_workers="block",
                    viewport={"width": width, "height": height},
                    device_scale_factor=scale,
                    forced_colors="active" if asked.forced else "none",
                )
                look = _look(context, asked)
                _shoot_all(Stage(context, language), asked.scenes, language, f"{language}-{size}{look}")
                context.close()
        browser.close()


def _look(context: BrowserContext, asked: argparse.Namespace) -> str:
    """Have the pages look as asked; what that is called, in a picture's name."""
    if asked.large:
        context.add_init_script(LARGE)
    prefs = {name: chosen for name in ("felt", "tiles") if (chosen := getattr(asked, name))}
    if prefs:
        prefer(context, **prefs)
    looks = ["large"] * asked.large + ["forced"] * asked.forced + list(prefs.values())
    return "".join(f"-{look}" for look in looks)


def _shoot_all(stage: Stage, wanted: list[str], language: str, kind: str) -> None:
    def is_wanted(name: str) -> bool:
        return not wanted or name in wanted

    if is_wanted("home"):
        _shoot(stage.home(), f"home-{kind}", full=True)
    if is_wanted("settings"):
        page = stage.home()
        page.locator("header button").last.click()
        page.wait_for_selector("dialog")
        _shoot(page, f"settings-{kind}", full=False)
    if is_wanted("games"):
        _shoot(stage.home(""), f"games-{kind}", full=True)
    for game in GAMES:
        if is_wanted(f"setup-{game}"):
            _shoot(stage.home(game), f"setup-{game}-{kind}", full=True)
    for scene in chain(lobbies(language), scenes(language), matches(language)):
        if is_wanted(scene.name):
            page = stage.show(scene)
            if scene.name in ("turn", "alike", "fives"):
                _pick_a_choice(page)
            _shoot(page, f"{scene.name}-{kind}", full=_scrolls(scene.name))
    for name, scene, records in replays(language):
        if is_wanted(name):
            page = stage.replay(scene, *records)
            page.get_by_role("slider").fill(str(len(records[-1].log) // 2))
            _shoot(page, f"{name}-{kind}", full=False)


def _pick_a_choice(page: Page) -> None:
    """Select the last tile that fits both ends, else any that fits."""
    tiles = page.locator(".slot.legal")
    for index in reversed(range(tiles.count())):
        tiles.nth(index).click()
        if page.locator("[data-end]").count() > 1:
            return
        tiles.nth(index).press("Escape")


def _scrolls(name: str) -> bool:
    return name == "full" or name.startswith(("join", "lobby"))


def _shoot(page: Page, name: str, *, full: bool) -> None:
    page.wait_for_timeout(450)
    page.screenshot(path=RESULTS / f"{name}.png", full_page=full)


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenes", nargs="*", help="all of them unless named")
    parser.add_argument("--sizes", default="phone,desktop", help=f"out of {','.join(SIZES)}, or all")
    parser.add_argument("--languages", default=",".join(NAMES), help="as ar,fa,en")
    parser.add_argument("--large", action="store_true", help="letters twice as large")
    parser.add_argument("--forced", action="store_true", help="the reader's own colours")
    parser.add_argument("--felt", help="green, blue, wine or walnut")
    parser.add_argument("--tiles", help="ivory, ebony or marble")
    return parser.parse_args()


if __name__ == "__main__":
    main(_asked())
