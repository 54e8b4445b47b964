"""A tile, and the sets."""

import pytest

from rules.tile import SETS, Tile, lead_rank, pips


def test_a_tile_is_written_lower_half_first() -> None:
    assert str(Tile(3, 5)) == "3-5"
    assert Tile.parse("3-5") == Tile(3, 5)


@pytest.mark.parametrize("text", ["5-3", "3", "3-", "3:5", "3-5 ", "-3-5", "3-10", "٣-٥", ""])
def test_what_is_not_written_as_a_tile_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a tile"):
        Tile.parse(text)


@pytest.mark.parametrize(("name", "tiles", "weight"), [("double-six", 28, 168), ("double-nine", 55, 495)])
def test_a_set_has_every_pair_once(name: str, tiles: int, weight: int) -> None:
    set_ = SETS[name]  # type: ignore[index]

    assert len(set_) == len(set(set_)) == tiles
    assert pips(set_) == weight
    assert list(set_) == sorted(set_)
    assert {Tile.parse(str(tile)) for tile in set_} == set(set_)


def test_joining_one_half_leaves_the_other() -> None:
    assert Tile(3, 5).other(3) == 5
    assert Tile(3, 5).other(5) == 3
    assert Tile(4, 4).other(4) == 4
    with pytest.raises(ValueError, match="No half of 3-5 shows 4"):
        Tile(3, 5).other(4)


def test_the_lead_goes_by_doubles_then_weight_then_the_higher_half() -> None:
    written = "6-6 5-5 0-0 5-6 4-6 3-6 4-5 1-6 2-5 3-4 0-1"
    tiles = [Tile.parse(text) for text in written.split()]

    assert sorted(tiles, key=lead_rank, reverse=True) == tiles
