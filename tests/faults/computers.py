"""How long the turns of computer players took, by the store's clock: five seconds are promised.

The promise holds while broker and store run, and an engine and a timer. Where one of two engines or timers
hangs, it may be the one that is to play; such turns are counted apart.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.game import Game
from tests.faults.chaos import SERVICES, Fault
from tests.faults.findings import Findings
from tests.faults.history import Snapshot
from tests.faults.struck import Stretch, common, during, length, out, silences, union

PROMISED_MS = 5_000
FALLBACK_MS = 4_000
"""When the table plays for a computer player."""
INSTANCES = 2
"""Of engines, and of timers."""


@dataclass(frozen=True)
class Running:
    """What was done to the platform, and when nobody could have moved at the tables of one shard."""

    faults: Sequence[Fault]
    stood: Sequence[Stretch]

    @staticmethod
    def of(faults: Sequence[Fault], pulses: Sequence[int]) -> "Running":
        servers = [fault.stretch for fault in faults if fault.service in ("nats", "valkey")]
        gone = [*out(faults, "engine", INSTANCES), *out(faults, "timer", INSTANCES)]
        return Running(faults, union([*servers, *gone, *silences(pulses)]))


def check_computer(before: Game, after: Game, one: Snapshot, running: Running, found: Findings) -> None:
    """Measure the action of a computer player that `after` holds and `before` does not."""
    turn = before.turn
    if before.at != after.at or turn is None or turn.computer is None or before.phase != "playing":
        return
    if after.match.round.ply == before.match.round.ply:
        return
    when = (int(turn.began), one.at)
    whole = when[1] - when[0]
    lasted = whole - length(common(running.stood, [when]))
    struck = during(running.faults, ("engine", "timer"), (when[0] + FALLBACK_MS - 200, when[1]))
    found.lasted["others struck" if struck else "whole"].append(lasted)
    found.counts["turns of computer players that the table saw through"] += whole >= FALLBACK_MS
    if lasted > PROMISED_MS:
        where = f"version {one.version}, ply {before.match.round.ply}"
        did = ", ".join(fault.seen_from(when[0]) for fault in during(running.faults, SERVICES, when))
        what = f"{where}: {lasted} of {whole} ms; meanwhile: {did or 'nothing'}"
        if struck:
            found.notes.append(f"a computer player's turn at {after.table}, {what}")
        else:
            found.wrong("computer", after.table, what)
