"""The comparison finds what is planted, and nothing where nothing is wrong."""

from dataclasses import replace
from typing import Any

import pytest

from engine.deals import following_round
from engine.decide import decide
from engine.game import Game
from tests.engine.games import (
    a_game,
    a_seed,
    acts,
    at,
    expire,
    ms,
    new_round,
    next_action,
    presence,
    say,
    turn,
)
from tests.faults.chaos import EPOCH, Fault
from tests.faults.lived import Life, as_said

COMPUTERS = (None, "hard", "easy", None)
LEFT = (False, True)


def a_fault(service: str, began: int, ended: int, index: int = 0) -> Fault:
    """Something done to a process, in Unix ms."""
    return Fault(service, index, "freeze", began / 1000 - EPOCH, ended / 1000 - EPOCH)


def the_turn_of(computer: bool) -> Life:
    """A table where a computer player is to act, or a person."""
    life = Life(a_game("draw", computers=COMPUTERS))  # type: ignore[arg-type]
    while life.game.turn is None or (life.game.turn.computer is not None) != computer:
        life.play()
    return life


def refusal(life: Life, code: str) -> Any:
    """Let the person to act be refused what it would do, without any reason; return its frame."""
    move = as_said(say(life.game, next_action(life.game)))  # type: ignore[arg-type]
    frame: dict[str, Any] = {"type": move.type, "match": move.match, "round": move.round, "ply": move.ply}
    frame |= {"tile": move.tile, "end": move.end} if move.tile else {}
    life.players[turn(life.game)].refused.append((frame, {"code": code}))
    return frame


@pytest.mark.parametrize(
    ("preset", "players"), [("partners", 4), ("fives", 3), ("domna-2", 2), ("bakesh", 4), ("duel", 2)]
)
def test_a_match_that_went_well_is_not_complained_of(preset: str, players: int) -> None:
    life = Life(a_game(preset, players))
    while life.game.match.round.end is None:
        life.play()

    assert life.wrong() == []


def test_computer_players_are_not_complained_of() -> None:
    life = Life(a_game("fives", computers=COMPUTERS))  # type: ignore[arg-type]
    while life.game.match.round.end is None:
        life.play()

    assert life.wrong() == []


# moves


def test_an_acknowledged_move_that_does_not_stand_is_found() -> None:
    life = Life(a_game())
    life.play(3)
    player = life.players[turn(life.games[0])]
    player.acknowledged[0] = replace(player.acknowledged[0], ply=60)

    assert "lost" in life.kinds()


def test_a_move_that_its_player_never_said_is_found() -> None:
    life = Life(a_game())
    life.play(3)
    life.players[turn(life.games[0])].said.clear()

    assert "doubled" in life.kinds()


def test_a_move_that_was_acknowledged_twice_is_found() -> None:
    life = Life(a_game())
    life.play(1)
    player = life.players[turn(life.games[0])]
    player.acknowledged.append(player.acknowledged[0])

    assert life.kinds() == {"doubled"}


def test_a_log_that_loses_an_action_is_found() -> None:
    life = Life(a_game())
    life.play(2)
    life.store(life.games[1])

    assert "log" in life.kinds()


# refusals


@pytest.mark.parametrize("code", ["stale_ply", "waiting", "computer_plays", "not_your_turn", "wrong_round"])
def test_a_refusal_without_a_reason_is_found(code: str) -> None:
    life = Life(a_game())
    life.play(2)
    refusal(life, code)
    life.play(2)

    assert life.kinds() == {"refused"}


def test_a_move_that_came_after_the_clock_had_played_is_refused_for_a_reason() -> None:
    life = Life(a_game(seed=3))
    life.play(2)
    frame = refusal(life, "stale_ply")
    life.do(expire(), after_ms=46_000)
    frame |= {"type": "pass", "tile": None, "end": None}

    assert life.wrong() == []


