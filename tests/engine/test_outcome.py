"""What operators see of turns: each is counted once, by who ended it."""

from engine.decide import Command, decide
from engine.game import Game
from engine.outcome import count_turns
from rules.round import Draw, must
from runtime import metrics
from tests.engine.games import (
    COMPUTER,
    a_game,
    a_game_where,
    at,
    expire,
    new_round,
    next_action,
    played,
    say,
    say_as_computer,
    turn,
)


def ended(by: str) -> float:
    return metrics.REGISTRY.get_sample_value("doublesix_turns_ended_total", {"by": by}) or 0.0


def counted(before: Game, after: Game, said: Command | None = None, by: str = "player") -> float:
    """How many turns were counted; what was `said` matters only for computer players."""
    said = said or say(before, next_action(before))
    stood = ended(by)
    count_turns(before, after, said)
    return ended(by) - stood


def test_a_tile_placed_ends_a_turn() -> None:
    game = a_game()

    assert counted(game, decide(game, say(game, next_action(game)), at(1_000))) == 1


def test_a_move_that_counts_already_ends_none() -> None:
    game = a_game()

    assert counted(game, game) == 0


def test_a_draw_ends_no_turn() -> None:
    game = a_game("draw", 2)
    for now in range(1, 60):
        if must(game.match.round) == "draw":
            break
        game = decide(game, say(game, next_action(game)), at(now))
    drawn = decide(game, say(game, next_action(game)), at(1_000))

    assert isinstance(drawn.match.round.log[-1], Draw)
    assert counted(game, drawn) == 0


def a_computers_turn() -> Game:
    return a_game_where(
        lambda game: turn(game) == 1, lambda seed: a_game("draw", 2, computers=(None, "easy"), seed=seed)
    )


def test_a_computer_players_move_is_counted_as_its_own() -> None:
    game = a_computers_turn()
    said = say_as_computer(game, next_action(game))

    assert counted(game, decide(game, said, at(1)), said, by="computer") == 1


def test_a_computer_players_turn_that_the_table_played_is_counted_as_such() -> None:
    game = a_computers_turn()
    after = decide(game, expire(), at(COMPUTER))

    assert counted(game, after, expire(), by="computer") == 0
    assert counted(game, after, expire(), by="fallback") == 1


def test_a_computer_players_drawing_ends_no_turn() -> None:
    for seed in range(200):
        game = a_game("fives", 2, computers=("hard", "hard"), seed=seed)
        while game.match.round.end is None and must(game.match.round) != "draw":
            game = played(game)
        if game.match.round.end is None:
            break
    said = say_as_computer(game, next_action(game))

    assert counted(game, decide(game, said, at(9)), said, by="computer") == 0


def test_a_round_that_was_abandoned_ended_no_turn() -> None:
    game = decide(a_game("duel", 2), new_round(a_game("duel", 2), 0), at(0))

    assert counted(game, decide(game, new_round(game, 1), at(1))) == 0
