"""A table is not mirrored: in every language each tile and each seat is at the same place."""

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.e2e.fit import SETTLED
from tests.e2e.matches import all_scenes
from tests.e2e.scenes import Scene
from tests.e2e.sizes import SIZES
from tests.e2e.stage import Stage

pytestmark = pytest.mark.timeout(200)

TABLES = ("turn", "long", "waiting", "forced", "fives", "fives-long", "nines", "duel")

THERE = """() => {
    const lying = [...document.querySelectorAll('.board .line > g')];
    const tiles = lying.map((one) => one.getBoundingClientRect());
    const { x: left, y: top, width: wide, height: high } = tiles[0] ?? {};
    const half = Math.min(wide, high);
    const halves = ({ x, y, width, height }) => [x - left, y - top, width, height].map((it) => it / half);
    const middles = [...document.querySelectorAll('.plate[data-seat]')].map((plate) => {
        const { x, y, width, height } = plate.getBoundingClientRect();
        return [plate.dataset.seat, [(x + width / 2) / innerWidth, (y + height / 2) / innerHeight]];
    });
    return [tiles.map(halves), Object.fromEntries(middles)];
}"""
"""The box of each tile of the line, from the first one on, in halves of a tile: words of another length leave
the board more room or less. And the middle of each other seat, in parts of the screen.
"""


Table = tuple[list[list[float]], dict[int, tuple[float, float]]]


def table(page: Page) -> Table:
    """Where each tile lies, and each other seat."""
    page.evaluate(SETTLED)
    tiles, middles = page.evaluate(THERE)
    return tiles, {int(seat): (x, y) for seat, (x, y) in middles.items()}


def at_sizes(
    watched: Callable[..., Any], language: str, sizes: Sequence[Sequence[str]]
) -> Iterator[tuple[str, str, Scene, Table]]:
    """Every table at some sizes, by turns: its name, the size, the scene, and where things are."""
    stage = Stage(watched(reduced_motion="reduce"), language)
    known = all_scenes(language)
    for scene, names in zip((known[name] for name in TABLES), cycle(sizes), strict=False):
        stage.show(scene)
        for name in names:
            size = SIZES[name]
            stage.page.set_viewport_size({"width": size.width, "height": size.height})
            yield scene.name, name, scene, table(stage.page)


def test_every_tile_and_seat_is_at_the_same_place_in_each_language(watched: Callable[..., Any]) -> None:
    """Every table at every size, beside the English one: by turns the Arabic one and the Persian one."""
    every, odd, even = [*SIZES], [*SIZES][::2], [*SIZES][1::2]
    english = {(name, size): there for name, size, _, there in at_sizes(watched, "en", [every])}
    assert len(english) == len(TABLES) * len(SIZES)

    for language, sizes in (("ar", [odd, even]), ("fa", [even, odd])):
        for name, size, scene, (theirs, sides) in at_sizes(watched, language, sizes):
            tiles, seats = english[name, size]
            where = (name, size, language)
            assert len(theirs) == len(scene.view.view.round.line), where
            assert theirs == [pytest.approx(tile, abs=0.1) for tile in tiles], where
            others = {*range(len(scene.view.view.round.counts))} - {scene.view.view.seat}
            assert sides.keys() == seats.keys() == others, where
            for seat, middle in seats.items():
                assert sides[seat] == pytest.approx(middle, abs=0.03), (where, seat)
            if name == "turn":
                me = scene.view.view.seat
                across, following, before = sides[(me + 2) % 4], sides[(me + 1) % 4], sides[(me + 3) % 4]
                assert before[0] < across[0] < following[0], f"who plays next is not at the right: {where}"
