"""For every eye and hand: large text, forced colours, less motion, cloths and tiles, a finger's size."""

from collections.abc import Callable, Iterator
from itertools import cycle, product
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import COLOURS, violations
from tests.e2e.browser import prefer
from tests.e2e.fit import SETTLED
from tests.e2e.scenes import Scene, scenes
from tests.e2e.stage import Stage

pytestmark = pytest.mark.timeout(300)

LANGUAGE = "ar"
FELTS = ("green", "blue", "wine", "walnut")
TILES = ("ivory", "ebony", "marble")
FULLEST = "fives, a tile selected"
SHOWN = ("turn", "fives", "out", "drew-other", "alone", "left", "won", "many")


def pages(stage: Stage, seen: dict[str, Scene], names: tuple[str, ...]) -> Iterator[tuple[str, Page]]:
    """The table as `names` have it, a tile selected where one can be, and the dialogs that belong to it."""
    for name in names:
        page = stage.show(seen[name])
        expect(page.locator(".hand")).to_be_visible()
        yield name, page
        if page.locator(".slot.legal").count():
            page.locator(".slot.legal").last.click()
            yield f"{name}, a tile selected", page
    page.keyboard.press("?")
    page.wait_for_selector("dialog")
    yield "keys", page
    page.keyboard.press("Escape")
    page = stage.home()
    page.get_by_role("button", name="الإعدادات").click()
    page.wait_for_selector("dialog")
    yield "settings", page


def test_each_cloth_with_each_set_of_tiles_passes_axe(
    watched: Callable[..., Any], seen: dict[str, Scene]
) -> None:
    """Looks differ in colours, and in those alone; that they are as preferred is shown in test_aloud.

    All are laid together where most is drawn; elsewhere each cloth and each set of tiles is met once.
    """
    stage = Stage(watched(reduced_motion="reduce"), LANGUAGE)
    found: dict[str, list[str]] = {}
    for name, page in pages(stage, seen, ("turn", "fives", "out")):
        looks = product(FELTS, TILES) if name == FULLEST else zip(FELTS, cycle(TILES), strict=False)
        for felt, tiles in looks:
            page.evaluate(LOOK, [felt, tiles])
            page.evaluate(SETTLED)
            if faults := violations(page, COLOURS):
                found[f"{felt}, {tiles}: {name}"] = faults

    assert found == {}


LOOK = "([felt, tiles]) => Object.assign(document.documentElement.dataset, { felt, tiles })"


LOST = """() => {
    const width = document.documentElement.clientWidth;
    const scrolls = document.documentElement.scrollWidth;
    const wide = scrolls > width ? [`scrolls: ${scrolls} of ${width}`] : [];
    const shown = (one) =>
        one.checkVisibility({ checkOpacity: true }) && !one.closest('.hidden, .skip, [inert]');
    const name = (one) => `${one.tagName}.${one.className}: ${one.textContent.trim().slice(0, 40)}`;
    const all = [...document.querySelectorAll('body *')].filter(shown);
    const outside = all
        .filter((one) => one.matches('button, input, a, p, strong, b, h2, h3, li'))
        .map((one) => [one, one.getBoundingClientRect()])
        .filter(([, box]) => box.width && (box.left < -1 || box.right > width + 1))
        .map(([one, box]) => `outside: ${name(one)}: ${Math.round(box.left)} to ${Math.round(box.right)}`);
    const cut = all
        .filter((one) => {
            const style = getComputedStyle(one);
            const clips = (how) => how === 'hidden' || how === 'clip';
            const text = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
            return text && one.clientHeight > 1 && (
                (clips(style.overflowY) && one.scrollHeight > one.clientHeight + 3) ||
                (clips(style.overflowX) && one.scrollWidth > one.clientWidth + 1
                    && style.textOverflow !== 'ellipsis')
            );
        })
        .map((one) => `cut: ${name(one)}`);
    const page = document.scrollingElement;
    const match = document.querySelector('main.match');
    const low = match
        ? [...match.querySelectorAll('.slot, .button')]
            .filter(shown)
            .filter((one) => !one.closest('.sheet, dialog'))
            .map((one) => [one, one.getBoundingClientRect().bottom + page.scrollTop])
            .filter(([, bottom]) => bottom > Math.max(page.scrollHeight, innerHeight) + 1
                || bottom > match.getBoundingClientRect().bottom + page.scrollTop + 1)
            .map(([one, bottom]) => `below: ${name(one)}: ${Math.round(bottom)} of ${page.scrollHeight}`)
        : [];
    const seen = !document.querySelector('.match > .sheet');
    const board = seen && document.querySelector('.board')?.getBoundingClientRect();
    const small = board && board.height < 150 ? [`board: ${Math.round(board.height)} high`] : [];
    return [...wide, ...outside, ...cut, ...low, ...small];
}"""
"""What cannot be read or reached: outside the page, cut off, below its end; a board too small to be one."""

