"""Compares all that clients were shown and told with every state that was stored.

Nothing is taken on trust: a log is replayed from its deal, the deal from its seed, and each view is built
anew from the stored state that it claims to show.
"""

from collections.abc import Sequence
from itertools import pairwise

from engine import snapshot
from engine.clock import Timing
from engine.game import Game
from tests.faults.away import check_away
from tests.faults.chaos import Fault
from tests.faults.computers import Running, check_computer
from tests.faults.findings import Findings
from tests.faults.history import History, Snapshot
from tests.faults.moves import check_moves
from tests.faults.old_rounds import check_old_rounds
from tests.faults.refusals import check_refusals
from tests.faults.replays import check_matches, check_rounds
from tests.faults.sights import check_known, check_lobby, check_views
from tests.faults.steps import Players, check_step
from tests.faults.witness import Witness


def check(history: History, witness: Witness, faults: Sequence[Fault], timing: Timing) -> Findings:
    """Compare everything."""
    found = Findings()
    players: Players = {(one.code, one.seat): one for one in witness.players}
    for (kind, table), stored in history.states.items():
        _check_order(kind, table, stored, found)
        if kind == "match":
            running = Running.of(faults, history.pulses_of(table))
            _check_match(table, stored, running, witness, players, timing, found)
        else:
            check_lobby(table, stored, witness, found)
            for before, after in pairwise(stored):
                check_away(before, after, table, players, found)
    check_known(history, witness, found)
    check_rounds(found)
    check_matches(found)
    check_old_rounds(history, witness, found)
    for player in witness.players:
        check_moves(player, found)
        check_refusals(player, found)
    _check_finished(witness, found)
    return found


def _check_order(kind: str, table: str, stored: Sequence[Snapshot], found: Findings) -> None:
    """Each state follows the one before: nothing was ever rolled back or written twice."""
    for before, after in pairwise(stored):
        if after.version != before.version + 1:
            found.wrong("history", table, f"{kind}: version {after.version} follows {before.version}")


def _check_match(
    table: str,
    stored: Sequence[Snapshot],
    running: Running,
    witness: Witness,
    players: Players,
    timing: Timing,
    found: Findings,
) -> None:
    before: Game | None = None
    for one in stored:
        game = snapshot.load(one.body)
        found.counts["states stored"] += 1
        if snapshot.dump(game) != one.body:
            found.wrong("snapshot", table, f"version {one.version}: load(dump(x)) is not x")
        if before is not None:
            check_step(before, game, one, players, timing, found)
            check_computer(before, game, one, running, found)
            found.counts["states in which somebody was waited for"] += game.phase == "waiting"
            found.counts["times that a table began to rest"] += game.phase == "resting" != before.phase
        check_views(game, one, witness, timing, found)
        found.learn(game)
        before = game


def _check_finished(witness: Witness, found: Findings) -> None:
    """Each round that players saw end has ended in the store."""
    for key in witness.finished:
        game = found.last.get(key)
        if game is None or game.match.round.end is None:
            found.wrong("round", key[0], f"{key} was seen to end; stored is {game}")
