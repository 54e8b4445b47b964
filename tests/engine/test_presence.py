"""Who is there, as told with the version of the table document, and what it does to the turn under way."""

from dataclasses import replace
from random import Random

import pytest

from engine.decide import decide
from engine.due import due
from engine.game import Game
from rules.presets import PRESETS
from rules.seats import next_seat
from tests.engine.games import (
    AWAY,
    LIMITS,
    TIMING,
    TURN,
    a_game,
    at,
    decided,
    expire,
    next_action,
    outage,
    played,
    played_out,
    presence,
    say,
    turn,
)
from tests.engine.lives import random_life


def there(game: Game, *away: int) -> tuple[bool, ...]:
    return tuple(seat not in away for seat in range(game.match.players))


def ends(game: Game) -> int | None:
    return due(game, LIMITS, ())


def test_who_goes_away_in_its_turn_has_so_long_from_then_on() -> None:
    game = a_game()

    game = decide(game, presence(*there(game, turn(game))), at(10_000))

    assert ends(game) == 10_000 + AWAY
    assert decide(game, expire(), at(10_000 + AWAY - 1)) is game
    assert decide(game, expire(), at(10_000 + AWAY)).by == ("clock",)


def test_who_goes_away_near_the_end_of_its_turn_gains_nothing() -> None:
    game = a_game()

    game = decide(game, presence(*there(game, turn(game))), at(TURN - 1_000))

    assert ends(game) == TURN


def test_coming_back_lengthens_nothing() -> None:
    game = a_game()
    away = decide(game, presence(*there(game, turn(game))), at(10_000))

    back = decide(away, presence(*there(game), seating=3), at(12_000))

    assert ends(back) == ends(away) == 10_000 + AWAY


def test_coming_back_and_going_again_changes_nothing_about_the_turn() -> None:
    game = a_game()
    away = decide(game, presence(*there(game, turn(game))), at(10_000))
    back = decide(away, presence(*there(game), seating=3), at(12_000))

    again = decide(back, presence(*there(game, turn(game)), seating=4), at(14_000))

    assert ends(again) == 10_000 + AWAY


def test_a_turn_that_begins_while_its_player_is_away_lasts_away() -> None:
    game = a_game()
    game = decide(game, presence(*there(game, next_seat(turn(game), 4))), at(100))
    assert ends(game) == TURN

    game = decide(game, say(game, next_action(game)), at(7_000))

    assert ends(game) == 7_000 + AWAY
    back = decide(game, presence(*there(game), seating=3), at(8_000))
    assert ends(back) == 7_000 + AWAY


def test_the_turn_after_coming_back_is_a_whole_one() -> None:
    game = a_game()
    absent = next_seat(turn(game), 4)
    game = decide(game, presence(*there(game, absent)), at(0))
    game = decide(game, presence(*there(game), seating=3), at(1_000))

    game = decide(game, say(game, next_action(game)), at(2_000))

    assert turn(game) == absent
    assert ends(game) == 2_000 + TURN


@pytest.mark.parametrize("others", [1, 2, 3])
def test_no_clock_changes_because_another_comes_or_goes(others: int) -> None:
    game = a_game()
    away = [(turn(game) + step) % 4 for step in range(1, 1 + others)]

    gone = decide(game, presence(*there(game, *away)), at(10_000))
    back = decide(gone, presence(*there(game), seating=3), at(20_000))

    assert game.turn == gone.turn == back.turn


def test_a_draw_of_somebody_who_went_away_gives_no_new_time() -> None:
    """The turn goes on after a draw, and so does what is left of it."""
    game = next(
        game
        for seed in range(100)
        for game in [played(a_game("fives", seed=seed), 4)]
        if game.match.round.end is None and next_action(game).type == "draw"
    )
    away = decide(game, presence(*there(game, turn(game))), at(10_000))

    drew = decide(away, say(away, next_action(away)), at(12_000))

    assert ends(drew) == ends(away) == 10_000 + AWAY


def test_an_outage_is_given_back_to_who_is_away_too() -> None:
    game = a_game()
    game = decide(game, presence(*there(game, turn(game))), at(10_000))
    lost = outage(11_000, 14_000)

    assert due(game, LIMITS, [lost]) == 10_000 + AWAY + 3_000


# which version of the table was told


def test_an_older_presence_is_ignored() -> None:
    game = a_game()
    newer = decide(game, presence(*there(game), seating=5), at(0))

    assert decide(newer, presence(*there(game, 0, 1), seating=4), at(1)) is newer


