"""Where it was agreed so, a round waits for people who are away."""

from dataclasses import replace

from contracts.ids import Position
from contracts.view import View
from engine.computers import to_act
from engine.decide import decide
from engine.due import due
from engine.game import Game
from engine.views import frame_of
from rules.presets import PRESETS
from tests.engine.games import (
    LIMITS,
    Levels,
    a_game,
    a_game_where,
    at,
    expire,
    ms,
    new_round,
    next_action,
    played,
    played_out,
    presence,
    refusal,
    say,
    say_as_computer,
    turn,
)

ALONE: Levels = (None, "medium")
WITH_ONE = replace(PRESETS["draw"], turn_seconds=None, away_seconds=None, away="wait")
"""A game that waits, and that people and computer players play together."""
TWO_AND_ONE: Levels = (None, None, "easy")


def seen(game: Game, now: int = 0) -> View:
    limits = replace(LIMITS, turn=None, away=None)
    return frame_of(game, 0, Position(version=1, mark="00000000"), ms(now), [], limits).view


def without_one(now: int = 1_000) -> Game:
    """A duel whose seat 1 has just gone away."""
    return decide(played(a_game("duel", 2)), presence(True, False), at(now))


def a_computers_turn() -> Game:
    return a_game_where(lambda game: turn(game) == 2, lambda seed: a_three(seed))


def a_three(seed: int = 1) -> Game:
    return a_game(WITH_ONE, 3, computers=TWO_AND_ONE, seed=seed)


def test_the_round_waits_for_who_is_away_and_names_the_seat() -> None:
    game = without_one()

    assert game.phase == "waiting"
    assert (seen(game).phase, seen(game).waiting) == ("waiting", (1,))


def test_it_does_not_matter_whose_turn_it_is() -> None:
    games = [a_game("duel", 2, seed=seed) for seed in range(20)]

    assert {turn(game) for game in games} == {0, 1}
    assert {decide(game, presence(True, False), at(0)).phase for game in games} == {"waiting"}


def test_when_both_are_away_both_are_named() -> None:
    game = decide(a_game("duel", 2), presence(False, False), at(0))

    assert seen(game).waiting == (0, 1)


def test_a_round_that_is_dealt_while_somebody_is_away_waits_from_the_start() -> None:
    assert a_game("duel", 2, present=(True, False)).phase == "waiting"


def test_a_move_is_refused_while_the_round_waits() -> None:
    game = decide(a_game("duel", 2), presence(turn(a_game("duel", 2)) == 0, True), at(0))

    assert refusal(game, say(game, next_action(game))) == "waiting"


def test_a_move_that_counts_already_is_known_while_the_round_waits() -> None:
    game = a_game("duel", 2)
    command = say(game, next_action(game))
    waits = decide(played(game), presence(True, False), at(0))

    assert decide(waits, command, at(1)) is waits


def test_a_stale_move_is_stale_while_the_round_waits() -> None:
    game = a_game("duel", 2)
    command = say(game, next_action(game), seat=1 - turn(game))

    assert refusal(decide(played(game), presence(True, False), at(0)), command) == "stale_ply"


def test_when_all_are_back_the_round_goes_on_as_it_was() -> None:
    waits = without_one()

    back = decide(waits, presence(True, True, seating=3), at(500_000))

    assert (back.phase, back.match, seen(back).waiting) == ("playing", waits.match, ())
    assert decide(back, say(back, next_action(back)), at(500_001)).by[-1] == "player"


def test_when_one_of_two_is_back_the_round_waits_for_the_other() -> None:
    game = decide(a_game("duel", 2), presence(False, False), at(0))

    back = decide(game, presence(False, True, seating=3), at(10_000))

    assert (back.phase, seen(back).waiting) == ("waiting", (0,))


def test_nothing_is_due_while_somebody_is_there() -> None:
    game = without_one()

    assert due(game, LIMITS, ()) is None
    assert decide(game, expire(), at(10**9)) is game


