"""Computer players: whose turn is theirs, what they may do in it, and what happens when none comes."""

from dataclasses import replace

import pytest

from contracts import commands
from engine.computers import to_act
from engine.decide import decide
from engine.due import due
from engine.errors import Refused
from engine.game import Game
from rules.round import Draw, must
from rules.seats import next_seat
from tests.engine.games import (
    AWAY,
    COMPUTER,
    LIMITS,
    TURN,
    Levels,
    Pass,
    Place,
    a_game,
    a_game_where,
    acts,
    again,
    at,
    decided,
    expire,
    legal,
    next_action,
    played,
    played_out,
    played_until,
    presence,
    ready,
    refusal,
    say,
    say_as_computer,
    turn,
)

AGAINST_ONE: Levels = (None, "hard")
AGAINST_THREE: Levels = (None, "easy", "medium", "hard")


def is_computers(game: Game) -> bool:
    return game.turn is not None and game.turn.computer is not None


def a_computers_turn(preset: str = "draw", computers: Levels = AGAINST_ONE, now: int = 0) -> Game:
    """A game that a computer player leads."""
    return a_game_where(
        is_computers,
        lambda seed: a_game(preset, len(computers), computers=computers, seed=seed, now=now),
    )


def a_persons_turn(preset: str = "draw", computers: Levels = AGAINST_ONE) -> Game:
    return a_game_where(
        lambda game: not is_computers(game),
        lambda seed: a_game(preset, len(computers), computers=computers, seed=seed),
    )


def where_a_computer_must_draw() -> Game:
    for seed in range(400):
        game = a_game("fives", 2, computers=AGAINST_ONE, seed=seed)
        try:
            return played_until(
                game, lambda game: is_computers(game) and next_action(game).type == "draw", now=500
            )
        except LookupError:
            continue
    raise LookupError("no computer player ever drew")


# whose turn it is


def test_the_turn_of_a_seat_that_a_computer_player_has_is_a_computers() -> None:
    game = a_computers_turn()

    assert game.turn is not None
    assert game.turn.computer == "hard"


def test_the_turn_of_a_person_is_no_computers() -> None:
    assert not is_computers(a_persons_turn())


def test_a_table_plays_on_from_person_to_computer_and_back() -> None:
    game = a_game("block", 4, computers=AGAINST_THREE)
    for _ in range(8):
        assert game.turn is not None
        assert game.turn.computer == AGAINST_THREE[turn(game)]
        game = played(game)


# what a computer player may do


def test_what_a_computer_player_plays_stands_in_the_log_as_a_computers() -> None:
    game = a_computers_turn()

    after = decide(game, say_as_computer(game, next_action(game)), at(1_000))

    assert after.match.round.log == (next_action(game),)
    assert after.by == ("computer",)


def test_the_same_move_of_a_computer_player_again_is_known() -> None:
    game = a_computers_turn()
    command = say_as_computer(game, next_action(game))
    after = decide(game, command, at(1_000))

    assert decide(after, command, at(1_001)) is after


def test_a_computer_player_cannot_play_a_persons_turn() -> None:
    game = a_persons_turn()

    assert refusal(game, say_as_computer(game, next_action(game))) == "not_your_turn"


def test_a_computer_player_cannot_play_another_seats_turn() -> None:
    game = a_computers_turn("block", AGAINST_THREE)
    other = next(seat for seat in (1, 2, 3) if seat != turn(game))

    assert refusal(game, say_as_computer(game, next_action(game), seat=other)) == "not_your_turn"


@pytest.mark.parametrize(
    ("where", "code"),
    [({"round": 2}, "wrong_round"), ({"ply": 1}, "future_ply"), ({"seat": 3}, "no_such_seat")],
)
def test_a_computer_players_move_has_its_place_as_any_other(where: dict[str, int], code: str) -> None:
    game = a_computers_turn()

    assert refusal(game, say_as_computer(game, next_action(game), **where)) == code


