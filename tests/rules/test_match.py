"""Rounds up to a target: who leads next, what is kept, when a new round may begin."""

from dataclasses import replace
from random import Random

import pytest

from rules.actions import MatchEnded
from rules.errors import MatchOver, RoundNotOver, WrongRuleSet
from rules.match import SHEET_WITHOUT_TARGET, Match, begin, highest, next_round, play
from rules.presets import PRESETS
from rules.round import Pass, Place
from rules.ruleset import RuleSet
from rules.tile import Tile
from tests.rules.tables import Table, a_deal, a_match, custom, random_rounds


def one_tile_each(like: str, players: int, **fields: object) -> RuleSet:
    """Rounds that end with their first tile."""
    return custom(like, hand=((players, 1),), seats=(players,), **fields)


def lead(match: Match, tile: str) -> Match:
    assert match.round.turn is not None
    return play(match, Place(match.round.turn, Tile.parse(tile), "left"))[0]


def test_the_first_round_is_led_by_the_highest_tile() -> None:
    assert highest(a_deal("5-6 4-5 / 0-0 0-1")) == (1, Tile(0, 0))
    assert highest(a_deal("3-4 0-1 / 2-5 0-5 / 2-3 1-6")) == (2, Tile(1, 6))


def test_a_lead_won_by_highest_is_forced_only_where_the_rule_set_says_so() -> None:
    deal = a_deal("0-1 / 6-6 / 1-1 / 2-2")

    assert begin(one_tile_each("partners", 4), 4, None, deal).round.forced is None
    assert begin(one_tile_each("domna-4", 4), 4, None, deal).round.forced == Tile(6, 6)


def test_a_match_is_played_to_the_default_target_unless_one_is_chosen() -> None:
    deal = a_deal("0-1 / 6-6")
    rules = one_tile_each("draw", 2)

    assert begin(rules, 2, None, deal).target == 100
    assert begin(rules, 2, 151, deal).target == 151
    assert begin(one_tile_each("duel", 2, target=None), 2, None, deal).target is None


def test_a_match_does_not_begin_with_a_wrong_rule_set_or_a_deal_for_others() -> None:
    with pytest.raises(WrongRuleSet, match="50 to 500 by 50"):
        begin(PRESETS["draw"], 2, 120, a_deal("0-1 / 6-6"))
    with pytest.raises(ValueError, match="3 players need as many hands, not 2"):
        begin(PRESETS["draw"], 3, 100, a_deal("0-1 / 6-6"))


def test_the_winner_leads_any_tile_in_the_next_round() -> None:
    match = lead(begin(one_tile_each("draw", 2), 2, None, a_deal("0-1 / 6-6")), "6-6")

    match = next_round(match, a_deal("6-6 / 0-1"))

    assert (match.round.leader, match.round.forced, match.round.number) == (1, None, 2)
    assert match.scores == (0, 1)


def test_the_highest_tile_leads_anew_and_is_forced_anew() -> None:
    match = lead(begin(one_tile_each("duel", 2, target=None), 2, None, a_deal("0-1 / 6-6")), "6-6")

    match = next_round(match, a_deal("5-5 / 0-1"))

    assert (match.round.leader, match.round.forced) == (0, Tile(5, 5))


def test_after_a_block_the_lightest_hand_of_the_winning_side_leads() -> None:
    rules = custom("domna-4", hand=((4, 2),))
    match = lead(begin(rules, 4, None, a_deal("6-6 5-5 / 2-2 2-3 / 1-1 0-1 / 3-4 1-5")), "6-6")

    assert match.results[0].end.how == "blocked"
    assert match.results[0].next_leader == 2


def test_a_match_ends_with_the_side_that_has_the_target() -> None:
    match = begin(one_tile_each("draw", 2), 2, 12, a_deal("6-6 / 5-6 "))
    match, events = play(match, Place(0, Tile(6, 6), "left"))
    assert (match.winner, match.results[-1].next_leader) == (None, 0)

    match = next_round(match, a_deal("0-1 / 0-2"))
    match, events = play(match, Place(0, Tile(0, 1), "left"))

    assert match.scores == (13, 0)
    assert (match.winner, match.results[-1].next_leader) == (0, None)
    assert events[-1] == MatchEnded(0)
    with pytest.raises(MatchOver):
        play(match, Pass(1))
    with pytest.raises(MatchOver):
        next_round(match, a_deal("0-1 / 0-2"))


def test_a_target_reached_in_the_round_is_listed_without_points_of_its_end() -> None:
    match = begin(one_tile_each("fives", 2), 2, 10, a_deal("5-5 / 1-6"))

    match = lead(match, "5-5")

    (result,) = match.results
    assert (result.end.how, result.end.points, result.scored, result.next_leader) == (
        "target",
        0,
        (10, 0),
        None,
    )
    assert (match.scores, match.winner) == ((10, 0), 0)


def test_points_at_once_and_of_the_end_are_both_kept() -> None:
    match = lead(begin(one_tile_each("fives", 2), 2, 100, a_deal("5-5 / 1-6")), "5-5")

    assert match.scores == (15, 0)
    assert next_round(match, a_deal("5-5 / 1-6")).scores == (15, 0)


def test_without_a_target_each_round_stands_alone() -> None:
    match = lead(begin(one_tile_each("duel", 2, target=None), 2, None, a_deal("0-1 / 6-6")), "6-6")
    assert match.scores == (0, 1)

    match = next_round(match, a_deal("6-6 / 3-4"))
    assert match.scores == (0, 0)
    match = lead(match, "6-6")

    assert (match.scores, match.winner) == ((7, 0), None)
    assert [result.end.points for result in match.results] == [1, 7]


def test_without_a_target_the_score_sheet_does_not_grow_for_ever() -> None:
    duel = Table("duel", PRESETS["duel"], 2)
    *_, match = random_rounds(duel, Random(1), SHEET_WITHOUT_TARGET + 5)

    assert len(match.results) == SHEET_WITHOUT_TARGET
    assert match.results[-1].number == match.round.number == SHEET_WITHOUT_TARGET + 5


def test_a_round_under_way_is_not_given_up() -> None:
    match = a_match(Table("draw", PRESETS["draw"], 2), Random(1))

    with pytest.raises(RoundNotOver):
        next_round(match, match.round.deal)


def test_a_round_given_up_by_consent_leaves_no_points_and_no_result() -> None:
    rules = custom("fives", seats=(2,), hand=((2, 2),), next_lead="highest", next_round="consent")
    match = lead(begin(rules, 2, None, a_deal("5-5 0-5 / 5-6 1-6")), "5-5")
    assert match.scores == (10, 0)

    match = next_round(match, a_deal("0-1 0-2 / 3-3 1-6"))

    assert (match.scores, match.results) == ((0, 0), ())
    assert (match.round.number, match.round.leader, match.round.forced) == (2, 1, Tile(3, 3))


def test_after_a_tied_round_its_leader_or_the_next_seat_leads() -> None:
    rules = custom("block", seats=(2,), hand=((2, 2),))
    tied = a_deal("6-6 0-3 / 1-2 0-0")

    next_ = lead(begin(rules, 2, None, tied), "6-6")
    same = lead(begin(replace(rules, tied_lead="same"), 2, None, tied), "6-6")

    assert next_.results[0].end.tied
    assert (next_.results[0].next_leader, same.results[0].next_leader) == (1, 0)
