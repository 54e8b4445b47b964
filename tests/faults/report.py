"""The figures of a run, and what was found to be wrong, as text."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest

from tests.faults.chaos import Fault
from tests.faults.findings import Findings
from tests.faults.witness import Violation, Witness
from tests.harness.percentile import percentile
from tests.harness.player import Resume

WENT = ("lost", "doubled", "older", "shown, and gone", "refused, and gone", "round", "list of rounds")
"""Acknowledged and not there, acknowledged again, and what people see when they are told of it."""
SHOWN_AT_MOST = 25
"""Violations that are told in full."""


@dataclass
class Report:
    """One run."""

    seed: int
    seconds: float
    faults: Sequence[Fault]
    witness: Witness
    findings: Findings
    waits: bool = True
    """Whether a commit waits for a replica; without, what its primary alone had goes with it."""

    @property
    def violations(self) -> list[Violation]:
        every = [*self.witness.violations, *self.findings.violations]
        return [one for one in every if self.waits or one.kind not in WENT]

    @property
    def went(self) -> list[Violation]:
        """What would be wrong, had not a node gone that nobody waited for."""
        every = [*self.witness.violations, *self.findings.violations]
        return [one for one in every if not self.waits and one.kind in WENT]

    @property
    def clean(self) -> bool:
        return not self.violations

    def __str__(self) -> str:
        return "\n".join([*self._figures(), *self._wrong()])

    def _figures(self) -> list[str]:
        counts = self.findings.counts
        struck = Counter((fault.service, fault.kind) for fault in self.faults)
        services = sorted({service for service, _ in struck})
        return [
            f"seed {self.seed}: {counts['rounds finished']} rounds in {self.seconds:.0f} s, "
            f"{len(self.faults)} faults",
            *(
                f"  {service:8} killed {struck[service, 'kill']:3}   frozen {struck[service, 'freeze']:3}"
                for service in services
            ),
            "back with an exact view after:",
            f"  a connection cut      {_spread([r.seconds for r in self._resumes(silent=False)])}",
            f"  a connection gone dumb {_spread([r.seconds for r in self._resumes(silent=True)])}",
            f"  any fault, next move  {_spread(self._next_moves())}",
            *(
                f"  {kind:8} longest pause at each table {_spread(self._pauses(kind))}"
                for kind in dict.fromkeys(fault.kind for fault in self.faults)
            ),
            "a computer player's action, while broker and store ran:",
            f"  engines, timers whole {self._computers('whole')}",
            f"  one of them struck    {self._computers('others struck')}",
            *(f"  {note}" for note in self.findings.notes),
            f"rounds finished by game: {self._by_game()}",
            f"longest time without a move at any table, NATS and Valkey running: {self._stillness():.1f} s",
            *(
                [f"went back with a node: {dict(Counter(one.kind for one in self.went))}"]
                if self.went
                else []
            ),
            "counted:",
            *(f"  {name:45} {count:7}" for name, count in sorted((counts + self.witness.counts).items())),
        ]

    def _wrong(self) -> list[str]:
        if self.clean:
            return [
                "nothing lost, nothing doubled, nothing refused without reason, nothing stuck, no difference"
            ]
        kinds = Counter(violation.kind for violation in self.violations)
        told = [f"  {one.kind} at {one.table}: {one.what}" for one in self.violations[:SHOWN_AT_MOST]]
        return [f"VIOLATIONS: {dict(kinds)}", *told]

    def _computers(self, meanwhile: str) -> str:
        return _spread([lasted / 1000 for lasted in self.findings.lasted[meanwhile]])

    def _by_game(self) -> str:
        games = Counter(self.witness.games.get(table, "?") for table, _, _ in self.witness.finished)
        return ", ".join(f"{name} {rounds}" for name, rounds in sorted(games.items()))

    def _resumes(self, *, silent: bool) -> list[Resume]:
        every = (resume for player in self.witness.players for resume in player.resumes)
        return [resume for resume in every if resume.silent == silent]

    def _next_moves(self) -> list[float]:
        """From each fault to the next move at each table that was played at."""
        waits = []
        for fault in self.faults:
            for moments in self.witness.moments.values():
                after = bisect_right(moments, fault.began)
                if 0 < after < len(moments):
                    waits.append(moments[after] - fault.began)
        return waits

    def _pauses(self, kind: str) -> list[float]:
        """The longest time between two moves at each table, from each fault of a kind to the next fault."""
        pauses = []
        for fault, following in zip_longest(self.faults, self.faults[1:]):
            ends = following.began if following else self.faults[-1].began + 60
            for moments in self.witness.moments.values():
                first = max(0, bisect_right(moments, fault.began) - 1)
                meanwhile = moments[first : bisect_right(moments, ends)]
                if fault.kind == kind and len(meanwhile) > 2 and meanwhile[0] < fault.began:
                    pauses.append(max(after - before for before, after in pairwise(meanwhile)))
        return pauses

    def _stillness(self) -> float:
        """Without a broker or a store nobody can move; there is no second one of these."""
        back = [fault.ended for fault in self.faults if fault.service in ("nats", "valkey") and fault.ended]
        moments = sorted(moment for moments in self.witness.moments.values() for moment in moments)
        longest = 0.0
        for before, after in pairwise(moments):
            longest = max(longest, after - max([before, *(end for end in back if end < after)]))
        return longest


def _spread(seconds: Sequence[float]) -> str:
    if not seconds:
        return "never happened"
    p50, p99 = percentile(seconds, 0.5), percentile(seconds, 0.99)
    return f"p50 {p50:.3f} s, p99 {p99:.3f} s, longest {max(seconds):.3f} s ({len(seconds)} times)"
