"""When nobody is there: the table rests, and goes on as it was."""

from dataclasses import replace

import pytest

from contracts.ids import Position
from contracts.view import View
from engine.computers import to_act
from engine.decide import decide
from engine.due import due
from engine.errors import Refused
from engine.game import Game
from engine.views import frame_of
from runtime.store import Outage
from tests.engine.games import (
    AWAY,
    LIMITS,
    Levels,
    a_game,
    a_game_where,
    at,
    decided,
    expire,
    ms,
    next_action,
    outage,
    played_out,
    presence,
    say,
    say_as_computer,
    turn,
)

NOBODY = (False, False, False, False)
SOMEBODY = (False, True, False, False)


def deserted(now: int = 0, *, target: int | None = None) -> Game:
    """A game that everybody has just left."""
    game = a_game(target=target)
    return decide(game, presence(*NOBODY), at(now))


def resting(game: Game, *outages: Outage) -> Game:
    """The game when it has come to rest, with every turn until then played by the clock."""
    while game.phase != "resting":
        now = due(game, LIMITS, outages)
        assert now is not None
        game = decide(game, expire(), at(now, *outages))
    return game


def seen(game: Game, now: int, *outages: Outage) -> View:
    return frame_of(game, 0, Position(version=1, mark="00000000"), ms(now), outages, LIMITS).view


def left(game: Game, now: int, *outages: Outage) -> int:
    """What is left of the turn, as a player is told."""
    clock = seen(game, now, *outages).round.clock
    assert clock is not None
    return clock.left_ms


def test_the_table_plays_on_for_a_while_without_anybody() -> None:
    game = resting(deserted())

    assert game.rested_at == LIMITS.rest
    assert set(game.by) == {"clock"}
    assert len(game.by) == LIMITS.rest // AWAY - 1, "the turn that would end just then waits"


def test_a_table_that_rests_waits_for_ever() -> None:
    game = resting(deserted())

    assert due(game, LIMITS, ()) is None
    assert decide(game, expire(), at(10**9)) is game


def test_a_table_at_which_somebody_is_left_does_not_rest() -> None:
    game = decide(a_game(), presence(*SOMEBODY), at(0))
    for _ in range(20):
        now = due(game, LIMITS, ())
        assert now is not None
        game = decide(game, expire(), at(now))
        assert game.phase != "resting"


def test_who_comes_back_in_time_prevents_the_rest() -> None:
    game = deserted()
    game = decide(game, presence(*SOMEBODY, seating=3), at(LIMITS.rest - 10))

    assert game.nobody_since is None
    assert due(game, LIMITS, ()) != LIMITS.rest


def test_a_round_goes_on_as_it_was_when_somebody_returns() -> None:
    rests = resting(decide(deserted(), presence(*NOBODY, seating=3), at(2_000)))
    before = left(rests, 60_000)

    awake = decide(rests, presence(*SOMEBODY, seating=4), at(500_000))

    assert awake.phase == "playing"
    assert awake.match == rests.match
    assert left(awake, 500_000) == before


def test_while_it_rests_the_time_left_stands_still() -> None:
    game = decide(a_game(), presence(*NOBODY), at(2_000))
    rests = resting(decide(game, say(game, next_action(game)), at(5_000)))

    assert left(rests, 62_000) == left(rests, 100_000) == left(rests, 10**9) == 3_000


def test_a_turn_that_had_three_seconds_left_has_three_seconds_left() -> None:
    """60 s after the desertion at 2 s the table rests; turns of 5 s end at 7, 12, … 62 s."""
    game = a_game()
    game = decide(game, presence(*NOBODY), at(2_000))
    game = decide(game, say(game, next_action(game)), at(5_000))  # 10, 15, … 60, and then 65
    rests = resting(game)
    assert rests.rested_at == 62_000

    awake = decide(rests, presence(True, True, True, True, seating=3), at(1_000_000))

    assert due(awake, LIMITS, ()) == 1_000_000 + 3_000
    assert left(rests, 0) == 3_000


def test_who_looked_in_while_it_rested_has_used_nothing_of_the_time_left() -> None:
    """Somebody came and went before the engine was told: all it hears is that nobody is there still."""
    game = decide(a_game(), presence(*NOBODY), at(2_000))
    rests = resting(decide(game, say(game, next_action(game)), at(5_000)))
    rests = decide(rests, presence(*NOBODY, seating=4), at(100_000))

    awake = decide(rests, presence(True, True, True, True, seating=5), at(1_000_000))

    assert left(rests, 200_000) == 3_000
    assert due(awake, LIMITS, ()) == 1_000_000 + 3_000


def test_a_move_wakes_the_table_too() -> None:
    """A player is held to be away while its connection is found again."""
    rests = resting(deserted())

    awake = decide(rests, say(rests, next_action(rests)), at(100_000))

    assert awake.phase == "playing"
    assert awake.turn is not None
    assert awake.turn.began == 100_000
    assert due(resting(awake), LIMITS, ()) is None, "and it rests again when nobody came"


def test_a_refused_move_does_not_wake_it() -> None:
    rests = resting(deserted())
    with pytest.raises(Refused):
        decide(rests, say(rests, next_action(rests), ply=rests.match.round.ply + 1), at(100_000))


