"""What a command makes of a game: accepted, known already, or refused with its code."""

import pytest

from contracts.commands import EngineCommand
from engine.decide import decide
from engine.errors import Refused
from engine.game import Game
from rules.round import Action
from rules.seats import next_seat
from rules.tile import Tile
from tests.engine.games import (
    TURN,
    Draw,
    Pass,
    Place,
    a_game,
    again,
    at,
    before_its_end,
    begin,
    decided,
    expire,
    legal,
    next_action,
    outage,
    played,
    played_out,
    presence,
    ready,
    say,
    turn,
)


def refusal(game: Game | None, command: EngineCommand, now: int = 0) -> str:
    """The code that `command` is refused with."""
    with pytest.raises(Refused) as caught:
        decide(game, command, at(now))
    return caught.value.code


def another(game: Game) -> Action:
    """An action of the seat to act that is not its next one, and as allowed."""
    options = [Place(turn(game), *option) for option in legal(game.match.round)]
    return next(option for option in options if option != next_action(game))


def where_one_must(duty: str, preset: str) -> Game:
    """A game for four, some plies on, in which the seat to act has to `draw` or to `pass`."""
    for seed in range(400):
        game = a_game(preset, seed=seed)
        while game.match.round.end is None:
            if next_action(game).type == duty:
                return game
            game = played(game)
    raise LookupError(duty)


# a match begins


def test_a_match_begins_with_a_deal_and_a_turn() -> None:
    game = decide(None, begin(), at(1_000))

    assert [len(hand) for hand in game.match.round.hands] == [7, 7, 7, 7]
    assert game.turn is not None
    assert game.turn.began == 1_000
    assert game.phase == "playing"


def test_a_match_that_has_begun_is_left_as_it_is() -> None:
    game = played(a_game())

    assert decide(game, begin(), at(5)) is game


@pytest.mark.parametrize(
    "command",
    [
        say(a_game(), Draw(0)),
        say(a_game(), Pass(0)),
        say(a_game(), next_action(a_game())),
        ready(a_game(), 0),
        again(a_game(), 0),
        presence(True, True, True, True),
        expire(),
    ],
    ids=lambda command: command.type,
)
def test_without_a_match_everything_else_is_refused(command: EngineCommand) -> None:
    assert refusal(None, command) == "no_match"


# a move


def test_an_accepted_move_stands_in_the_log_and_the_next_turn_begins() -> None:
    game = a_game()
    action = next_action(game)

    after = decide(game, say(game, action), at(3_000))

    assert after.match.round.log == (action,)
    assert after.by == ("player",)
    assert turn(after) == next_seat(turn(game), 4)
    assert after.turn is not None
    assert after.turn.began == 3_000


def test_the_same_move_again_is_known() -> None:
    game = a_game()
    command = say(game, next_action(game))
    after = decide(game, command, at(0))

    assert decide(after, command, at(10)) is after


def test_the_same_move_is_still_known_when_others_have_played() -> None:
    game = a_game()
    command = say(game, next_action(game))
    later = played(game, times=5)

    assert decide(later, command, at(10)) is later


def test_another_move_at_a_place_already_played_is_stale() -> None:
    game = a_game()
    command = say(game, another(game))

    assert refusal(played(game), command) == "stale_ply"


def test_another_seat_with_a_move_already_played_is_stale() -> None:
    game = a_game()
    command = say(game, next_action(game), seat=next_seat(turn(game), 4))

    assert refusal(played(game), command) == "stale_ply"


def test_a_move_further_than_the_round_has_come_is_future() -> None:
    game = a_game()

    assert refusal(game, say(game, next_action(game), ply=1)) == "future_ply"


@pytest.mark.parametrize("where", [{"round": 2}, {"match": 2}, {"round": 2, "match": 2}])
def test_a_move_of_another_round_is_of_the_wrong_round(where: dict[str, int]) -> None:
    game = played(a_game())

    assert refusal(game, say(game, next_action(game), **where)) == "wrong_round"


