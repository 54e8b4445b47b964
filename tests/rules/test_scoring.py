"""What the end of a round is worth, and to whom."""

import pytest

from rules.scoring import Hands, RoundEnd, blocked, fives, reached_target, rounded, went_out
from rules.tile import Tile
from tests.rules.tables import custom

PARTNERS = custom("partners")
DOMNA = custom("domna-4")
DRAW = custom("draw")


def hands(text: str) -> Hands:
    return tuple(tuple(map(Tile.parse, hand.split())) for hand in text.split("/"))


def test_going_out_is_worth_all_pips_of_the_other_sides() -> None:
    left = hands("/ 5-6 0-2 / 3-3")

    assert went_out(DRAW, left, 0) == RoundEnd("out", 0, 19, 0)


def test_a_hand_of_the_partner_counts_for_nothing() -> None:
    left = hands("/ 5-6 / 6-6 / 3-3")

    assert went_out(PARTNERS, left, 0) == RoundEnd("out", 0, 17, 0)


def test_partners_compare_their_sides() -> None:
    end = blocked(PARTNERS, hands("1-1 / 0-3 / 6-6 / 5-5"), leader=0, last_placer=0)

    assert (end.winner, end.points, end.tied) == (1, 14, False)


def test_a_full_tie_goes_to_the_side_that_placed_last() -> None:
    end = blocked(PARTNERS, hands("1-1 / 0-3 / 3-3 / 1-4"), leader=0, last_placer=3)

    assert end == RoundEnd("blocked", 1, 8, 1, tied=True, by_tie_rule=True)


def test_the_lightest_hand_wins_for_its_side_though_the_side_is_heavier() -> None:
    end = blocked(DOMNA, hands("0-1 / 1-1 / 6-6 / 2-2"), leader=0, last_placer=0)

    assert (end.winner, end.points, end.seat, end.tied) == (0, 6, 0, False)


def test_lightest_hands_that_tie_across_sides_are_decided_by_the_sides() -> None:
    end = blocked(DOMNA, hands("0-1 / 0-1 / 6-6 / 2-2"), leader=0, last_placer=0)

    assert (end.winner, end.points, end.seat, end.tied) == (1, 13, 1, False)


def test_lightest_hands_of_partners_are_no_tie() -> None:
    end = blocked(DOMNA, hands("0-1 / 1-1 / 0-1 / 2-2"), leader=0, last_placer=1)

    assert (end.winner, end.seat, end.tied) == (0, 2, False)


def test_a_full_tie_where_nobody_wins_is_worth_nothing() -> None:
    end = blocked(DRAW, hands("0-1 / 0-1 / 6-6"), leader=0, last_placer=0)

    assert end == RoundEnd("blocked", None, 0, None, tied=True)


def test_a_tie_of_hands_that_are_not_lightest_does_not_matter() -> None:
    end = blocked(DRAW, hands("0-1 / 5-5 / 5-5"), leader=0, last_placer=0)

    assert (end.winner, end.points, end.tied) == (0, 19, False)


def test_the_difference_takes_off_what_the_winning_side_holds_and_never_falls_below_nothing() -> None:
    rules = custom("domna-4", blocked_points="difference")

    level = blocked(rules, hands("0-1 / 1-1 / 2-2 / 5-5"), leader=0, last_placer=0)
    heavy = blocked(rules, hands("0-1 / 1-1 / 6-6 / 2-2"), leader=0, last_placer=0)

    assert (level.winner, level.points) == (0, 7)
    assert (heavy.winner, heavy.points) == (0, 0)


@pytest.mark.parametrize(
    ("points", "to_five"),
    [(0, 0), (1, 0), (2, 0), (3, 5), (4, 5), (5, 5), (7, 5), (8, 10), (12, 10), (13, 15)],
)
def test_round_end_points_go_to_the_nearest_five(points: int, to_five: int) -> None:
    assert rounded(custom("fives"), points) == to_five
    assert rounded(DRAW, points) == points


def test_points_are_rounded_once_on_their_total() -> None:
    end = went_out(custom("fives"), hands("/ 0-2 / 0-2 / 0-2"), 0)

    assert end.points == 5


@pytest.mark.parametrize(("ends", "points"), [(0, 0), (4, 0), (5, 5), (10, 10), (12, 0), (35, 35)])
def test_only_ends_that_add_up_to_fives_score(ends: int, points: int) -> None:
    assert fives(ends) == points


def test_a_target_reached_adds_nothing_for_the_round() -> None:
    assert reached_target(PARTNERS, 3) == RoundEnd("target", 1, 0, 3)
