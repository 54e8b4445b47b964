"""What a comparison found, and what is learnt from the stored states on the way."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from engine.game import Game
from tests.faults.witness import Violation

RoundKey = tuple[str, int, int]
"""Table, match and round."""
Place = tuple[str, int, int, int]
"""Table, match, round and ply."""


@dataclass
class Findings:
    """`last` is each round as it was stored last.

    `waited` are the places at which a round waited for somebody, `computers` those at which a computer player
    was to act; `abandoned` are rounds after which another one was dealt before they had ended. `lasted` is
    how long computer players' actions took, in ms, by what was done meanwhile; without the time in which
    nobody could have moved. `notes` are no faults, but worth a look.
    """

    violations: list[Violation] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    last: dict[RoundKey, Game] = field(default_factory=dict)
    waited: set[Place] = field(default_factory=set)
    computers: set[Place] = field(default_factory=set)
    abandoned: set[RoundKey] = field(default_factory=set)
    lasted: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    notes: list[str] = field(default_factory=list)

    def wrong(self, kind: str, table: str, what: str) -> None:
        self.violations.append(Violation(kind, table, what))

    def learn(self, game: Game) -> None:
        """Take down a stored state."""
        at = (game.table, *game.at, game.match.round.ply)
        self.last[game.table, game.match.number, game.match.round.number] = game
        if game.phase == "waiting":
            self.waited.add(at)
        if game.turn is not None and game.turn.computer is not None:
            self.computers.add(at)
