"""Pictures of the screens that are named, or of all: `python -m tests.e2e.screenshots turn --sizes small`."""

import argparse
from itertools import chain
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from rules.presets import GAMES
from tests.e2e.browser import LAUNCH, executable
from tests.e2e.lobbies import lobbies
from tests.e2e.matches import matches
from tests.e2e.scenes import NAMES, scenes
from tests.e2e.stage import Stage

RESULTS = Path(__file__).resolve().parents[2] / "test-results" / "screenshots"
SIZES = {
    "small": (320, 568, 2),
    "phone": (360, 740, 2),
    "landscape": (740, 360, 2),
    "tablet": (820, 1180, 1),
    "desktop": (1280, 800, 1),
}
"""Width and height in CSS pixels, and how many of the screen's make one of them."""


def main(wanted: list[str], languages: list[str], sizes: list[str]) -> None:
    RESULTS.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=LAUNCH)
        for language in languages:
            for size in sizes:
                width, height, scale = SIZES[size]
                context = browser.new_context(
                    service_workers="block",
                    viewport={"width": width, "height": height},
                    device_scale_factor=scale,
                )
                stage = Stage(context, language)
                if not wanted or "home" in wanted:
                    _shoot(stage.home(), f"home-{language}-{size}", full=True)
                if not wanted or "games" in wanted:
                    _shoot(stage.home(""), f"games-{language}-{size}", full=True)
                for game in GAMES:
                    if not wanted or f"setup-{game}" in wanted:
                        _shoot(stage.home(game), f"setup-{game}-{language}-{size}", full=True)
                for scene in chain(lobbies(language), scenes(language), matches(language)):
                    if wanted and scene.name not in wanted:
                        continue
                    page = stage.show(scene)
                    if scene.name in ("turn", "alike", "fives"):
                        _pick_a_choice(page)
                    _shoot(page, f"{scene.name}-{language}-{size}", full=_scrolls(scene.name))
                context.close()
        browser.close()


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
    return parser.parse_args()


if __name__ == "__main__":
    asked = _asked()
    all_sizes = list(SIZES)
    main(
        asked.scenes,
        asked.languages.split(","),
        all_sizes if asked.sizes == "all" else asked.sizes.split(","),
    )
