"""The line of play: where a tile can be joined, and what the open ends add up to."""

import pytest

from rules.errors import DoesNotFit
from rules.line import End, Line, fits, join
from rules.tile import Tile

SIGNS: dict[str, End] = {"<": "left", ">": "right", "^": "up", "v": "down"}


def a_line(text: str, *, four_way: bool = True) -> Line:
    """ "4-4 4-6< 1-4>": the first tile, then each with the end it is joined at."""
    line = Line(four_way)
    for word in text.split():
        line = join(line, Tile.parse(word[:3]), SIGNS[word[3:] or "<"], 0)
    return line


def ends(line: Line) -> dict[str, int]:
    return {open_.end: open_.number for open_ in line.open_ends}


def test_the_first_tile_lies_with_its_lower_half_to_the_left() -> None:
    assert ends(a_line("2-5")) == {"left": 2, "right": 5}


def test_on_an_empty_table_every_tile_goes_to_the_left_and_nothing_is_open() -> None:
    assert fits(Line(), Tile(2, 5)) == ("left",)
    assert Line().open_ends == ()
    assert Line().sum == 0
    with pytest.raises(DoesNotFit, match="2-5 cannot be joined at the end right"):
        join(Line(), Tile(2, 5), "right", 0)


def test_a_joined_tile_turns_its_other_half_outward() -> None:
    assert ends(a_line("2-5 2-6< 0-5> 6-6< 0-1>")) == {"left": 6, "right": 1}


def test_a_blank_joins_only_a_blank() -> None:
    line = a_line("0-5")

    assert fits(line, Tile(0, 0)) == ("left",)
    assert fits(line, Tile(1, 2)) == ()


def test_a_tile_that_fits_two_ends_may_go_to_both() -> None:
    assert fits(a_line("2-5"), Tile(2, 5)) == ("left", "right")
    assert fits(a_line("6-6"), Tile(3, 6)) == ("left", "right")


def test_the_spinner_is_the_first_double_placed_and_the_only_one() -> None:
    assert a_line("2-5").spinner is None
    assert a_line("2-5 5-5> 2-2<").spinner == Tile(5, 5)


def test_where_doubles_are_plain_there_is_no_spinner() -> None:
    line = a_line("6-6 2-6< 3-6>", four_way=False)

    assert line.spinner is None
    assert ends(line) == {"left": 2, "right": 3}


@pytest.mark.parametrize(
    ("text", "open_"),
    [
        ("4-4", {"left": 4, "right": 4}),
        ("4-4 4-6<", {"left": 6, "right": 4}),
        ("4-4 4-6< 1-6<", {"left": 1, "right": 4}),
        ("4-4 4-6< 1-4>", {"left": 6, "right": 1, "up": 4, "down": 4}),
        ("3-4 4-4>", {"left": 3, "right": 4}),
        ("3-4 4-4> 3-6<", {"left": 6, "right": 4}),
        ("3-4 4-4> 1-4>", {"left": 3, "right": 1, "up": 4, "down": 4}),
        ("3-4 3-3< 0-3<", {"left": 0, "right": 4, "up": 3, "down": 3}),
        ("4-4 4-6< 1-4> 4-5v 5-5v", {"left": 6, "right": 1, "up": 4, "down": 5}),
    ],
)
def test_short_sides_open_once_both_long_sides_are_covered(text: str, open_: dict[str, int]) -> None:
    assert ends(a_line(text)) == open_


@pytest.mark.parametrize(
    ("text", "sum_"),
    [
        ("5-5", 10),
        ("1-4", 5),
        ("0-0", 0),
        ("4-4 4-6<", 14),
        ("4-4 4-6< 1-4>", 7),
        ("4-4 4-6< 1-4> 4-5^", 12),
        ("4-4 4-6< 1-4> 4-5^ 5-5^", 17),
        ("4-4 4-6< 1-4> 4-5^ 0-4v", 12),
        ("3-5 5-5>", 13),
        ("3-5 5-5> 2-5>", 5),
        ("3-5 3-3< 5-5>", 16),
    ],
)
def test_the_open_ends_add_up(text: str, sum_: int) -> None:
    assert a_line(text).sum == sum_


def test_without_a_spinner_a_double_at_an_end_still_counts_both_halves() -> None:
    assert a_line("5-5 0-5<", four_way=False).sum == 10
    assert a_line("5-5 0-5< 5-6>", four_way=False).sum == 6


def test_numbers_are_each_named_once_in_the_order_left_right_up_down() -> None:
    assert a_line("4-4 4-6< 4-5> 5-6>").numbers == (6, 4)
    assert a_line("5-5").numbers == (5,)


def test_a_tile_that_shows_neither_number_does_not_fit() -> None:
    with pytest.raises(DoesNotFit):
        a_line("4-4 4-6< 1-4> 2-3^")


@pytest.mark.parametrize("text", ["", "2-5", "5-5 0-5<", "4-4 4-6< 1-4> 4-5^ 0-4v", "3-4 4-4> 1-4> 4-6v"])
def test_a_line_that_comes_back_from_a_store_is_open_where_it_was(text: str) -> None:
    line = a_line(text)
    again = Line(line.four_way, line.laid)

    assert (again.open_ends, again.spinner, again.sum) == (line.open_ends, line.spinner, line.sum)


def test_lines_with_the_same_ends_share_what_fits_there() -> None:
    one, other = a_line("2-5 5-6>", four_way=False), a_line("2-4 4-6>", four_way=False)

    assert one != other
    assert one.ends is other.ends


def test_a_line_whose_first_double_is_yet_to_come_shares_nothing_with_one_that_has_it() -> None:
    waits, has = a_line("2-5 5-6>"), a_line("2-5 5-5> 5-6> 4-6> 4-6>")

    assert fits(waits, Tile(0, 2)) == fits(has, Tile(0, 2)) == ("left",)
    assert waits.ends is not has.ends
