"""A new round by consent: all ask for it, at any time; any action of the round takes back what was asked."""

from dataclasses import replace

import pytest

from contracts.ids import Position
from contracts.view import View
from engine.decide import decide
from engine.due import due
from engine.game import Game
from engine.views import frame_of
from rules.presets import PRESETS
from rules.ruleset import ANY_TARGET, RuleSet
from tests.engine.games import (
    LIMITS,
    TURN,
    a_game,
    a_game_where,
    again,
    at,
    before_its_end,
    expire,
    ms,
    new_round,
    next_action,
    played,
    played_out,
    presence,
    ready,
    refusal,
    say,
    say_as_computer,
    turn,
)

DUEL = PRESETS["duel"]
TO_A_TARGET = replace(DUEL, target=ANY_TARGET, turn_seconds=45, away_seconds=5, away="play_on")
"""By consent, with a clock and an end."""


def seen(game: Game) -> View:
    return frame_of(game, 0, Position(version=1, mark="00000000"), ms(0), [], LIMITS).view


def asked(game: Game, *seats: int, now: int = 1_000) -> Game:
    for seat in seats:
        game = decide(game, new_round(game, seat), at(now))
    return game


def a_duel(rules: RuleSet = DUEL, plies: int = 3, seed: int = 1) -> Game:
    return played(a_game(rules, 2, seed=seed), plies)


# asked and agreed


def test_that_a_new_round_was_asked_for_is_shown() -> None:
    game = asked(a_duel(), 1)

    assert (game.asked, seen(game).asked) == ((1,), (1,))
    assert game.match == a_duel().match


def test_when_all_have_asked_in_the_middle_of_a_round_a_new_one_is_dealt_and_this_one_is_unscored() -> None:
    game = a_duel()

    dealt = asked(game, 1, 0)

    assert (dealt.match.round.number, dealt.match.round.ply, dealt.asked) == (2, 0, ())
    assert (dealt.match.results, dealt.match.scores) == ((), (0, 0))
    assert dealt.seed != game.seed
    assert dealt.phase == "playing"


def test_when_all_have_asked_after_the_end_of_a_round_the_next_one_is_dealt() -> None:
    game = played_out(a_game("duel", 2))

    dealt = asked(game, 0, 1)

    assert (dealt.match.round.number, len(dealt.match.results)) == (2, 1)


def test_a_new_round_is_led_by_the_highest_tile_dealt() -> None:
    dealt = asked(a_duel(), 0, 1)

    assert dealt.match.round.forced is not None
    assert dealt.match.round.forced in dealt.match.round.hands[turn(dealt)]


def test_no_round_comes_by_itself_after_the_end_of_one() -> None:
    game = played_out(a_game("duel", 2), now=1_000)

    assert (game.phase, game.between_since, seen(game).between) == ("between", None, None)
    assert due(game, LIMITS, ()) is None
    assert decide(game, expire(), at(10**9)) is game


def test_being_ready_is_no_consent() -> None:
    game = played_out(a_game("duel", 2))

    assert refusal(game, ready(game, 0)) == "not_between_rounds"


def test_with_a_target_the_score_stands_as_it_was_before_the_round_abandoned() -> None:
    game = played_out(a_game_with_points())
    scores = game.match.scores
    game = played(asked(game, 0, 1), 2)

    abandoned = asked(game, 0, 1)

    assert any(scores)
    assert abandoned.match.scores == scores
    assert len(abandoned.match.results) == 1


def a_game_with_points() -> Game:
    return a_game_where(
        lambda game: any(played_out(game).match.scores),
        lambda seed: a_game(TO_A_TARGET, 2, seed=seed, target=1_000),
    )


# what takes it back


def test_a_move_takes_back_what_was_asked() -> None:
    game = asked(a_duel(), 0)

    moved = decide(game, say(game, next_action(game)), at(2_000))

    assert moved.asked == ()


