"""Our round, as the others are asked about it: moves and passes, without scores.

A move is a tile and an end. Nothing else of a round is known here than what `rules` says of it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from rules.actions import Pass, Place
from rules.deal import Deal, deal
from rules.line import End
from rules.match import highest
from rules.presets import PRESETS
from rules.round import Round, decide, legal, must, start
from rules.ruleset import RuleSet
from rules.seats import SEATS, Seat
from rules.tile import Tile

Move = tuple[Tile, End]


@dataclass
class Ours:
    """A round under way. `history` holds what happened in order, None for a pass."""

    round: Round
    history: list[Move | None] = field(default_factory=list)

    @property
    def rules(self) -> RuleSet:
        return self.round.rules

    @property
    def over(self) -> bool:
        return self.round.end is not None

    def moves(self) -> tuple[Move, ...]:
        return legal(self.round)

    def place(self, move: Move) -> None:
        """Play `move`, which is legal, for the seat to act."""
        assert self.round.turn is not None
        self.round, _ = decide(self.round, Place(self.round.turn, *move))
        self.history.append(move)

    def passes(self) -> Iterator[Seat]:
        """Pass while that is all that can be done; every seat that did, in order."""
        while must(self.round) == "pass":
            seat = self.round.turn
            assert seat is not None
            self.round, _ = decide(self.round, Pass(seat))
            self.history.append(None)
            yield seat


def a_round(preset: str, players: int, chance: Random) -> Ours:
    """A round of `preset` as dealt: half of them led as the first of a match is, half by any seat, freely."""
    rules = PRESETS[preset]
    dealt: Deal = deal(chance.randbytes(32), rules, players)
    if chance.random() < 0.5:
        leader, tile = highest(dealt)
        return Ours(start(dealt, rules, leader, forced=tile if rules.forced_lead else None))
    return Ours(start(dealt, rules, SEATS[chance.randrange(players)]))
