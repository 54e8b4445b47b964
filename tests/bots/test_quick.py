"""What a quick player minds, all hands open."""

from bots.ends import TILE, ends_of, kind_of
from bots.quick import choose
from rules.line import Line, join
from rules.presets import PRESETS
from rules.tile import Tile

ALIKE = [0.0] * 28
"""No tile is wished to be gone more than another."""


def chosen(laid: str, hand: str, ahead: str) -> str:
    """What is placed in fives after a first tile, with `ahead` the hand of who is next."""
    kind = kind_of(PRESETS["fives"])
    ends = ends_of(kind, join(Line(four_way=True), Tile.parse(laid), "left", 0))
    mine, next_ = (kind.pack.mask(map(Tile.parse, tiles.split())) for tiles in (hand, ahead))
    return str(kind.pack.tiles[choose(ends, mine, mine & ends.fit, next_, ALIKE)[TILE]])


def test_points_are_not_left_to_who_is_next() -> None:
    assert chosen("1-2", hand="2-3 1-4", ahead="1-1 4-5") == "1-4"
    assert chosen("1-2", hand="2-3 1-4", ahead="0-1 2-6") == "2-3"


def test_who_is_next_had_better_have_nothing_to_place() -> None:
    assert chosen("1-2", hand="2-3 1-4", ahead="4-6 4-4") == "2-3"


def test_points_at_once_are_taken() -> None:
    assert chosen("1-2", hand="2-3 1-3", ahead="0-0 6-6") == "1-3"