def test_a_seat_that_is_not_there_is_refused() -> None:
    game = a_game("domna-2", 2)

    assert refusal(game, say(game, next_action(game), seat=2)) == "no_such_seat"


def test_a_tile_with_its_higher_half_first_is_no_tile() -> None:
    game = a_game()

    assert refusal(game, say(game, next_action(game), tile="6-5")) == "wrong_value"


# what the rules refuse, each with its code


def test_who_is_not_to_act_is_refused() -> None:
    game = a_game()

    assert refusal(game, say(game, Pass(next_seat(turn(game), 4)))) == "not_your_turn"


def test_a_tile_of_another_hand_is_refused() -> None:
    game = a_game()
    tile = game.match.round.hands[next_seat(turn(game), 4)][0]

    assert refusal(game, say(game, Place(turn(game), tile, "left"))) == "not_in_hand"


def test_a_tile_that_fits_nowhere_is_refused() -> None:
    game = played(a_game(seed=3))
    open_ = game.match.round.line.numbers
    tile = next(tile for tile in game.match.round.hands[turn(game)] if not set(open_) & set(tile))

    assert refusal(game, say(game, Place(turn(game), tile, "left"))) == "does_not_fit"


def test_a_pass_while_able_is_refused() -> None:
    game = played(a_game())

    assert next_action(game).type == "place"
    assert refusal(game, say(game, Pass(turn(game)))) == "must_place"


def test_the_leader_cannot_pass() -> None:
    game = a_game()

    assert refusal(game, say(game, Pass(turn(game)))) == "leader_cannot_pass"


def test_a_draw_where_there_is_none_is_refused() -> None:
    game = where_one_must("pass", "partners")

    assert refusal(game, say(game, Draw(turn(game)))) == "cannot_draw"


def test_a_pass_while_there_is_something_to_draw_is_refused() -> None:
    game = where_one_must("draw", "fives")

    assert refusal(game, say(game, Pass(turn(game)))) == "must_draw"


def test_another_lead_than_the_forced_one_is_refused() -> None:
    game = a_game("domna-4", 4)
    round_ = game.match.round
    tile = next(tile for tile in round_.hands[turn(game)] if tile != round_.forced)

    assert refusal(game, say(game, Place(turn(game), tile, "left"))) == "must_play_forced_lead"


def test_a_move_after_the_round_is_refused() -> None:
    game = played_out(a_game(target=500))

    assert refusal(game, say(game, Pass(0))) == "round_over"


def test_a_move_after_the_match_is_refused() -> None:
    game = decided(a_game(target=50))

    assert refusal(game, say(game, Pass(0))) == "match_over"


# the last move of a round, asked again after the next deal


def test_the_last_move_of_a_round_is_known_after_the_next_deal() -> None:
    game = before_its_end(a_game(target=500))
    command = say(game, next_action(game))
    ended = decide(game, command, at(0))
    dealt = decide(ended, expire(), at(20_000))

    assert dealt.match.round.number == 2
    assert decide(dealt, command, at(20_001)) is dealt
    later = played(dealt, times=3)
    assert decide(later, command, at(20_001)) is later


def test_another_move_in_place_of_the_last_one_is_stale_after_the_next_deal() -> None:
    game = before_its_end(a_game(target=500))
    command = say(game, Place(turn(game), Tile(0, 0), "right"))
    if command == say(game, next_action(game)):
        command = say(game, Place(turn(game), Tile(0, 1), "right"))
    dealt = decide(played(game), expire(), at(20_000))

    assert refusal(dealt, command) == "stale_ply"


def test_a_move_beyond_the_last_one_is_of_the_wrong_round_after_the_next_deal() -> None:
    game = before_its_end(a_game(target=500))
    command = say(game, Pass(turn(game)), ply=game.match.round.ply + 1)
    dealt = decide(played(game), expire(), at(20_000))

    assert refusal(dealt, command) == "wrong_round"


def test_a_move_of_the_round_before_the_last_is_of_the_wrong_round() -> None:
    game = a_game(target=500)
    command = say(game, next_action(game))
    for now in (20_000, 40_000):
        game = decide(played_out(game, now - 20_000), expire(), at(now))

    assert game.match.round.number == 3
    assert refusal(game, command) == "wrong_round"


