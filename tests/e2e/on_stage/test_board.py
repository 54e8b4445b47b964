"""The table to eye and hand: all of it in view at every size, nothing that jumps, tiles that are carried."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Page, expect

from contracts.frames import Refused
from contracts.problems import problem
from tests.e2e.browser import prefer
from tests.e2e.matches import all_scenes
from tests.e2e.scenes import Scene
from tests.e2e.sizes import AREAS
from tests.e2e.stage import Stage

LANGUAGE = "ar"
DIRECTIONS = ("ar", "en")
TABLES = ("turn", "waiting", "long", "fives", "fives-long", "many", "duel", "left", "alone", "nines")


def tile_for_two_ends(scene: Scene) -> str:
    legal = [placement.tile for placement in scene.view.view.round.legal or ()]
    return next(tile for tile in legal if legal.count(tile) == 2)


def sized(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


OUT_OF_PLACE = """() => {
    const all = (selector) => [...document.querySelectorAll(selector)].map((one) =>
        [selector, one.getBoundingClientRect()]);
    const parts = ['header', '.plate', '.wood', '.strip', '.actions', '.hand'].flatMap(all);
    const outside = [...parts, ...all('.slot'), ...all('.actions button'), ...all('.menu')]
        .filter(([, box]) => box.left < -1 || box.top < -1 ||
            box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
        .map(([name, box]) => `${name} outside: ${JSON.stringify(box)}`);
    const board = document.querySelector('.board').getBoundingClientRect();
    const off = [...document.querySelectorAll('.board .lying')].map((one) => one.getBoundingClientRect())
        .filter((box) => box.left < board.left - 2 || box.right > board.right + 2 ||
            box.top < board.top - 2 || box.bottom > board.bottom + 2).map(() => 'a tile off the board');
    const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 &&
        a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const apart = parts.filter(([name]) => name !== 'header' || innerWidth < 900);
    const over = apart.flatMap(([name, a], at) => apart.slice(at + 1)
        .filter(([, b]) => a.width && b.width && meet(a, b)).map(([other]) => `${name} over ${other}`));
    const { scrollHeight, scrollWidth } = document.documentElement;
    const scrolls = scrollHeight > innerHeight || scrollWidth > innerWidth ? ['it scrolls'] : [];
    return [...outside, ...off, ...over, ...scrolls];
}"""


@pytest.mark.timeout(300)
@pytest.mark.parametrize("turn", [0, 1], ids=DIRECTIONS)
def test_seats_board_button_and_hand_are_in_view_at_every_size(
    watched: Callable[..., Any], turn: int
) -> None:
    """Every table at every size, by turns in a language of one direction and of the other."""
    language = DIRECTIONS[turn]
    stage = Stage(watched(reduced_motion="reduce"), language)
    found: dict[str, list[str]] = {}
    known = all_scenes(language)
    for at, name in enumerate(TABLES):
        page = stage.show(known[name])
        for width, height in AREAS[(at + turn) % 2 :: 2]:
            sized(page, width, height)
            if wrong := page.evaluate(OUT_OF_PLACE):
                found[f"{name} at {width} by {height}"] = wrong[:4]

    assert found == {}


WHERE = """() => ['.wood', '.board', '.strip', '.hand', '.plate'].map((one) => {
    const { left, top, width, height } = document.querySelector(one).getBoundingClientRect();
    return [one, left, top, width, height];
})"""


@pytest.mark.parametrize(("width", "height"), AREAS)
def test_nothing_moves_when_a_tile_is_chosen_sent_and_played(
    stage: Stage, seen: dict[str, Scene], width: int, height: int
) -> None:
    page = stage.show(seen["turn"])
    sized(page, width, height)
    before = page.evaluate(WHERE)
    hand = [one for one in before if one[0] == ".hand"]

    page.locator(f'[data-tile="{tile_for_two_ends(seen["turn"])}"]').click()
    chosen = page.evaluate(WHERE)
    page.locator("[data-end]").first.click()
    sent = page.evaluate(WHERE)
    stage.tell(seen["after"].view.model_dump_json())
    expect(page.locator(".plate.turn")).to_be_visible()
    after = page.evaluate(WHERE)

    def still(places: list[list[object]]) -> list[list[object]]:
        return [one for one in places if one[0] not in (".strip", ".hand")]

    assert still(before) == still(chosen) == still(sent) == still(after)
    assert hand == [one for one in sent if one[0] == ".hand"]


def carry(page: Page, tile: str) -> FloatRect:
    """Lift a tile and hold it over the board; where it lay."""
    box = page.locator(f'[data-tile="{tile}"]').bounding_box()
    assert box
    page.mouse.move(box["x"] + 20, box["y"] + 40)
    page.mouse.down()
    page.mouse.move(box["x"] + 20, box["y"] - 60, steps=4)
    return box


def over(page: Page, end: str) -> FloatRect:
    box = page.locator(f'[data-end="{end}"]').bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=6)
    return box


def test_the_nearest_place_lights_up_under_a_carried_tile(stage: Stage, seen: dict[str, Scene]) -> None:
    page = stage.show(seen["turn"])

    carry(page, tile_for_two_ends(seen["turn"]))
    over(page, "right")

    expect(page.locator(".end.near")).to_have_attribute("data-end", "right")
    over(page, "left")
    expect(page.locator(".end.near")).to_have_attribute("data-end", "left")


def test_escape_gives_a_carried_tile_back(stage: Stage, seen: dict[str, Scene]) -> None:
    page = stage.show(seen["turn"])
    tile = tile_for_two_ends(seen["turn"])

    carry(page, tile)
    over(page, "left")
    page.keyboard.press("Escape")
    page.mouse.up()

    expect(page.locator("[data-end]")).to_have_count(0)
    is_back(page, tile)
    assert stage.sent == []


def is_back(page: Page, tile: str) -> None:
    """It is not moved from its place in the hand."""
    page.wait_for_function(
        "(tile) => !document.querySelector(`[data-tile='${tile}']`).style.transform", arg=tile
    )


def test_a_dropped_tile_lies_at_its_place_until_the_answer_and_goes_back_when_refused(
    stage: Stage, seen: dict[str, Scene]
) -> None:
    page = stage.show(seen["turn"])
    tile = tile_for_two_ends(seen["turn"])

    carry(page, tile)
    place = over(page, "left")
    page.mouse.up()

    expect(page.locator(".slot.sent")).to_have_count(1)
    page.wait_for_function(
        """([tile, x, y]) => {
            const box = document.querySelector(`[data-tile="${tile}"]`).getBoundingClientRect();
            return Math.hypot(box.left + box.width / 2 - x, box.top + box.height / 2 - y) < 16;
        }""",
        arg=[tile, place["x"] + place["width"] / 2, place["y"] + place["height"] / 2],
    )
    stage.until(lambda: bool(stage.sent))
    [frame] = stage.sent
    stage.tell(Refused(id=str(frame["id"]), error=problem("does_not_fit")).model_dump_json())

    expect(page.locator(".slot.sent")).to_have_count(0)
    is_back(page, tile)
    expect(page.locator(".toast")).to_be_visible()


@pytest.mark.parametrize("quick", [True, False])
def test_one_touch_plays_at_once_for_who_likes_it_so(
    watched: Callable[..., Any], seen: dict[str, Scene], quick: bool
) -> None:
    context = watched()
    prefer(context, quick=quick)
    stage = Stage(context, LANGUAGE)
    page = stage.show(seen["lead"])

    page.locator(".slot.legal").first.click()

    expect(page.locator(".slot.sent" if quick else "[data-end]")).not_to_have_count(0)
    stage.until(lambda: bool(stage.sent) or not quick)
    assert [frame["type"] for frame in stage.sent] == (["place"] if quick else [])


FLIES = """([tile]) => document.querySelector(`[data-laid="${tile}"]`)?.getAnimations()
    .map((one) => one.effect.getComputedTiming().duration) ?? null"""


@pytest.mark.parametrize(("motion", "flights"), [("no-preference", [240]), ("reduce", [])])
def test_a_played_tile_flies_from_its_player_unless_somebody_likes_it_still(
    watched: Callable[..., Any], seen: dict[str, Scene], motion: str, flights: list[int]
) -> None:
    stage = Stage(watched(reduced_motion=motion), LANGUAGE)
    page = stage.show(seen["turn"])
    tile = seen["after"].view.view.round.line[-1].tile
    page.evaluate(
        """([tile, flies]) => {
            const look = new Function('at', `return (${flies})(at)`);
            window.flown = new Promise((done) => new MutationObserver(() => {
                if (document.querySelector(`[data-laid="${tile}"]`)) queueMicrotask(() => done(look([tile])));
            }).observe(document.querySelector('.board'), { subtree: true, childList: true }));
        }""",
        [tile, FLIES],
    )

    stage.tell(seen["after"].view.model_dump_json())

    assert page.evaluate("window.flown") == flights


NOTE_FLIGHTS = """
    window.flights = [];
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...how) {
        flights.push(this.outerHTML);
        return animate.apply(this, how);
    };
"""


def test_tiles_that_lie_when_a_page_opens_do_not_fly(stage: Stage, seen: dict[str, Scene]) -> None:
    stage.page.add_init_script(NOTE_FLIGHTS)

    page = stage.show(seen["turn"])

    expect(page.locator(".lying > g")).not_to_have_count(0)
    assert page.evaluate("flights") == []
    stage.tell(seen["after"].view.model_dump_json())
    page.wait_for_function("() => flights.length")