def test_a_move_while_the_round_waits_is_refused_for_a_reason() -> None:
    life = Life(a_game("duel", 2))
    life.do(presence(False, True))
    refusal(life, "waiting")
    life.do(presence(True, True, seating=3))
    life.play(2)

    assert life.wrong() == []


def left_in_its_own_turn() -> Life:
    life = Life(a_game("domna-2", 2))
    while turn(life.game) != 1:
        life.play()
    life.players[1].leaves = 1
    life.do(presence(True, False, computers=(None, "easy"), left=LEFT))
    return life


def test_who_comes_back_while_a_computer_player_has_the_turn_is_refused_for_a_reason() -> None:
    life = left_in_its_own_turn()
    refusal(life, "computer_plays")
    life.play()

    assert life.wrong() == []


# turns


def test_who_is_held_to_have_left_and_never_said_so_is_found() -> None:
    life = left_in_its_own_turn()
    life.players[1].leaves = 0

    assert life.kinds() == {"left"}


@pytest.mark.parametrize(("computer", "by"), [(True, "player"), (False, "computer"), (False, "table")])
def test_a_turn_that_was_played_by_another_is_found(computer: bool, by: str) -> None:
    life = the_turn_of(computer)
    life.play()
    life.rewrite(by=(*life.game.by[:-1], by))

    assert "turn" in life.kinds()


def test_a_move_while_the_round_waits_is_found() -> None:
    life = Life(a_game("duel", 2))
    before = life.game
    life.do(presence(False, True))
    life.store(replace(played_on(before), seating=2, present=(False, True)))

    assert "turn" in life.kinds()


def played_on(game: Game) -> Game:
    return decide(game, acts(game, next_action(game)), at(1_000))


def test_a_clock_that_plays_early_is_found() -> None:
    life = Life(a_game())
    life.play(2)
    life.play()
    life.rewrite(by=(*life.game.by[:-1], "clock"))

    assert "clock" in life.kinds()


def test_a_computer_player_without_a_turn_in_time_is_found() -> None:
    life = the_turn_of(computer=True)
    life.play(after_ms=5_100)

    assert life.kinds() == {"computer"}


def test_time_in_which_no_moves_could_be_taken_is_not_a_computer_player_s() -> None:
    life = the_turn_of(computer=True)
    life.silence = (life.now + 300, life.now + 6_000)
    life.play(after_ms=7_000)

    assert life.wrong() == []


@pytest.mark.parametrize(("instances", "kinds"), [((0, 1), set()), ((0,), {"computer"})])
def test_all_engines_have_to_be_struck_for_time_not_to_count(
    instances: tuple[int, ...], kinds: set[str]
) -> None:
    life = the_turn_of(computer=True)
    life.faults = [a_fault("engine", life.now, life.now + 3_000, index) for index in instances]
    life.play(after_ms=6_000)

    assert life.kinds() == kinds


# new rounds


def test_a_round_that_all_agreed_to_abandon_is_not_complained_of() -> None:
    life = Life(a_game("duel", 2))
    life.play(3)
    life.do(new_round(life.game, 0))
    life.do(new_round(life.game, 1))
    life.play(3)

    assert life.game.at == (1, 2)
    assert life.wrong() == []


def test_a_round_that_one_abandoned_alone_is_found() -> None:
    life = Life(a_game("duel", 2))
    life.play(3)
    life.do(new_round(life.game, 0))
    life.do(new_round(life.game, 1))
    life.players[1].asked.clear()

    assert life.kinds() == {"consent"}


def test_a_round_that_was_dealt_over_one_under_way_is_found() -> None:
    life = Life(a_game())
    life.play(3)
    another = a_game(seed=5)
    life.store(replace(another, match=replace(another.match, round=replace(another.match.round, number=2))))

    assert "log" in life.kinds()


def test_a_round_that_was_dealt_before_all_were_ready_is_found() -> None:
    life = Life(a_game(target=500))
    while life.game.match.round.end is None:
        life.play()
    life.store(following_round(life.game, a_seed(5), ms(life.now)))

    assert life.kinds() == {"ready"}