def test_a_move_that_counts_already_takes_back_nothing() -> None:
    before = a_duel(plies=2)
    command = say(before, next_action(before))
    game = asked(decide(before, command, at(0)), 0)

    assert decide(game, command, at(2_000)) is game


def test_a_refused_move_takes_back_nothing() -> None:
    game = asked(a_duel(), 0)

    assert refusal(game, say(game, next_action(game), ply=99)) == "future_ply"
    assert game.asked == (0,)


def test_the_clocks_move_takes_back_what_was_asked() -> None:
    game = asked(a_game(TO_A_TARGET, 2), 0, now=0)

    assert decide(game, expire(), at(TURN)).asked == ()


def test_a_computer_players_move_takes_back_what_was_asked() -> None:
    rules = replace(DUEL, seats=(3,), hand=((3, 5),), computer_players="yes")
    game = a_game_where(
        lambda game: turn(game) == 2, lambda seed: a_game(rules, 3, computers=(None, None, "easy"), seed=seed)
    )
    game = asked(game, 0)

    assert decide(game, say_as_computer(game, next_action(game)), at(2_000)).asked == ()
    assert decide(game, expire(), at(LIMITS.computer)).asked == (), "nor does it stand when the table plays"


def test_a_move_with_an_automatic_pass_after_it_takes_back_what_was_asked() -> None:
    rules = replace(DUEL, passing="automatic")
    for seed in range(300):
        game = a_game(rules, 2, seed=seed)
        while game.match.round.end is None:
            before, game = game, played(game)
            if game.by[len(before.by) + 1 :] == ("table",) and game.match.round.end is None:
                moved = decide(asked(before, 0, now=0), say(before, next_action(before)), at(1))
                assert (moved.asked, moved.by[-1]) == ((), "table")
                return
    raise LookupError("nobody ever had to pass")


def test_the_last_move_of_a_round_takes_back_what_was_asked() -> None:
    game = asked(before_its_end(a_game("duel", 2)), 0)

    assert decide(game, say(game, next_action(game)), at(2_000)).asked == ()


def test_no_coming_or_going_takes_back_what_was_asked() -> None:
    game = asked(a_duel(), 0)

    for seating, present in enumerate([(True, False), (False, False), (False, True), (True, True)], start=2):
        game = decide(game, presence(*present, seating=seating), at(2_000 + seating))
        assert game.asked == (0,)
    assert asked(game, 1).match.round.number == 2


def test_a_rest_of_the_table_takes_back_nothing() -> None:
    game = decide(asked(a_duel(), 0), presence(False, False), at(2_000))
    rests = decide(game, expire(), at(2_000 + LIMITS.rest))
    assert rests.phase == "resting"

    back = decide(rests, presence(True, True, seating=3), at(10**6))

    assert back.asked == (0,)
    assert asked(back, 1).match.round.number == 2


# whose consent it needs


def test_who_is_only_away_has_to_be_asked() -> None:
    game = decide(a_duel(), presence(True, False), at(500))

    assert asked(game, 0).match.round.number == 1


def test_who_is_only_away_has_to_be_asked_in_the_middle_of_a_round_where_the_table_plays_on_too() -> None:
    game = decide(a_duel(TO_A_TARGET), presence(True, False), at(500))

    assert asked(game, 0).match.round.number == 1


def test_between_rounds_who_is_away_is_not_waited_for_where_the_table_plays_on() -> None:
    over = played_out(a_game(TO_A_TARGET, 2, target=1_000))
    game = decide(over, presence(True, False), at(500))

    assert asked(game, 0).match.round.number == 2
    asked_first = decide(asked(over, 0), presence(True, False), at(2_000))
    assert asked_first.match.round.number == 2


def test_between_rounds_who_is_away_has_to_be_asked_where_the_table_waits() -> None:
    game = decide(played_out(a_game("duel", 2)), presence(True, False), at(500))

    assert asked(game, 0).match.round.number == 1


def test_while_the_other_has_left_one_alone_can_have_a_new_round() -> None:
    game = decide(a_duel(), presence(True, False, left=(False, True)), at(500))

    assert asked(game, 0).match.round.number == 2


