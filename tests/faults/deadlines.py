"""When turns end: settled when they begin, and moved by nothing but an outage that is given back."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from engine import snapshot
from engine.clock import Turn
from engine.game import Game
from tests.faults.chaos import EPOCH
from tests.faults.history import History, Snapshot
from tests.faults.struck import Stretch, common
from tests.faults.witness import Witness

CARRIED_S = 3.0
"""A view says how long a turn still lasts, and comes later than it was made: hardly by more than that."""


def changed(history: History, witness: Witness) -> Iterator[str]:
    """Name each turn whose end was changed, as it was stored or as it was shown."""
    for (kind, table), stored in history.states.items():
        if kind == "match":
            yield from (f"{table}: {what}" for what in _stored_anew(stored))
    for place, seconds in moved(witness).items():
        given = given_back(history, place[0], witness.ends[place])
        if seconds > given + CARRIED_S:
            yield f"{place}: the end was shown to move by {seconds:.1f} s; {given:.1f} s were given back"


def moved(witness: Witness) -> dict[tuple[str, int, int, int], float]:
    """Return by how many seconds each turn's end was shown to move."""
    return {place: latest - earliest for place, (earliest, latest) in witness.ends.items()}


def given_back(history: History, table: str, ends: tuple[float, float]) -> float:
    """Return the seconds of outages that the turn which was to end then can have met."""
    earliest, latest = (int((end + EPOCH) * 1000) for end in ends)
    longest = 120_000  # that a clock of any preset runs
    met: list[Stretch] = common(history.outages_of(table), [(earliest - longest, latest)])
    return sum(ended - began for began, ended in met) / 1000


def _stored_anew(stored: Sequence[Snapshot]) -> Iterator[str]:
    games = [snapshot.load(one.body) for one in stored]
    for before, after in pairwise(games):
        was, is_ = _ends_by(before), _ends_by(after)
        same_turn = (before.at, before.match.round.ply) == (after.at, after.match.round.ply)
        if same_turn and was is not None and was != is_:
            yield f"round {after.at}, ply {after.match.round.ply}: {was} became {is_}"


def _ends_by(game: Game) -> Turn | None:
    """What settles when the turn ends."""
    return game.turn if game.phase == "playing" else None