def test_a_presence_told_twice_counts_once() -> None:
    game = a_game()
    command = presence(*there(game, turn(game)))
    away = decide(game, command, at(10_000))

    assert decide(away, command, at(12_000)) is away


def test_a_presence_of_another_number_of_seats_is_ignored() -> None:
    game = a_game()

    assert decide(game, presence(True, True), at(0)) is game


# between rounds and after the match


def test_when_the_last_one_who_is_not_ready_leaves_the_next_round_is_dealt() -> None:
    from tests.engine.games import ready

    game = played_out(a_game(target=500))
    for seat in (0, 1, 3):
        game = decide(game, ready(game, seat), at(1_000))
    assert game.match.round.number == 1

    game = decide(game, presence(*there(game, 2)), at(2_000))

    assert game.match.round.number == 2


def test_when_the_last_one_who_does_not_want_another_match_leaves_it_begins() -> None:
    from tests.engine.games import again

    game = decided(a_game(target=50))
    for seat in (0, 1, 3):
        game = decide(game, again(game, seat), at(1_000))
    assert game.match.number == 1

    game = decide(game, presence(*there(game, 2)), at(2_000))

    assert (game.match.number, game.match.scores) == (2, (0, 0))


def test_when_everybody_has_left_no_other_match_begins() -> None:
    """Whoever comes back sees how the match ended, not one that played itself meanwhile."""
    from tests.engine.games import again

    game = decide(decided(a_game(target=50)), again(a_game(), 0), at(1_000))

    game = decide(game, presence(False, False, False, False), at(2_000))

    assert (game.phase, game.match.number) == ("over", 1)


def test_without_a_clock_nobodys_absence_ends_a_turn() -> None:
    game = a_game("duel", 2)
    game = decide(game, presence(*there(game, turn(game))), at(1_000))

    assert decide(game, expire(), at(50_000)) is game


# where the table plays on, and no clock runs


CLOCKLESS = replace(PRESETS["draw"], turn_seconds=None, away_seconds=None)


def ends_without_clocks(game: Game) -> int | None:
    return due(game, TIMING.limits(CLOCKLESS), ())


def test_where_no_clock_runs_the_table_plays_for_who_is_away_after_a_while() -> None:
    game = a_game(CLOCKLESS, 3)
    gone = decide(game, presence(*there(game, turn(game))), at(1_000))

    assert ends_without_clocks(game) is None
    assert ends_without_clocks(gone) == 1_000 + TIMING.rest
    assert decide(gone, expire(), at(1_000 + TIMING.rest)).by[-1] == "clock"


def test_where_no_clock_runs_who_comes_back_has_none() -> None:
    game = a_game(CLOCKLESS, 3)
    gone = decide(game, presence(*there(game, turn(game))), at(1_000))

    back = decide(gone, presence(*there(game), seating=3), at(50_000))

    assert back.turn == game.turn
    assert ends_without_clocks(back) is None


def test_where_no_clock_runs_nothing_is_left_over_by_a_rest() -> None:
    game = a_game(CLOCKLESS, 3)
    gone = decide(game, presence(*there(game, turn(game))), at(1_000))
    nobody = decide(gone, presence(False, False, False, seating=3), at(1_000))
    rests = decide(nobody, expire(), at(1_000 + TIMING.rest))
    assert rests.phase == "resting"

    back = decide(rests, presence(*there(game), seating=4), at(500_000))
    others = decide(rests, presence(*there(game, turn(game)), seating=4), at(500_000))

    assert ends_without_clocks(back) is None
    assert ends_without_clocks(others) == 500_000 + TIMING.rest


@pytest.mark.parametrize("seed", range(6))
def test_however_people_come_and_go_a_turn_is_held_away_since_once(seed: int) -> None:
    """Within a turn the moment it is held away from never moves, but for a rest of the table."""
    before: Game | None = None
    for game in random_life("bakesh", 3, Random(seed)):
        if before is not None and before.turn and game.turn and before.rested_at is None:
            same_turn = (before.match.number, before.match.round.number, before.match.round.ply) == (
                game.match.number,
                game.match.round.number,
                game.match.round.ply,
            )
            if same_turn and before.turn.away_since is not None:
                assert replace(game, turn=before.turn).turn == game.turn or game.rested_at is not None
        before = game