def test_the_last_move_of_a_match_is_known_in_the_next_match() -> None:
    game = a_game(target=50)
    while True:
        last = before_its_end(game)
        command = say(last, next_action(last))
        game = played(last)
        if game.match.winner is not None:
            break
        game = decide(game, expire(), at(20_000))
    for seat in range(4):
        game = decide(game, again(game, seat), at(30_000))

    assert (game.match.number, game.match.round.number) == (2, 1)
    assert decide(game, command, at(30_001)) is game


# what takes no turn of its own


def test_a_draw_leaves_the_clock_of_the_turn_as_it_is() -> None:
    game = where_one_must("draw", "fives")

    after = decide(game, say(game, Draw(turn(game))), at(9_000))

    assert after.turn == game.turn
    assert turn(after) == turn(game)


def test_a_draw_asked_again_is_known_and_draws_nothing() -> None:
    game = where_one_must("draw", "fives")
    command = say(game, Draw(turn(game)))
    after = decide(game, command, at(0))

    assert decide(after, command, at(1)) is after


def test_what_the_table_does_unasked_is_the_tables() -> None:
    """With an automatic pass the next turn begins at once, whoever's it is."""
    for seed in range(200):
        game = a_game("bakesh", 4, seed=seed)
        while game.match.round.end is None:
            before, game = game, played(game, now=game.match.round.ply + 1)
            done = game.by[len(before.by) :]
            assert done[0] == "player"
            assert set(done[1:]) <= {"table"}
            if len(done) > 1 and game.turn is not None:
                assert game.turn.began == before.match.round.ply + 1
                return
    raise AssertionError("no automatic pass in 200 rounds")


# time


def test_a_turn_that_is_not_over_is_left_as_it_is() -> None:
    game = a_game()

    assert decide(game, expire(), at(TURN - 1)) is game


def test_a_turn_that_is_over_is_played_by_the_clock() -> None:
    game = a_game()

    after = decide(game, expire(), at(TURN))

    assert after.match.round.log == (next_action(game),)
    assert after.by == ("clock",)
    assert decide(after, expire(), at(TURN)) is after, "the next turn has just begun"


def test_a_move_that_comes_before_the_clock_was_heard_counts() -> None:
    """A turn is over when the clock has played, not when somebody may say that it should."""
    game = a_game()

    after = decide(game, say(game, next_action(game)), at(TURN + 200))

    assert after.by == ("player",)


def test_a_timeout_draws_and_places_in_one_step() -> None:
    game = where_one_must("draw", "fives")

    after = decide(game, expire(), at(TURN))

    done = after.match.round.log[game.match.round.ply :]
    assert done[0] == Draw(turn(game))
    assert done[1].type in ("place", "pass")
    assert set(after.by[game.match.round.ply :]) <= {"clock", "table"}
    assert after.match.round.turn != turn(game) or after.match.round.end is not None


def test_time_in_which_moves_could_not_be_taken_is_given_back() -> None:
    game = a_game()
    lost = outage(10_000, 13_000)

    assert decide(game, expire(), at(TURN + 2_999, lost)) is game
    assert decide(game, expire(), at(TURN + 3_000, lost)).by == ("clock",)


def test_a_game_without_a_clock_waits() -> None:
    game = a_game("duel", 2)

    assert decide(game, expire(), at(1_000_000)) is game


def test_a_match_that_is_over_waits() -> None:
    game = decided(a_game(target=50))

    assert decide(game, expire(), at(10_000_000)) is game


@pytest.mark.parametrize("preset", ["partners", "bakesh", "fives"])
def test_a_match_ends_though_nobody_ever_plays(preset: str) -> None:
    game, now = a_game(preset, 4, target=100), 0
    for _ in range(3_000):
        now += TURN
        game = decide(game, expire(), at(now))
        if game.match.winner is not None:
            return
    raise AssertionError("the match goes on and on")
