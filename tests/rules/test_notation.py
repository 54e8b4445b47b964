"""A round as players write it."""

from random import Random

import pytest

from rules.errors import DoesNotFit
from rules.notation import read, write
from rules.round import Draw, Pass, Place
from rules.tile import Tile
from tests.rules.tables import PARTNERS_WITH_DRAWING, TABLES, Table, a_match, a_round, custom, random_play


def test_a_round_is_what_happened_what_is_held_and_whose_turn_it_is() -> None:
    round_ = a_round("6-6 4-6 | 1-4 5-5 / 2-3 | turn 0")

    assert round_.log == (Place(0, Tile(6, 6), "left"), Place(1, Tile(4, 6), "right"))
    assert round_.hands == ((Tile(1, 4), Tile(5, 5)), (Tile(2, 3),))
    assert (round_.turn, round_.leader) == (0, 0)


def test_ends_passes_and_drawings_are_written_where_they_happened() -> None:
    text = "6-6 4-6< +2-2+3-4 3-4< pass | 1-5 2-2 / 0-2 | turn 0"

    round_ = a_round(text, custom("bakesh"))

    assert round_.log[2:] == (Draw(0), Place(0, Tile(3, 4), "left"), Pass(1))
    assert write(round_) == text


def test_all_four_arms_can_be_written() -> None:
    text = "4-4 4-6< 1-4> 4-5^ 0-4v | 1-1 / 2-2 + 0-0 3-3 | turn 1"

    assert write(a_round(text, custom("fives"))) == text


def test_a_round_that_is_over_names_who_led() -> None:
    text = "6-6 0-6> 0-1> 1-2> 5-6< | - / 2-2 / 5-5 / 3-3 + 0-0 | lead 0"

    round_ = a_round(text, PARTNERS_WITH_DRAWING)

    assert round_.end is not None
    assert write(round_) == text


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_what_is_written_reads_as_the_same_round(table: Table) -> None:
    chance = Random(7)
    for match, _, _ in random_play(a_match(table, chance), chance):
        text = write(match.round)

        again = read(text, table.rules, target=match.target)

        assert write(again) == text
        assert (again.log, again.line, again.passes) == (
            match.round.log,
            match.round.line,
            match.round.passes,
        )
        assert (again.scored, again.end, again.boneyard) == (
            match.round.scored,
            match.round.end,
            match.round.boneyard,
        )


@pytest.mark.parametrize(
    "text",
    ["6-6 | 1-4 / 2-3", "6-6 | 1-4 / 2-3 | next 1", "6-6 | 1-4 / 2-3 | turn 2", "6-7x | 1-1 / 2-2 | turn 1"],
)
def test_a_text_that_is_no_round_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011, several texts of one error
        a_round(text)


def test_a_drawing_that_the_rules_would_not_make_is_refused() -> None:
    with pytest.raises(ValueError, match="not what the rules would draw"):
        a_round("6-6 +2-2+3-3 | 1-4 / 2-3 2-2 3-3 + 4-6 | turn 1")


def test_a_move_that_does_not_fit_is_refused_as_in_play() -> None:
    with pytest.raises(DoesNotFit):
        a_round("6-6 1-2 | 1-4 / 2-6 | turn 0")
