"""Every screen, in every language and size: can it be used by all, and has everything its place?

`make screens` asks all of it. Otherwise every screen is asked at every size, at some in Arabic and at the
others in another language; and axe, which takes ten times as long, at one size in one of the two. Which size
and which language that is goes round from screen to screen.
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
IN_PERSIAN = ("partners", "others")
ASKED = [
    (language, chapter)
    for chapter in CHAPTERS
    for language in NAMES
    if WHOLE or language == "ar" or (language == "fa") == (chapter in IN_PERSIAN)
]

pytestmark = pytest.mark.timeout(400)


@pytest.fixture(params=NAMES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize(("language", "chapter"), ASKED)
def test_every_screen_can_be_used_and_fits_at_every_size(
    watched: Callable[..., Any], language: str, chapter: str, faults: list[str]
) -> None:
    stage = Stage(watched(reduced_motion="reduce"), language)
    found: dict[str, list[str]] = {}
    for at, (name, page) in enumerate(CHAPTERS[chapter](stage, language)):
        wrong = looked_at(page, *asked_of(language, at)) + faults
        faults.clear()
        if wrong:
            found[name] = wrong

    assert found == {}


def asked_of(language: str, at: int) -> tuple[list[str], list[str]]:
    """The sizes at which a chapter's screen is looked at in a language, and those at which axe is asked."""
    names = [*SIZES]
    if WHOLE:
        return names, names
    first = 0 if language == "ar" else 1
    looked = [names[(at + step) % len(names)] for step in range(first, len(names), 2)]
    return looked, looked[:1] if at % 2 == first else []


def looked_at(page: Page, sizes: list[str], listened: list[str]) -> list[str]:
    """What is wrong with the page as it is, at these sizes; then it is a phone's again."""
    wrong: list[str] = []
    for size in sizes:
        resize(page, size)
        wrong += [f"{size}: {fault}" for fault in misfits(page)]
        if size in listened:
            wrong += [f"{size}: {fault}" for fault in violations(page)]
    resize(page, "phone")
    return wrong


def resize(page: Page, size: str) -> None:
    page.set_viewport_size({"width": SIZES[size].width, "height": SIZES[size].height})


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
