"""From one round to the next, and from one match to another: who has to ask for it."""

import pytest

from engine.decide import decide
from engine.due import due
from engine.game import Game
from tests.engine.games import (
    LIMITS,
    a_game,
    again,
    at,
    decided,
    expire,
    played,
    played_out,
    presence,
    ready,
    refusal,
)


@pytest.fixture
def between() -> Game:
    """A round that is over; the match goes on."""
    return played_out(a_game(target=500), now=1_000)


@pytest.fixture
def over() -> Game:
    return decided(a_game(target=50))


def test_when_all_who_are_there_are_ready_the_next_round_is_dealt(between: Game) -> None:
    game = between
    for seat in (2, 0, 3):
        game = decide(game, ready(game, seat), at(2_000))
    assert (game.phase, game.ready) == ("between", (0, 2, 3))

    game = decide(game, ready(game, 1), at(3_000))

    assert (game.phase, game.match.round.number, game.ready) == ("playing", 2, ())
    assert game.turn is not None
    assert game.turn.began == 3_000


def test_who_is_away_is_not_waited_for(between: Game) -> None:
    game = decide(between, presence(True, False, True, False), at(1_500))

    for seat in (0, 2):
        game = decide(game, ready(game, seat), at(2_000))

    assert game.match.round.number == 2


def test_without_all_being_ready_the_next_round_is_dealt_after_a_while(between: Game) -> None:
    game = decide(between, ready(between, 0), at(2_000))
    dealt_at = 1_000 + LIMITS.between

    assert due(game, LIMITS, ()) == dealt_at
    assert decide(game, expire(), at(dealt_at - 1)) is game
    assert decide(game, expire(), at(dealt_at)).match.round.number == 2


def test_who_is_ready_twice_is_ready_once(between: Game) -> None:
    game = decide(between, ready(between, 0), at(2_000))

    assert decide(game, ready(game, 0), at(2_001)) is game


def test_who_was_ready_for_a_round_that_has_been_dealt_is_answered_as_accepted(between: Game) -> None:
    dealt = decide(between, expire(), at(1_000 + LIMITS.between))

    assert decide(dealt, ready(between, 0), at(30_000)) is dealt


def test_nobody_is_ready_while_a_round_is_played() -> None:
    game = played(a_game())

    assert refusal(game, ready(game, 0)) == "not_between_rounds"


def test_nobody_is_ready_for_a_round_further_on(between: Game) -> None:
    later = decide(between, expire(), at(1_000 + LIMITS.between))

    assert refusal(between, ready(later, 0)) == "not_between_rounds"


def test_after_the_last_round_there_is_nothing_to_be_ready_for(over: Game) -> None:
    assert refusal(over, ready(over, 0)) == "match_over"


def test_all_who_are_there_play_again_when_they_ask_for_it(over: Game) -> None:
    game = decide(over, presence(True, True, False, True), at(1_000))
    for seat in (0, 3):
        game = decide(game, again(game, seat), at(2_000))
    assert (game.phase, game.again) == ("over", (0, 3))

    game = decide(game, again(game, 1), at(3_000))

    assert (game.phase, game.match.number, game.match.round.number) == ("playing", 2, 1)
    assert (game.match.scores, game.match.results, game.again) == ((0, 0), (), ())
    assert game.match.target == over.match.target


def test_the_first_round_of_another_match_is_led_as_a_first_one_is(over: Game) -> None:
    game = over
    for seat in range(4):
        game = decide(game, again(game, seat), at(2_000))

    leader = game.match.round.leader
    assert (6, 6) in game.match.round.hands[leader]


def test_who_asks_for_another_match_twice_asks_once(over: Game) -> None:
    game = decide(over, again(over, 2), at(2_000))

    assert decide(game, again(game, 2), at(2_001)) is game


def test_who_asked_for_a_match_that_has_begun_is_answered_as_accepted(over: Game) -> None:
    game = over
    for seat in range(4):
        game = decide(game, again(game, seat), at(2_000))

    assert decide(game, again(over, 1), at(2_001)) is game


def test_nobody_asks_for_another_match_before_this_one_is_over(between: Game) -> None:
    assert refusal(between, again(between, 0)) == "match_not_over"
    assert refusal(a_game(), again(a_game(), 0)) == "match_not_over"


@pytest.mark.parametrize("ask", [ready, again])
def test_a_seat_that_is_not_at_the_table_asks_for_nothing(ask: object) -> None:
    """It would count as one who is ready, where nobody else is there to be waited for."""
    game = played_out(a_game("domna-2", 2), now=0) if ask is ready else decided(a_game("domna-2", 2))

    assert refusal(game, ask(game, 3)) == "no_such_seat"  # type: ignore[operator]


def test_every_deal_has_a_seed_of_its_own(between: Game) -> None:
    dealt = decide(between, expire(), at(1_000 + LIMITS.between))

    assert dealt.seed != between.seed
    assert dealt.match.round.deal != between.match.round.deal
    assert dealt.commitment != between.commitment