def test_when_the_other_leaves_after_one_has_asked_the_new_round_is_dealt() -> None:
    game = asked(a_duel(), 0)

    left = decide(game, presence(True, False, left=(False, True)), at(2_000))

    assert left.match.round.number == 2


def test_who_has_left_and_come_back_has_to_be_asked_again() -> None:
    game = decide(a_duel(), presence(True, False, left=(False, True)), at(500))
    back = decide(game, presence(True, True, seating=3), at(600))

    assert asked(back, 0).match.round.number == 1


def test_when_nobody_is_there_no_round_is_dealt_though_who_is_away_has_asked() -> None:
    """Whoever comes back sees the round that they asked to end, and then the new one."""
    game = decide(asked(a_duel(), 0), presence(False, True), at(2_000))

    gone = decide(game, presence(False, False, left=(False, True), seating=3), at(3_000))
    assert gone.match.round.number == 1

    back = decide(gone, presence(True, False, left=(False, True), seating=4), at(4_000))
    assert back.match.round.number == 2


def test_alone_against_a_computer_player_one_asks_oneself_only() -> None:
    game = a_game("duel", 2, computers=(None, "hard"))

    assert asked(game, 0).match.round.number == 2


def test_nobody_asks_on_behalf_of_a_seat_that_is_not_there() -> None:
    assert refusal(a_duel(), new_round(a_duel(), 2)) == "no_such_seat"


# asked twice, late, or elsewhere


def test_who_asks_twice_has_asked_once() -> None:
    game = asked(a_duel(), 0)

    assert decide(game, new_round(game, 0), at(1_001)) is game


def test_who_asked_for_a_round_that_has_been_dealt_is_answered_as_accepted() -> None:
    game = a_duel()
    dealt = asked(game, 0, 1)

    assert decide(dealt, new_round(game, 1), at(1_001)) is dealt
    later = played(dealt, 2)
    assert decide(later, new_round(game, 0), at(1_002)) is later


def test_what_was_asked_before_the_last_move_is_stale() -> None:
    game = a_duel()

    assert refusal(played(game), new_round(game, 0)) == "stale_ply"


def test_what_was_asked_at_a_ply_to_come_is_of_the_future() -> None:
    game = a_duel()

    assert refusal(game, new_round(game, 0, ply=game.match.round.ply + 1)) == "future_ply"


@pytest.mark.parametrize("where", [{"round": 2}, {"match": 2}])
def test_a_round_to_come_is_the_wrong_one(where: dict[str, int]) -> None:
    assert refusal(a_duel(), new_round(a_duel(), 0, **where)) == "wrong_round"


@pytest.mark.parametrize("preset", ["partners", "draw", "domna-4", "bakesh"])
def test_elsewhere_no_consent_is_needed(preset: str) -> None:
    game = a_game(preset, 4)

    assert refusal(game, new_round(game, 0)) == "no_consent_needed"


def test_after_the_last_round_there_is_none_to_ask_for() -> None:
    game = a_game(TO_A_TARGET, 2, target=1)
    while game.match.winner is None:
        game = played_out(game)
        if game.match.winner is None:
            game = asked(game, 0, 1)

    assert refusal(game, new_round(game, 0)) == "match_over"
    for seat in (0, 1):
        game = decide(game, again(game, seat), at(2_000))
    assert (game.match.number, game.phase) == (2, "playing")


def test_the_last_move_of_a_round_abandoned_is_known_afterwards() -> None:
    before = a_duel(plies=2)
    command = say(before, next_action(before))
    dealt = asked(decide(before, command, at(0)), 0, 1)

    assert decide(dealt, command, at(2_000)) is dealt


def test_by_consent_three_rounds_leave_three_lines_on_the_sheet() -> None:
    game = a_game("duel", 2)
    for _ in range(2):
        game = asked(played_out(game), 0, 1)
    game = played_out(game)

    assert [result.number for result in game.match.results] == [1, 2, 3]