def test_when_nobody_is_there_the_table_rests_and_then_waits_again() -> None:
    game = decide(without_one(), presence(False, False, seating=3), at(5_000))
    assert due(game, LIMITS, ()) == 5_000 + LIMITS.rest

    rests = decide(game, expire(), at(5_000 + LIMITS.rest))
    assert (rests.phase, seen(rests).waiting) == ("resting", ())

    one_back = decide(rests, presence(True, False, seating=4), at(10**6))
    assert (one_back.phase, seen(one_back).waiting) == ("waiting", (1,))
    both_back = decide(one_back, presence(True, True, seating=5), at(10**6 + 1))
    assert (both_back.phase, both_back.match) == ("playing", game.match)


def test_a_move_at_a_table_that_rests_is_refused_while_somebody_is_away() -> None:
    game = decide(without_one(), presence(False, False, seating=3), at(5_000))
    rests = decide(game, expire(), at(5_000 + LIMITS.rest))

    assert refusal(rests, say(rests, next_action(rests))) == "waiting"


def test_between_two_rounds_nobody_is_waited_for() -> None:
    game = decide(played_out(a_game("duel", 2)), presence(True, False), at(0))

    assert (game.phase, seen(game).waiting) == ("between", ())


def test_a_round_that_waits_can_be_abandoned() -> None:
    game = decide(a_game("duel", 2), new_round(a_game("duel", 2), 1), at(0))
    waits = decide(game, presence(True, False), at(1_000))

    dealt = decide(waits, new_round(waits, 0), at(2_000))

    assert (dealt.match.round.number, dealt.phase) == (2, "waiting")


# with computer players


def test_nobody_waits_for_a_computer_player() -> None:
    game = a_game("duel", 2, computers=ALONE)

    assert game.phase == "playing"


def test_alone_the_round_waits_for_the_person() -> None:
    game = decide(a_game("duel", 2, computers=ALONE), presence(False, False, computers=ALONE), at(0))

    assert seen(game).waiting == (0,)


def test_a_computer_player_waits_too() -> None:
    game = decide(a_computers_turn(), presence(True, False, False, computers=TWO_AND_ONE), at(1_000))

    assert game.phase == "waiting"
    assert due(game, LIMITS, ()) is None
    assert decide(game, expire(), at(10**9)) is game
    assert refusal(game, say_as_computer(game, next_action(game))) == "not_your_turn"


def test_when_all_are_back_a_computer_players_turn_begins_anew_and_it_is_told_again() -> None:
    game = a_computers_turn()
    waits = decide(game, presence(True, False, False, computers=TWO_AND_ONE), at(1_000))
    assert to_act(game, waits) is None

    back = decide(waits, presence(True, True, False, computers=TWO_AND_ONE, seating=3), at(70_000))

    assert due(back, LIMITS, ()) == 70_000 + LIMITS.computer
    told = to_act(waits, back)
    assert told is not None
    assert told.view.seat == 2


def test_it_is_told_again_also_when_all_are_back_in_the_same_moment() -> None:
    game = a_computers_turn()
    waits = decide(game, presence(True, False, False, computers=TWO_AND_ONE), at(0))

    back = decide(waits, presence(True, True, False, computers=TWO_AND_ONE, seating=3), at(0))

    assert back.turn == game.turn
    assert to_act(waits, back) is not None


def test_a_newcomer_who_is_not_there_yet_is_waited_for() -> None:
    game = decide(a_three(), presence(True, True, False, computers=(None, None, None)), at(0))

    assert seen(game).waiting == (2,)


def test_who_leaves_where_a_computer_player_takes_over_is_not_waited_for() -> None:
    rules = replace(WITH_ONE, leaving="computer")
    game = a_game(rules, 3)
    left: Levels = (None, "hard", None)

    gone = decide(game, presence(True, False, True, computers=left, left=(False, True, False)), at(0))

    assert gone.phase == "playing"


def test_who_leaves_where_seats_are_kept_is_waited_for() -> None:
    game = decide(a_game("duel", 2), presence(True, False, left=(False, True)), at(0))

    assert seen(game).waiting == (1,)