def test_the_pause_between_rounds_rests_as_well() -> None:
    game = played_out(a_game(target=500))
    game = decide(game, presence(*NOBODY), at(5_000))
    rests = resting(game)
    assert rests.phase == "resting"

    awake = decide(rests, presence(*SOMEBODY, seating=3), at(1_000_000))

    assert awake.phase in ("playing", "between")
    assert awake.match == rests.match


def test_a_match_that_is_over_does_not_rest() -> None:
    game = decide(decided(a_game(target=50)), presence(*NOBODY), at(0))

    assert game.phase == "over"
    assert decide(game, expire(), at(10**9)) is game


def test_a_table_where_nobody_was_from_the_start_rests_too() -> None:
    game = a_game(present=NOBODY)

    assert resting(game).rested_at == LIMITS.rest


# together with outages


def test_time_given_back_before_the_rest_is_not_taken_away_by_it() -> None:
    """The last turn before the rest, 60 to 65 s, began with an outage of 2.5 s: it has used 0.5 s of 5."""
    game = decide(a_game(), presence(*NOBODY), at(2_000))
    game = decide(game, say(game, next_action(game)), at(5_000))
    while game.turn is None or game.turn.began < 59_000:
        now = due(game, LIMITS, ())
        assert now is not None
        game = decide(game, expire(), at(now))
    began, lost = game.turn.began, outage(59_600, 61_500)
    rests = resting(game, lost)
    assert (began, rests.rested_at) == (60_000, 62_000)
    assert left(rests, 62_000, lost) == 5_000 - 500

    awake = decide(rests, presence(*SOMEBODY, seating=3), at(1_000_000, lost))

    assert due(awake, LIMITS, [lost]) == 1_000_000 + 4_500


def test_an_outage_while_it_rests_gives_nothing() -> None:
    game = decide(deserted(2_000), say(a_game(), next_action(a_game())), at(5_000))
    rests = resting(game)
    lost = outage(62_500, 66_000)

    assert left(rests, 67_000, lost) == 3_000
    awake = decide(rests, presence(*SOMEBODY, seating=3), at(66_100, lost))

    assert due(awake, LIMITS, [lost]) == 66_100 + 3_000


# with computer players


ALONE: Levels = (None, "easy", "medium", "hard")


def led_by_a_computer_player() -> Game:
    return a_game_where(
        lambda game: turn(game) != 0, lambda seed: a_game("draw", 4, computers=ALONE, seed=seed)
    )


def test_computer_players_play_on_until_the_table_rests() -> None:
    game = a_game_where(
        lambda game: turn(game) != 0, lambda seed: a_game("draw", 4, computers=ALONE, seed=seed)
    )

    rests = resting(decide(game, presence(*NOBODY, computers=ALONE), at(0)))

    assert rests.rested_at == LIMITS.rest
    assert "computer" in rests.by
    assert turn(rests) == 0, "nobody plays for the person meanwhile"


def in_a_computers_turn() -> Game:
    """A table that came to rest while a computer player was to act."""
    game = a_game_where(
        lambda game: turn(game) != 0, lambda seed: a_game("draw", 4, computers=ALONE, seed=seed)
    )
    left = decide(game, presence(*NOBODY, computers=ALONE), at(0))
    late = replace(left, nobody_since=ms(1_000 - LIMITS.rest))
    return decide(late, expire(), at(1_000))


def test_a_computer_players_turn_begins_anew_when_somebody_returns() -> None:
    rests = in_a_computers_turn()
    assert rests.phase == "resting"
    assert due(rests, LIMITS, ()) is None

    back = decide(rests, presence(True, False, False, False, computers=ALONE, seating=3), at(500_000))

    assert back.turn is not None
    assert (back.turn.began, back.turn.left) == (500_000, None), "nothing is left over of the one before"
    assert due(back, LIMITS, ()) == 500_000 + LIMITS.computer
    told = to_act(rests, back)
    assert told is not None
    assert told.view.seat == turn(rests)


def test_a_computer_player_never_wakes_a_table() -> None:
    rests = in_a_computers_turn()

    with pytest.raises(Refused) as caught:
        decide(rests, say_as_computer(rests, next_action(rests)), at(100_000))
    assert caught.value.code == "not_your_turn"


def test_a_computer_players_move_that_counts_already_is_known_at_a_table_that_rests() -> None:
    game = a_game_where(
        lambda game: turn(game) != 0, lambda seed: a_game("draw", 4, computers=ALONE, seed=seed)
    )
    command = say_as_computer(game, next_action(game))
    rests = resting(decide(decide(game, command, at(0)), presence(*NOBODY, computers=ALONE), at(0)))

    assert decide(rests, command, at(100_000)) is rests


def test_a_seat_handed_over_while_the_table_rests_is_a_computer_players_when_it_wakes() -> None:
    game = a_game_where(lambda game: turn(game) == 2, lambda seed: a_game("domna-4", 4, seed=seed))
    rests = resting(decide(game, presence(*NOBODY), at(0)))
    seat = turn(rests)
    computers: Levels = tuple("medium" if each == seat else None for each in range(4))
    gone = tuple(each == seat for each in range(4))
    told = decide(rests, presence(*NOBODY, computers=computers, left=gone, seating=4), at(90_000))
    assert told.phase == "resting"

    present = tuple(each == (seat + 1) % 4 for each in range(4))
    back = decide(told, presence(*present, computers=computers, left=gone, seating=5), at(500_000))

    assert due(back, LIMITS, ()) == 500_000 + LIMITS.computer
