"""What clients were shown, beside the stored state that each of it claims to show."""

import re
from collections.abc import Sequence

from contracts.ids import Position, UnixMs
from engine.clock import Timing
from engine.game import Game
from engine.views import frame_of
from rules.seats import Seat, seats
from seating import snapshot as table_snapshot
from seating.document import document
from tests.faults.findings import Findings
from tests.faults.history import History, Snapshot
from tests.faults.witness import At, Witness, differences, timeless, unpacked

TILE = re.compile(r"\b[0-9]-[0-9]\b")


def check_views(game: Game, one: Snapshot, witness: Witness, timing: Timing, found: Findings) -> None:
    """What each seat was shown of this state is what this state shows, and nothing that is hidden from it."""
    position = Position(version=one.version, mark=one.mark)
    limits = timing.limits(game.match.rules)
    for seat in seats(game.match.players):
        at = At(game.table, one.version, one.mark, seat)
        kept = witness.shown.get(at)
        if kept is None:
            continue
        frame = frame_of(game, seat, position, UnixMs(0), (), limits)
        _compare(timeless(frame.view.model_dump(mode="json")), kept, at, "view", found)
        _check_hidden(game, seat, kept, at, found)
        found.counts["views compared"] += 1
        found.counts["views compared after a resume"] += at in witness.resumed


def check_lobby(table: str, stored: Sequence[Snapshot], witness: Witness, found: Findings) -> None:
    for one in stored:
        at = At(table, one.version, one.mark, -1)
        kept = witness.shown.get(at)
        if kept is None:
            continue
        position = Position(version=one.version, mark=one.mark)
        expected = document(table_snapshot.load(one.body), position).model_dump(mode="json")
        _compare(expected, kept, at, "lobby", found)
        found.counts["lobby documents compared"] += 1


def check_known(history: History, witness: Witness, found: Findings) -> None:
    """Nothing was ever shown that had not been stored."""
    known = {(*key, one.version, one.mark) for key, every in history.states.items() for one in every}
    gone = {(*key, one.version, one.mark) for key, every in history.gone.items() for one in every}
    found.counts["states that went with a node"] += len(gone)
    for at in witness.shown:
        kind = "table" if at.seat < 0 else "match"
        state = (kind, at.table, at.version, at.mark)
        if state in gone:
            found.wrong("shown, and gone", at.table, f"{at}: {unpacked(witness.shown[at])}")
        elif state not in known:
            found.wrong("shown, never stored", at.table, f"{at}: {unpacked(witness.shown[at])}")


def _check_hidden(game: Game, seat: Seat, kept: bytes, at: At, found: Findings) -> None:
    """The tiles named are those of the line and of the own hand, until the round is over."""
    round_ = game.match.round
    if round_.end is not None:
        return
    open_ = {*(laid.tile for laid in round_.line.laid), *round_.hands[seat]}
    text = str(unpacked(kept))
    hidden = set(TILE.findall(text)) - {str(tile) for tile in open_}
    if hidden or game.seed in text:
        found.wrong("hidden", at.table, f"{at}: {sorted(hidden)} can be read in {text}")


def _compare(expected: dict[str, object], kept: bytes, at: At, kind: str, found: Findings) -> None:
    seen = unpacked(kept)
    if expected != seen:
        found.wrong(kind, at.table, f"{at}: {'; '.join(differences(expected, seen))}")