def test_another_move_of_a_computer_player_at_a_place_already_played_is_stale() -> None:
    game = a_game_where(
        lambda game: is_computers(game) and len(legal(game.match.round)) > 1,
        lambda seed: played(a_game("draw", 2, computers=AGAINST_ONE, seed=seed)),
    )
    first, second = (Place(turn(game), *option) for option in legal(game.match.round)[:2])
    late = say_as_computer(game, second)

    assert refusal(decide(game, say_as_computer(game, first), at(0)), late) == "stale_ply"


def test_the_rules_hold_for_a_computer_player_too() -> None:
    game = a_computers_turn("bakesh")

    assert refusal(game, say_as_computer(game, Pass(turn(game)))) == "leader_cannot_pass"


def test_without_a_match_a_computer_player_is_refused() -> None:
    game = a_computers_turn()
    with pytest.raises(Refused) as caught:
        decide(None, say_as_computer(game, next_action(game)), at(0))

    assert caught.value.code == "no_match"


def test_a_computer_players_move_after_the_round_is_refused() -> None:
    game = a_computers_turn()
    over = played_out(game)
    late = say_as_computer(game, next_action(game), ply=over.match.round.ply)

    assert refusal(over, late) == "not_your_turn"


# what a person may do meanwhile


def test_a_person_cannot_play_the_turn_that_a_computer_player_is_finishing() -> None:
    game = a_computers_turn()
    back = decide(game, presence(True, True, seating=2), at(100))

    assert refusal(back, say(back, next_action(back))) == "computer_plays"


def test_a_person_who_is_not_to_act_is_told_so_while_a_computer_player_is() -> None:
    game = a_computers_turn()

    assert refusal(game, say(game, Pass(next_seat(turn(game), 2)))) == "not_your_turn"


# drawing


def test_a_computer_player_that_drew_is_to_act_again_and_has_its_time_anew() -> None:
    game = where_a_computer_must_draw()

    after = decide(game, say_as_computer(game, Draw(turn(game))), at(3_500))

    assert turn(after) == turn(game)
    assert is_computers(after)
    assert due(after, LIMITS, ()) == 3_500 + COMPUTER
    told = to_act(game, after)
    assert told is not None
    assert (told.view.ply, told.view.must) == (after.match.round.ply, must(after.match.round))


def test_a_drawing_of_a_computer_player_that_comes_twice_draws_once() -> None:
    game = where_a_computer_must_draw()
    command = say_as_computer(game, Draw(turn(game)))
    after = decide(game, command, at(3_500))

    assert decide(after, command, at(3_600)) is after


# when no computer player comes


def test_after_a_while_the_table_plays_in_the_computer_players_name() -> None:
    game = a_computers_turn(now=1_000)

    assert due(game, LIMITS, ()) == 1_000 + COMPUTER
    assert decide(game, expire(), at(1_000 + COMPUTER - 1)) is game
    after = decide(game, expire(), at(1_000 + COMPUTER))
    assert after.match.round.log == (next_action(game),)
    assert after.by == ("computer",)


def test_the_table_draws_and_places_in_one_step_for_a_computer_player() -> None:
    game = where_a_computer_must_draw()

    after = decide(game, expire(), at(500 + COMPUTER))

    done = after.match.round.log[game.match.round.ply :]
    assert done[0] == Draw(turn(game))
    assert len(done) > 1
    assert set(after.by[game.match.round.ply :]) <= {"computer", "table"}


def test_a_computer_players_move_that_comes_after_the_tables_is_stale_or_known() -> None:
    game = a_computers_turn()
    same = say_as_computer(game, next_action(game))
    after = decide(game, expire(), at(COMPUTER))

    assert decide(after, same, at(COMPUTER + 1)) is after
    tile = next(tile for tile in game.match.round.hands[turn(game)] if tile != next_action(game).tile)  # type: ignore[union-attr]
    assert refusal(after, say_as_computer(game, Place(turn(game), tile, "left"))) == "stale_ply"


