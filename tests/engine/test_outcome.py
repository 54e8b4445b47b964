"""What operators see of turns: each is counted once, by who ended it."""

from engine.decide import Command, decide
from engine.game import Game
from engine.outcome import count_turns
from rules.round import Draw, must
from runtime import metrics
from tests.engine.games import a_game, at, next_action, say


def ended_by_players() -> float:
    return metrics.REGISTRY.get_sample_value("doublesix_turns_ended_total", {"by": "player"}) or 0.0


def counted(before: Game, after: Game, said: Command | None = None) -> float:
    """How many turns were counted as the player's; what was `said` matters only for computer players."""
    said = said or say(before, next_action(before))
    stood = ended_by_players()
    count_turns(before, after, said)
    return ended_by_players() - stood


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
