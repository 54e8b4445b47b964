"""A table is not mirrored: in every language each tile and each seat is at the same place."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.e2e.fit import SETTLED
from tests.e2e.matches import all_scenes
from tests.e2e.scenes import Scene
from tests.e2e.sizes import SIZES
from tests.e2e.stage import Stage

pytestmark = [pytest.mark.timeout(200), pytest.mark.browser_context_args(device_scale_factor=1)]

TABLES = ("turn", "long", "waiting", "forced", "fives", "fives-long", "nines", "duel")

LYING = """() => {
    const lying = [...document.querySelectorAll('.board .line > g')];
    const tiles = lying.map((one) => one.getBoundingClientRect());
    const { x: left, y: top, width: wide, height: high } = tiles[0] ?? {};
    const half = Math.min(wide, high);
    const halves = ({ x, y, width, height }) => [x - left, y - top, width, height].map((it) => it / half);
    return tiles.map(halves);
}"""
"""The box of each tile of the line, from the first one on, in halves of a tile.

Words of another length leave the board more room or less.
"""


Table = tuple[list[list[float]], dict[int, tuple[float, float]]]


def table(stage: Stage, scene: Scene) -> Table:
    """Where each tile lies, and each other seat's middle in parts of the screen."""
    page = stage.page
    page.evaluate(SETTLED)
    view = scene.view.view
    plates = {
        seat: page.locator(f'[data-seat="{seat}"]').bounding_box()
        for seat in range(len(view.round.counts))
        if seat != view.seat
    }
    size = page.viewport_size
    assert size
    middles = {
        seat: (
            (box["x"] + box["width"] / 2) / size["width"],
            (box["y"] + box["height"] / 2) / size["height"],
        )
        for seat, box in plates.items()
        if box
    }
    return page.evaluate(LYING), middles


def at_each_size(watched: Callable[..., Any], language: str) -> Iterator[tuple[str, str, Scene, Table]]:
    """Every table at every size: its name, the size, the scene, and where things are."""
    stage = Stage(watched(reduced_motion="reduce"), language)
    known = all_scenes(language)
    for scene in (known[name] for name in TABLES):
        stage.show(scene)
        for name, size in SIZES.items():
            stage.page.set_viewport_size({"width": size.width, "height": size.height})
            yield scene.name, name, scene, table(stage, scene)


def test_every_tile_and_seat_is_at_the_same_place_in_each_language(watched: Callable[..., Any]) -> None:
    english = {(name, size): there for name, size, _, there in at_each_size(watched, "en")}
    assert len(english) == len(TABLES) * len(SIZES)

    for language in ("ar", "fa"):
        for name, size, scene, (theirs, sides) in at_each_size(watched, language):
            tiles, seats = english[name, size]
            where = (name, size, language)
            assert len(theirs) == len(scene.view.view.round.line), where
            assert theirs == [pytest.approx(tile, abs=0.1) for tile in tiles], where
            assert sides.keys() == seats.keys()
            for seat, middle in seats.items():
                assert sides[seat] == pytest.approx(middle, abs=0.03), (where, seat)
            if name == "turn":
                me = scene.view.view.seat
                across, following, before = sides[(me + 2) % 4], sides[(me + 1) % 4], sides[(me + 3) % 4]
                assert before[0] < across[0] < following[0], f"who plays next is not at the right: {where}"