# rounds that were kept


def two_rounds() -> Life:
    """A round that was given up, and one that is over; somebody has looked at both."""
    life = Life(a_game("duel", 2))
    life.play(4)
    life.do(new_round(life.game, 0))
    life.do(new_round(life.game, 1))
    while life.game.match.round.end is None:
        life.play()
    life.look_back()
    return life


def test_rounds_that_were_kept_and_shown_as_they_were_are_not_complained_of() -> None:
    life = two_rounds()

    assert [(one.match, one.round) for one in life.kept] == [(1, 1), (1, 2)]
    assert life.wrong() == []


def test_a_round_that_was_not_kept_is_found() -> None:
    life = two_rounds()
    del life.kept[0]

    assert life.kinds() == {"kept", "shown, never kept"}


def test_a_round_that_was_kept_twice_is_found() -> None:
    life = two_rounds()
    life.kept.append(life.kept[-1])

    assert life.kinds() == {"kept"}


def test_a_round_that_was_kept_before_it_was_over_is_found() -> None:
    life = two_rounds()
    life.kept.append(replace(life.kept[-1], round=3))

    assert life.kinds() == {"kept"}


@pytest.mark.parametrize(
    ("was", "instead"),
    [(b'"player"', b'"clock"'), (b'"scores":[', b'"scores":[1'), (b'"points":', b'"points":1')],
)
def test_a_round_that_was_kept_otherwise_than_it_was_is_found(was: bytes, instead: bytes) -> None:
    life = two_rounds()
    body = life.kept[-1].body.replace(was, instead, 1)
    assert body != life.kept[-1].body
    life.kept[-1] = replace(life.kept[-1], body=body)
    life.witness.records.clear()

    assert life.kinds() == {"kept"}


def test_an_old_round_that_was_shown_otherwise_is_found() -> None:
    life = two_rounds()
    key, text = next(iter(life.witness.records.items()))
    life.witness.records[key] = text.replace('"player"', '"clock"', 1)

    assert life.kinds() == {"old round"}


def test_a_list_that_does_not_name_a_round_that_is_over_is_found() -> None:
    life = two_rounds()
    life.look_back(without=1)

    assert life.kinds() == {"list of rounds"}


# what was shown


def test_a_view_that_differs_from_the_stored_state_is_found() -> None:
    life = Life(a_game())
    life.play(4)
    life.rewrite(ready=(2,))

    assert "view" in life.kinds()


def test_a_hidden_tile_in_a_view_is_found() -> None:
    life = Life(a_game())
    life.play(4)
    player = life.players[0]
    hidden = str(life.game.match.round.hands[1][0])
    view = life.view(player)
    life.witness.shown.clear()
    view["round"]["line"][0]["tile"] = hidden
    life.show(player, view)

    assert life.kinds() == {"view", "hidden"}


def test_an_older_view_after_a_newer_one_is_found() -> None:
    life = Life(a_game())
    life.play(4)
    life.show(life.players[0], life.view(life.players[0], version=3))

    assert life.kinds() == {"older"}


def test_a_view_of_a_state_that_was_never_stored_is_found() -> None:
    life = Life(a_game())
    life.play(2)
    view = life.view(life.players[0])
    view["position"] = {"version": 9, "mark": "00000009"}
    life.show(life.players[0], view)

    assert life.kinds() == {"shown, never stored"}


def test_being_sent_away_is_found_unless_one_has_left() -> None:
    life = Life(a_game())
    player, bye = life.players[2], {"type": "bye", "reason": "left", "after_ms": None}
    assert player.on_frame is not None
    player.leaves = 1
    player.on_frame(player, bye, "")
    player.byes.append(bye)
    assert life.wrong() == []

    player.on_frame(player, bye, "")

    assert life.kinds() == {"sent away"}
