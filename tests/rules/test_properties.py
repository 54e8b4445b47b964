"""What holds in every round of every game, whatever is dealt and played."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.actions import Draw, Pass, Place
from rules.line import fits
from rules.match import Match, play
from rules.round import Round, automatic, decide, legal, must, start, timeout
from rules.seats import side_of
from rules.tile import SETS, pips
from tests.harness.replayed import replayed
from tests.rules.tables import TABLES, Table, a_match, random_play, random_rounds

SEEDS = st.integers(0, 2**32)
SOME = settings(max_examples=6, deadline=None)
FEW = settings(max_examples=2, deadline=None)

every_table = pytest.mark.parametrize("table", TABLES, ids=str)


def nobody_can(round_: Round) -> bool:
    return not round_.drawable and not any(fits(round_.line, tile) for hand in round_.hands for tile in hand)


def begun(match: Match) -> Round:
    round_ = match.round
    return start(
        round_.deal,
        match.rules,
        round_.leader,
        forced=round_.forced,
        target=match.target,
        before=round_.before,
        number=round_.number,
    )


@every_table
@SOME
@given(seed=SEEDS)
def test_no_tile_is_lost_or_doubled(table: Table, seed: int) -> None:
    chance = Random(seed)
    set_ = SETS[table.rules.tiles]
    for match, _, _ in random_play(a_match(table, chance), chance):
        round_ = match.round
        laid = [laid.tile for laid in round_.line.laid]
        held = [tile for hand in round_.hands for tile in hand]

        assert sorted([*laid, *held, *round_.boneyard]) == list(set_)
        assert pips(tuple(laid)) + pips(tuple(held)) + pips(round_.boneyard) == pips(set_)


@every_table
@SOME
@given(seed=SEEDS)
def test_the_log_replayed_from_the_deal_gives_the_same_round_at_every_ply(table: Table, seed: int) -> None:
    chance = Random(seed)
    dealt = a_match(table, chance)
    again = begun(dealt)
    assert again == dealt.round
    for match, action, _ in random_play(dealt, chance):
        again, _ = decide(again, action)
        assert again == match.round
        assert match.round.ply == len(match.round.log)

    round_ = match.round
    assert round_ == replayed(round_)


@every_table
@SOME
@given(seed=SEEDS)
def test_a_round_ends_exactly_when_it_should(table: Table, seed: int) -> None:
    chance = Random(seed)
    for match, action, _ in random_play(a_match(table, chance), chance):
        round_ = match.round
        out = any(not hand for hand in round_.hands)
        passed = round_.log[-table.players :]
        all_passed = len(passed) == table.players and all(isinstance(action, Pass) for action in passed)
        blocked = nobody_can(round_) if table.rules.blocked_when == "nobody_can" else all_passed
        reached = match.target is not None and any(
            before + scored >= match.target
            for before, scored in zip(round_.before, round_.scored, strict=True)
        )

        assert (round_.end is not None) == (out or blocked or reached)
        assert (round_.turn is None) == (round_.end is not None)
        if round_.end is not None:
            assert round_.end.how == ("target" if reached else "out" if out else "blocked")
        if all_passed:
            assert nobody_can(round_)


@every_table
@SOME
@given(seed=SEEDS)
def test_points_of_an_end_go_to_at_most_one_side(table: Table, seed: int) -> None:
    for match in random_rounds(table, Random(seed), 2):
        round_ = match.round
        end = round_.end
        assert end is not None
        gains = [now - then for now, then in zip(match.scores, round_.before, strict=True)]
        beside = [gain - scored for gain, scored in zip(gains, round_.scored, strict=True)]

        assert min(beside) == 0
        assert sum(beside) == end.points
        assert sum(gain > 0 for gain in beside) <= 1
        if end.winner is None:
            assert (end.points, end.seat, end.tied) == (0, None, True)
        else:
            assert beside[end.winner] == end.points
            assert end.seat is not None
            assert side_of(end.seat, partners=table.rules.partners) == end.winner
        if table.rules.blocked_tie == "last_placer":
            assert end.winner is not None


@every_table
@SOME
@given(seed=SEEDS)
def test_when_time_is_over_the_table_finishes_the_turn_with_legal_actions(table: Table, seed: int) -> None:
    chance = Random(seed)
    match = a_match(table, chance)
    while match.round.end is None:
        seat, moves = match.round.turn, legal(match.round)
        actions = timeout(match.round)
        for action in actions:
            assert match.round.turn == seat
            match, _ = play(match, action)

        assert match.round.turn != seat
        if moves:
            assert actions == (Place(seat, *moves[0]),)
        if len(actions) == 2:
            assert isinstance(actions[0], Draw)


@every_table
@SOME
@given(seed=SEEDS)
def test_what_a_seat_must_do_is_what_it_can_do(table: Table, seed: int) -> None:
    chance = Random(seed)
    dealt = a_match(table, chance)
    duty = must(dealt.round)
    for match, action, _ in random_play(dealt, chance):
        assert duty == action.type
        duty = must(match.round)
        by_itself = automatic(match.round)
        if by_itself is not None:
            assert duty == by_itself.type
            play(match, by_itself)


@every_table
@FEW
@given(seed=SEEDS)
def test_a_match_played_by_chance_ends(table: Table, seed: int) -> None:
    rounds = 3 if table.rules.target is None else 500
    *_, match = random_rounds(table, Random(seed), rounds)

    if match.target is None:
        assert match.winner is None
    else:
        assert match.winner is not None
        having = [side for side, score in enumerate(match.scores) if score >= match.target]
        assert having == [match.winner]


@every_table
@FEW
@given(seed=SEEDS)
def test_scores_add_up_to_the_score_sheet(table: Table, seed: int) -> None:
    for match in random_rounds(table, Random(seed), 4):
        counted = match.results if match.target is not None else match.results[-1:]
        totals = [0] * len(match.scores)
        for result in counted:
            for side, scored in enumerate(result.scored):
                totals[side] += scored
            if result.end.winner is not None:
                totals[result.end.winner] += result.end.points

        assert totals == list(match.scores)
        assert [result.number for result in match.results] == list(range(1, len(match.results) + 1))
