"""A round that is over, as it is kept: what it takes to play it again, and no more. Knows no store.

Hands and boneyard come of the seed, what was drawn and scored of the log; rules, players and target are those
of the match, which never change.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from contracts.told import result_of
from contracts.view import By, RoundResult
from engine.game import Game
from rules.line import End
from rules.round import Action, Draw, Pass, Place
from rules.seats import Seat, next_seat
from rules.tile import Tile
from runtime.snapshots import Snapshots
from runtime.store import RoundOver

_SIGNS: Final[Mapping[End, str]] = MappingProxyType({"left": "<", "right": ">", "up": "^", "down": "v"})
_ENDS: Final[Mapping[str, End]] = MappingProxyType({sign: end for end, sign in _SIGNS.items()})


@dataclass(frozen=True, slots=True)
class Kept:
    """A round that was played to its end, or given up for another deal: then it has no `result`.

    `log` are words, one an action: `3-5<` places at the left end, `draw`, `pass`. `scores` are those of the
    match after the round.
    """

    seed: str
    leader: Seat
    log: str
    by: tuple[By, ...]
    result: RoundResult | None
    scores: tuple[int, ...]

    def actions(self, players: int) -> Iterator[Action]:
        """Yield the log as the rules have it: a drawing keeps the turn."""
        seat = self.leader
        for word in self.log.split():
            yield _action(word, seat)
            if word != "draw":
                seat = next_seat(seat, players)


def over(before: Game | None, after: Game) -> RoundOver | None:
    """Return the round that was over with the step from `before` to `after`; None where none was.

    One that is given up before anything was played in it leaves nothing to look at.
    """
    if before is None:
        return None
    was = before.match.round
    if was.end is None and after.match.round.end is not None:
        return _kept(after, result_of(after.match.results[-1]), after.match.scores)
    if was.end is None and after.at != before.at and was.log:
        return _kept(before, None, was.before)
    return None


def _kept(game: Game, result: RoundResult | None, scores: tuple[int, ...]) -> RoundOver:
    round_ = game.match.round
    was = Kept(game.seed, round_.leader, words(round_.log), game.by, result, scores)
    return RoundOver(*game.at, dump(was))


def words(log: Iterable[Action]) -> str:
    """Return a log as it is kept."""
    return " ".join(map(_word, log))


def _word(action: Action) -> str:
    return f"{action.tile}{_SIGNS[action.end]}" if isinstance(action, Place) else action.type


def _action(word: str, seat: Seat) -> Action:
    match word:
        case "draw":
            return Draw(seat)
        case "pass":
            return Pass(seat)
    return Place(seat, Tile.parse(word[:-1]), _ENDS[word[-1]])


_snapshots = Snapshots(Kept, 1, {})

dump = _snapshots.dump
load = _snapshots.load
