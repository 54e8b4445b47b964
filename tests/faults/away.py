"""Who was held to be away, which makes a turn shorter, was not there, or had left."""

from collections.abc import Sequence
from itertools import pairwise

from seating import snapshot
from seating.table import Person, Sitting
from tests.faults.findings import Findings
from tests.faults.history import Snapshot
from tests.faults.steps import Players


def times_away(stored: Sequence[Snapshot]) -> int:
    """Return how often anybody at a table was held to be away."""
    tables = (snapshot.load(one.body).seats for one in stored)
    return sum(
        _went(one, other) for was, is_ in pairwise(tables) for one, other in zip(was, is_, strict=False)
    )


def check_away(before: Snapshot, after: Snapshot, table: str, players: Players, found: Findings) -> None:
    """Compare who was present with who was connected then, by the clock of the machine that all run on."""
    was, is_ = snapshot.load(before.body), snapshot.load(after.body)
    for seat, (one, other) in enumerate(zip(was.seats, is_.seats, strict=False)):
        if not _went(one, other):
            continue
        found.counts["players held to be away"] += 1
        player = players.get((table, seat))
        for stay in player.stays if player else ():
            if stay.began < after.at < stay.heard:
                for_s = (after.at - stay.began) / 1000
                what = (
                    f"version {after.version}: seat {seat}, connected for {for_s:.1f} s, was held to be away"
                )
                found.wrong("away", table, what)


def _went(one: Sitting | None, other: Sitting | None) -> bool:
    """Tell whether a person was present and is not any more, without having said so."""
    if not isinstance(one, Person) or not isinstance(other, Person) or one.player != other.player:
        return False
    return one.present and not other.present and not other.left
