"""All that is hidden while rounds are played, as it comes to light when they are over."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.game import Game
from rules.round import Round, decide, start

Key = tuple[str, int, int]
"""Table, match, round."""


class RoundTruth:
    """What there was to see at every ply of a round that is over."""

    def __init__(self, game: Game) -> None:
        self.seed = game.seed
        states = list(_states(game.match.round))
        self.end = len(states) - (game.match.round.end is not None)  # one that was abandoned never ends
        self.line = [{str(laid.tile) for laid in state.line.laid} for state in states]
        self.hands = [[{str(tile) for tile in hand} for hand in state.hands] for state in states]

    def visible(self, seat: int, ply: int) -> set[str] | None:
        """The tiles that a seat may see at a ply; None for all."""
        return None if ply >= self.end else self.line[ply] | self.hands[ply][seat]


def _states(played: Round) -> Iterator[Round]:
    round_ = start(
        played.deal,
        played.rules,
        played.leader,
        forced=played.forced,
        target=played.target,
        before=played.before,
        number=played.number,
    )
    yield round_
    for action in played.log:
        round_, _ = decide(round_, action)
        yield round_


@dataclass
class Truth:
    """Everything hidden that there was."""

    rounds: dict[Key, RoundTruth] = field(default_factory=dict)
    secrets: set[str] = field(default_factory=set)

    def learn(self, game: Game) -> None:
        """Take down a round that is over, or of which nothing comes any more."""
        self.rounds[game.table, game.match.number, game.match.round.number] = RoundTruth(game)