LARGE = "addEventListener('DOMContentLoaded', () => { document.documentElement.style.fontSize = '32px'; })"


@pytest.mark.parametrize("size", [(360, 740), (1280, 800)], ids=str)
def test_nothing_is_lost_when_text_is_twice_as_large(
    watched: Callable[..., Any], seen: dict[str, Scene], size: tuple[int, int]
) -> None:
    stage = Stage(watched(), LANGUAGE)
    stage.page.set_viewport_size({"width": size[0], "height": size[1]})
    stage.page.add_init_script(LARGE)
    found: dict[str, list[str]] = {}
    for name, page in pages(stage, seen, SHOWN):
        page.evaluate(SETTLED)
        if faults := page.evaluate(LOST):
            found[name] = faults

    assert found == {}


def test_forced_colours_show_what_can_be_played(watched: Callable[..., Any], seen: dict[str, Scene]) -> None:
    stage = Stage(watched(forced_colors="active"), LANGUAGE)
    found: dict[str, list[str]] = {}
    for name, page in pages(stage, seen, ("turn", "out")):
        page.evaluate(SETTLED)
        # Contrast is the reader's own there, and not in the styles that axe reads.
        if faults := [one for one in violations(page) if not one.startswith("color-contrast")]:
            found[name] = faults
        if name == "turn, a tile selected":
            looks = page.locator(".slot").evaluate_all(
                "(all) => all.map((one) => [one.ariaDisabled, one.ariaPressed,"
                " getComputedStyle(one).outlineStyle, getComputedStyle(one).borderStyle])"
            )
            assert len({tuple(look[2:]) for look in looks}) == len({tuple(look[:2]) for look in looks}), looks

    assert found == {}


@pytest.mark.parametrize("how", ["device", "setting"])
def test_with_less_motion_nothing_flies(
    watched: Callable[..., Any], seen: dict[str, Scene], how: str
) -> None:
    stage = Stage(watched(reduced_motion="reduce" if how == "device" else "no-preference"), LANGUAGE)
    if how == "setting":
        prefer(stage.page.context, motion="less")
    page = stage.show(seen["turn"])
    expect(page.locator(".hand")).to_be_visible()

    page.locator(".slot.legal").last.click()
    stage.tell(seen["after"].view.model_dump_json())
    expect(page.locator(".plate.turn")).to_be_visible()

    assert page.evaluate(MOVING) == []


MOVING = """() => document.getAnimations()
    .filter((one) => one.playState === 'running' && !one.effect.target?.closest('.ring'))
    .map((one) => [one.animationName ?? one.transitionProperty, one.effect.target?.outerHTML.slice(0, 60)])"""


SMALL = """(least) => [...document.querySelectorAll('button, a, select, summary, input, label')]
    .filter((one) => one.checkVisibility() && !one.closest('.hidden, .skip, [inert]'))
    .filter((one) => !(one.matches('input') && one.closest('label')))
    .filter((one) => !(one.matches('label') && !one.querySelector('input')))
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([, box]) => box.width && (box.width < least || box.height < least))
    .map(([one, { width, height }]) =>
        `${one.outerHTML.slice(0, 70)}: ${Math.round(width)} by ${Math.round(height)}`)"""


def test_everything_is_large_enough_for_a_finger(watched: Callable[..., Any], seen: dict[str, Scene]) -> None:
    """44 px, but for tiles in a crowded hand and places that lie side by side: those have 24 at least."""
    stage = Stage(watched(), LANGUAGE)
    found: dict[str, list[str]] = {}
    for name, page in pages(stage, seen, ("turn", "fives", "out", "many", "alone", "nines")):
        page.evaluate(SETTLED)
        small = [one for one in page.evaluate(SMALL, 44) if "slot" not in one and "data-end" not in one]
        if small := [*small, *page.evaluate(SMALL, 24)]:
            found[name] = small

    assert found == {}


@pytest.mark.parametrize("language", ["ar", "fa", "en"])
def test_the_top_of_a_page_is_one_row_on_the_smallest_phone(
    watched: Callable[..., Any], language: str
) -> None:
    stage = Stage(watched(), language)
    stage.page.set_viewport_size({"width": 320, "height": 568})
    lobby = next(scene for scene in scenes(language) if scene.name == "lobby-host")

    comings: tuple[Callable[[], Page], ...] = (
        stage.home,
        lambda: stage.home(""),
        lambda: stage.home("fives"),
        lambda: stage.show(lobby),
    )
    heights = [page.locator("header").bounding_box() for page in (come() for come in comings)]

    assert all(box and box["height"] <= 50 for box in heights), heights
