"""Every screen, in every language and size: can it be used by all, and has everything its place?

Whether all has its place is asked at every size; axe, which takes ten times as long, at one or two of them,
unless SCREENS=all says so: `make screens`.
"""

import os
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.e2e.axe import violations
from tests.e2e.fit import misfits
from tests.e2e.scenes import NAMES
from tests.e2e.screens import CHAPTERS
from tests.e2e.sizes import SIZES
from tests.e2e.stage import Stage

LISTENED: dict[str, tuple[str, ...]] = {"ar": ("phone",), "fa": ("landscape",), "en": ("phone", "desktop")}
"""The sizes at which axe is asked: a phone's in each language, and each layout in one of them."""
if os.environ.get("SCREENS") == "all":
    LISTENED = dict.fromkeys(NAMES, tuple(SIZES))

pytestmark = [pytest.mark.timeout(400), pytest.mark.browser_context_args(device_scale_factor=1)]


@pytest.fixture(params=NAMES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_screen_can_be_used_and_fits_at_every_size(
    watched: Callable[..., Any], language: str, chapter: str, faults: list[str]
) -> None:
    stage = Stage(watched(reduced_motion="reduce"), language)
    found: dict[str, list[str]] = {}
    for name, page in CHAPTERS[chapter](stage, language):
        wrong = looked_at(page, LISTENED[language]) + faults
        faults.clear()
        if wrong:
            found[name] = wrong

    assert found == {}


def looked_at(page: Page, listened: tuple[str, ...]) -> list[str]:
    """What is wrong with the page as it is, at each size; then it is a phone's again."""
    wrong: list[str] = []
    for size in ("small", "landscape", "tablet", "desktop", "phone"):
        page.set_viewport_size({"width": SIZES[size].width, "height": SIZES[size].height})
        wrong += [f"{size}: {fault}" for fault in misfits(page)]
        if size in listened:
            wrong += [f"{size}: {fault}" for fault in violations(page)]
    return wrong


def test_the_web_font_comes_where_it_is_read_and_only_there(
    watched: Callable[..., Any], language: str
) -> None:
    page = Stage(watched(), language).home()
    page.evaluate("document.fonts.ready")

    assert page.evaluate("[...document.fonts].map((font) => font.status)") == [
        "unloaded" if language == "en" else "loaded"
    ]


def test_the_document_has_the_language_and_its_direction(watched: Callable[..., Any], language: str) -> None:
    page = Stage(watched(), language).home()

    assert page.locator("html").get_attribute("lang") == language
    assert page.locator("html").get_attribute("dir") == ("ltr" if language == "en" else "rtl")