@pytest.mark.parametrize("preset", ["draw", "block", "fives", "bakesh"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_match_ends_though_no_computer_player_ever_comes(preset: str, players: int) -> None:
    """The person moves, and nobody else does anything but the table."""
    game, now = a_game(preset, players, computers=AGAINST_THREE[:players], target=100), 0
    for _ in range(5_000):
        if game.match.winner is not None:
            return
        if game.phase == "between":
            game = decide(game, ready(game, 0), at(now))
        elif is_computers(game):
            now += COMPUTER
            game = decide(game, expire(), at(now))
        else:
            game = played(game, now=now)
    raise AssertionError("the match goes on and on")


# a newcomer, and another level


def test_a_newcomer_plays_from_the_next_turn_of_its_seat_on() -> None:
    game = a_computers_turn(computers=AGAINST_THREE)
    seat = turn(game)
    computers = tuple(None if each == seat else level for each, level in enumerate(AGAINST_THREE))

    came = decide(game, presence(*(c is None for c in computers), computers=computers), at(100))

    assert came.turn == game.turn, "the turn under way stays the computer player's"
    assert refusal(came, say(came, next_action(came))) == "computer_plays"
    played_on = played(came)
    later = played_until(played_on, lambda game: turn(game) == seat)
    assert not is_computers(later)
    assert decide(later, say(later, next_action(later)), at(0)).by[-1] in ("player", "table")


def test_another_level_is_played_from_the_next_turn_on() -> None:
    game = a_computers_turn()

    changed = decide(game, presence(True, False, computers=(None, "easy")), at(100))

    assert changed.turn == game.turn
    assert changed.match == game.match, "hands and line stay as they are"
    assert to_act(game, changed) is None
    later = played_until(played(changed), is_computers)
    assert later.turn is not None
    assert later.turn.computer == "easy"


# who leaves where a computer player takes over


GONE: Levels = (None, None, "medium", None)
FOUR = (True, True, True, True)


def left_by_two(game: Game, now: int, seating: int = 2) -> Game:
    return decide(
        game,
        presence(True, True, False, True, seating=seating, computers=GONE, left=(False, False, True, False)),
        at(now),
    )


def test_who_leaves_is_replaced_from_the_next_turn_on() -> None:
    game = a_game_where(lambda game: turn(game) != 2, lambda seed: a_game("domna-4", seed=seed))

    left = left_by_two(game, 1_000)

    assert left.turn == game.turn
    assert is_computers(played_until(left, lambda game: turn(game) == 2))


def test_who_leaves_in_its_own_turn_is_replaced_at_once() -> None:
    game = a_game_where(lambda game: turn(game) == 2, lambda seed: a_game("domna-4", seed=seed))

    left = left_by_two(game, 7_000)

    assert left.turn is not None
    assert (left.turn.computer, left.turn.began, left.turn.away_since) == ("medium", 7_000, None)
    assert due(left, LIMITS, ()) == 7_000 + COMPUTER
    told = to_act(game, left)
    assert told is not None
    assert (told.level, told.view.seat) == ("medium", 2)


def test_who_was_away_in_its_own_turn_and_then_leaves_is_replaced_at_once() -> None:
    game = a_game_where(lambda game: turn(game) == 2, lambda seed: a_game("domna-4", seed=seed))
    away = decide(game, presence(True, True, False, True), at(1_000))

    left = left_by_two(away, 2_000, seating=3)

    assert due(left, LIMITS, ()) == 2_000 + COMPUTER


def test_who_comes_back_plays_from_the_next_turn_on() -> None:
    game = a_game_where(lambda game: turn(game) == 2, lambda seed: a_game("domna-4", seed=seed))
    left = left_by_two(game, 1_000)

    back = decide(left, presence(*FOUR, seating=3), at(2_000))

    assert back.turn == left.turn, "the computer player finishes the turn"
    assert due(back, LIMITS, ()) == 1_000 + COMPUTER
    assert refusal(back, say(back, next_action(back))) == "computer_plays"
    own = played_until(played(back), lambda game: turn(game) == 2)
    assert not is_computers(own)


def test_who_comes_back_between_two_turns_of_its_own_has_missed_none() -> None:
    game = a_game_where(lambda game: turn(game) == 3, lambda seed: a_game("domna-4", seed=seed))
    left = left_by_two(game, 1_000)

    back = decide(left, presence(*FOUR, seating=3), at(2_000))

    assert not is_computers(played_until(back, lambda game: turn(game) == 2))


def test_who_is_only_away_is_not_replaced() -> None:
    game = a_game_where(lambda game: turn(game) == 2, lambda seed: a_game("domna-4", seed=seed))

    away = decide(game, presence(True, True, False, True), at(1_000))

    assert not is_computers(away)
    assert decide(away, expire(), at(1_000 + 5_000)).by == ("clock",)


def test_where_seats_are_kept_the_clock_plays_for_who_has_left() -> None:
    game = a_game_where(lambda game: turn(game) == 2, lambda seed: a_game("partners", seed=seed))

    left = decide(game, presence(True, True, False, True, left=(False, False, True, False)), at(1_000))

    assert decide(left, expire(), at(6_000)).by == ("clock",)


# from round to round


def test_computer_players_are_not_asked_whether_they_are_ready() -> None:
    game = played_out(a_game("draw", 4, computers=AGAINST_THREE, target=500))

    after = decide(game, ready(game, 0), at(1_000))

    assert after.match.round.number == 2


def test_computer_players_are_not_asked_whether_to_play_again() -> None:
    game = decided(a_game("draw", 4, computers=AGAINST_THREE, target=50))

    after = decide(game, again(game, 0), at(1_000))

    assert (after.match.number, after.match.scores) == (2, (0, 0, 0, 0))
    assert after.computers == AGAINST_THREE


def test_in_another_match_computer_players_have_their_seats_still() -> None:
    game = decided(a_game("draw", 2, computers=AGAINST_ONE, target=50))
    after = decide(game, again(game, 0), at(1_000))

    later = played_until(after, is_computers)

    assert later.turn is not None
    assert later.turn.computer == "hard"


def test_who_has_left_is_still_replaced_in_another_match() -> None:
    game = left_by_two(decided(a_game("domna-4", 4)), 500)
    for seat in (0, 1, 3):
        game = decide(game, again(game, seat), at(1_000))

    assert game.match.number == 2
    assert (game.computers, game.left) == (GONE, (False, False, True, False))


def test_a_vote_of_somebody_who_is_away_is_not_waited_for_beside_computer_players() -> None:
    game = played_out(a_game("draw", 3, computers=(None, None, "easy"), target=500))
    game = decide(game, presence(True, False, False, computers=(None, None, "easy")), at(100))

    assert decide(game, ready(game, 0), at(1_000)).match.round.number == 2


# what a computer player is told


def test_a_computer_player_that_leads_is_told_with_the_deal() -> None:
    game = a_computers_turn()

    told = to_act(None, game)

    assert told is not None
    assert (told.table, told.match, told.level) == (game.table, 1, "hard")
    assert (told.view.seat, told.view.turn, told.view.number, told.view.ply) == (1, 1, 1, 0)
    assert told.view.legal


def test_in_a_persons_turn_nobody_is_told() -> None:
    assert to_act(None, a_persons_turn()) is None


def test_a_computer_player_is_told_when_a_persons_move_makes_it_its_turn() -> None:
    game = a_persons_turn()

    assert to_act(game, played(game)) is not None


def test_a_computer_player_is_told_with_the_next_deal_that_it_leads() -> None:
    over = played_out(a_game("draw", 2, computers=AGAINST_ONE, target=500))
    dealt = [decide(replace(over, seed=""), ready(over, 0), at(now)) for now in range(20)]

    for game in dealt:
        assert (to_act(over, game) is not None) == is_computers(game)


def test_what_comes_and_goes_in_its_turn_tells_a_computer_player_nothing_new() -> None:
    game = a_computers_turn(computers=(None, "easy", None, None), preset="draw")

    away = decide(game, presence(True, False, False, True, computers=game.computers), at(100))

    assert away is not game
    assert to_act(game, away) is None


def test_a_computer_player_reads_on_the_wire_what_it_was_told() -> None:
    told = to_act(None, a_computers_turn("fives", AGAINST_THREE))
    assert told is not None

    assert commands.ComputerTurn.model_validate_json(told.model_dump_json()) == told


def test_between_rounds_and_after_the_match_no_computer_player_is_told() -> None:
    over = decided(a_game("draw", 2, computers=AGAINST_ONE, target=50))
    between = played_out(a_game("draw", 2, computers=AGAINST_ONE, target=500))

    assert to_act(None, over) is None
    assert to_act(None, between) is None


def test_a_whole_match_of_computer_players_tells_each_of_its_turns_once() -> None:
    game = a_game("fives", 4, computers=AGAINST_THREE, target=150)
    told, now = [to_act(None, game)], 0
    while game.match.winner is None:
        now += 10
        before = game
        command = ready(game, 0) if game.phase == "between" else acts(game, next_action(game))
        game = decide(game, command, at(now))
        told.append(to_act(before, game))
        assert (told[-1] is not None) == is_computers(game)
    places = [(one.match, one.view.number, one.view.ply) for one in told if one is not None]
    assert places
    assert len(set(places)) == len(places)


# people's clocks at a table with computer players


def test_alone_with_computer_players_there_is_no_clock() -> None:
    game = a_persons_turn("draw", AGAINST_THREE)

    assert due(game, LIMITS, ()) is None
    assert decide(game, expire(), at(10_000_000)) is game


def test_alone_and_away_nothing_is_played_for_the_person() -> None:
    game = a_persons_turn("draw", AGAINST_THREE)

    away = decide(game, presence(False, False, False, False, computers=AGAINST_THREE), at(1_000))

    assert due(away, LIMITS, ()) == 1_000 + LIMITS.rest, "but the table rests"


def test_of_two_people_among_computer_players_each_has_a_clock() -> None:
    game = a_game_where(
        lambda game: not is_computers(game),
        lambda seed: a_game("draw", 4, computers=(None, "easy", None, "easy"), seed=seed),
    )

    assert due(game, LIMITS, ()) == TURN


def test_a_newcomer_starts_clocks_with_the_next_turn_only() -> None:
    game = a_persons_turn("draw", AGAINST_THREE)
    computers: Levels = (None, None, "medium", "hard")

    came = decide(game, presence(True, True, False, False, computers=computers), at(5_000))

    assert due(came, LIMITS, ()) is None
    later = played(came, now=6_000)
    assert turn(later) == 1
    assert due(later, LIMITS, ()) == 6_000 + TURN


def test_the_clock_under_way_goes_on_when_the_other_person_hands_over_to_a_computer_player() -> None:
    game = a_game_where(lambda game: turn(game) == 0, lambda seed: a_game("domna-2", 2, seed=seed))

    left = decide(game, presence(True, False, computers=(None, "easy"), left=(False, True)), at(5_000))

    assert due(left, LIMITS, ()) == TURN
    alone = played_until(played(left, now=6_000), lambda game: turn(game) == 0)
    assert due(alone, LIMITS, ()) is None


def test_who_goes_away_in_a_turn_without_a_clock_is_not_waited_for_when_somebody_else_sits_there() -> None:
    """Or a newcomer would sit before a turn that nothing ends."""
    game = a_persons_turn("draw", AGAINST_THREE)
    computers: Levels = (None, None, "medium", "hard")
    came = decide(game, presence(True, True, False, False, computers=computers), at(5_000))

    away = decide(came, presence(False, True, False, False, computers=computers, seating=3), at(9_000))

    assert due(away, LIMITS, ()) == 9_000 + AWAY


def test_a_newcomer_to_a_table_whose_only_person_is_away_waits_no_longer_than_for_anybody_away() -> None:
    game = a_persons_turn("draw", AGAINST_THREE)
    away = decide(game, presence(False, False, False, False, computers=AGAINST_THREE), at(1_000))
    computers: Levels = (None, None, "medium", "hard")

    came = decide(away, presence(False, True, False, False, computers=computers, seating=3), at(9_000))

    assert due(came, LIMITS, ()) == 9_000 + AWAY
    assert decide(came, expire(), at(9_000 + 5_000)).by == ("clock",)
