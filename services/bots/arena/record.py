"""What has been played, as lines of a file: a long run that stopped goes on where it was. Knows no player."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from bots.arena.figures import Tally


@dataclass(frozen=True, slots=True)
class Contest:
    """Who met over what. `spent` is what hard had for a move, in words."""

    preset: str
    players: int
    left: str
    right: str
    matches: bool
    target: int | None
    spent: str
    seed: int

    def __str__(self) -> str:
        return f"{self.preset} for {self.players}, {self.left} against {self.right}"


@dataclass(frozen=True, slots=True)
class Slice:
    """Deals of a contest: each pair of games as in `Tally`; the choices of hard, in seconds of one core."""

    contest: Contest
    pairs: list[tuple[int, int]]
    choices: int
    seconds: float
    longest: float
    over: int


class Record:
    """A file of slices, one a line, in any order."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.slices = list(_read(path))

    def add(self, slice_: Slice) -> None:
        with self._path.open("a") as file:
            file.write(json.dumps(asdict(slice_)) + "\n")
        self.slices.append(slice_)

    def of(self, contest: Contest) -> list[Slice]:
        return [slice_ for slice_ in self.slices if slice_.contest == contest]

    def played(self, contest: Contest) -> int:
        """How many deals of `contest` have been played."""
        return sum(len(slice_.pairs) for slice_ in self.of(contest))


def tally(slices: Iterable[Slice]) -> Tally:
    whole = Tally()
    for slice_ in slices:
        for won, decided in slice_.pairs:
            whole.add(won, decided)
    return whole


def row(contest: Contest, slices: list[Slice]) -> str:
    """A line of a table: who won how often, how sure that is, and the time of a choice of hard."""
    sums = tally(slices)
    low, high = sums.interval
    rate = f"{sums.won} of {sums.decided}, {sums.rate:.1%} ({low * 100:.1f} to {high * 100:.1f})"
    return f"| {contest} | {len(sums.pairs)} | {rate} | {_time(slices)} |"


def _time(slices: list[Slice]) -> str:
    choices = sum(slice_.choices for slice_ in slices)
    if not choices:
        return ""
    mean = sum(slice_.seconds for slice_ in slices) / choices
    longest, over = max(slice_.longest for slice_ in slices), sum(slice_.over for slice_ in slices)
    return f"mean {mean * 1000:.1f}, longest {longest * 1000:.1f} ms, {over} of {choices} over"


def _read(path: Path) -> Iterator[Slice]:
    if path.exists():
        for line in path.read_text().splitlines():
            fields = json.loads(line)
            contest = Contest(**fields.pop("contest"))
            pairs = [(won, decided) for won, decided in fields.pop("pairs")]
            yield Slice(contest, pairs, **fields)
