"""A match as it is lived at a table: the rules' match, its clock, who is there, and who plays which seat.

A value, complete in itself: what is stored is this, whole. Knows no store, broker or message.
"""

from dataclasses import dataclass
from functools import lru_cache

from contracts.ids import UnixMs
from contracts.lobby import Level
from contracts.view import By, Phase
from engine.clock import Turn
from rules.deal import commitment
from rules.match import Match
from rules.round import Action
from rules.seats import Seat, seats

COMMITMENTS = 20_000
"""That are kept: each stands in every view of its round, its hash was a twelfth of the engine's time."""


@dataclass(frozen=True, slots=True)
class Finished:
    """The round before this one, kept so that its last action, asked again, is known again."""

    match: int
    round: int
    log: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Game:
    """All that is stored of the play at one table.

    `by` says who played each action of the round's log. `seating` is the version of the table document that
    `present`, `computers` and `left` were told with. `nobody_since` is set while no person is present,
    `rested_at` while the table rests; `between_since` from the end of a round to the next deal, where that
    comes by itself. `ready`, `again` and `asked` are votes.

    `computers` are the levels of the computer players that play a seat from its next turn on; who plays the
    turn under way is in `turn`. Fields with a default are newer than some stored games.
    """

    table: str
    match: Match
    seed: str
    by: tuple[By, ...]
    finished: Finished | None
    turn: Turn | None
    between_since: UnixMs | None
    seating: int
    present: tuple[bool, ...]
    nobody_since: UnixMs | None
    rested_at: UnixMs | None
    ready: tuple[Seat, ...]
    again: tuple[Seat, ...]
    computers: tuple[Level | None, ...] = ()
    left: tuple[bool, ...] = ()
    asked: tuple[Seat, ...] = ()

    @property
    def phase(self) -> Phase:
        if self.match.winner is not None:
            return "over"
        if self.rested_at is not None:
            return "resting"
        if self.match.round.end is not None:
            return "between"
        return "waiting" if self.missed else "playing"

    @property
    def at(self) -> tuple[int, int]:
        """Match and round."""
        return self.match.number, self.match.round.number

    @property
    def seats(self) -> tuple[Seat, ...]:
        return seats(self.match.players)

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats that are played by people, present or not."""
        return tuple(seat for seat in self.seats if self.computer(seat) is None)

    @property
    def missed(self) -> tuple[Seat, ...]:
        """The seats whose people a round under way waits for, where it waits for those who are away."""
        if self.match.rules.away != "wait" or self.match.round.end is not None:
            return ()
        return tuple(seat for seat in self.people if not self.present[seat])

    def computer(self, seat: Seat) -> Level | None:
        """The computer player that plays `seat` from its next turn on; None where a person does."""
        return self.computers[seat] if seat < len(self.computers) else None

    def has_left(self, seat: Seat) -> bool:
        """Tell whether the owner of `seat` said so, and has not come back."""
        return seat < len(self.left) and self.left[seat]

    @property
    def commitment(self) -> str:
        """What everybody was sent before the first move of the round."""
        return _commitment(self.table, *self.at, self.seed)


@lru_cache(COMMITMENTS)
def _commitment(table: str, match: int, round_: int, seed: str) -> str:
    return commitment(table, match, round_, bytes.fromhex(seed))


def turn_of(game: Game, seat: Seat | None, now: UnixMs) -> Turn | None:
    """Return the turn of `seat` that begins now, and settle who plays it, and whether a clock runs.

    It is shorter from its start when its player is away.
    """
    if seat is None:
        return None
    computer, timed = game.computer(seat), len(game.people) > 1
    away = computer is None and timed and not game.present[seat]
    return Turn(began=now, away_since=now if away else None, computer=computer, timed=timed)
