"""Every screen, in every language and size: can it be used by all, and has everything its place?

`make screens` asks all of it. Otherwise every screen is asked in two languages, in Arabic and in one of the
others; whether all has its place at every size, and axe, which takes ten times as long, at one.
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

WHOLE = os.environ.get("SCREENS") == "all"
LISTENED: dict[str, tuple[str, ...]] = (
    dict.fromkeys(NAMES, tuple(SIZES))
    if WHOLE
    else {"ar": ("phone",), "fa": ("landscape",), "en": ("desktop",)}
)
"""The sizes at which axe is asked."""
IN_PERSIAN = ("partners", "others")
ASKED = [
    (language, chapter)
    for chapter in CHAPTERS
    for language in NAMES
    if WHOLE or language == "ar" or (language == "fa") == (chapter in IN_PERSIAN)
]

pytestmark = [pytest.mark.timeout(400), pytest.mark.browser_context_args(device_scale_factor=1)]


@pytest.fixture(params=NAMES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize(("language", "chapter"), ASKED)
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
