"""How often one player won, and how sure that is. Knows no game."""

from dataclasses import dataclass, field
from math import sqrt
from typing import Final

NINETY_FIVE: Final = 1.96
"""Standard errors on either side of a mean that hold it with 95 %."""


@dataclass(slots=True)
class Tally:
    """For each pair of games with the same deals: how many the left player won, and how many anybody won."""

    pairs: list[tuple[int, int]] = field(default_factory=list)
    drawn: int = 0

    def add(self, won: int, decided: int, games: int = 2) -> None:
        self.pairs.append((won, decided))
        self.drawn += games - decided

    @property
    def won(self) -> int:
        return sum(won for won, _ in self.pairs)

    @property
    def decided(self) -> int:
        return sum(decided for _, decided in self.pairs)

    @property
    def rate(self) -> float:
        """Won, of those decided."""
        return self.won / self.decided if self.decided else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The rate's 95 % interval (Wilson 1927).

        The two games of a pair hang together. Where that makes the rate less sure, they count for as many
        games as are as sure; where it makes it surer, that is left out.
        """
        rate, games = self.rate, float(self.decided)
        if not games:
            return 0.0, 1.0
        off = sum((won - rate * decided) ** 2 for won, decided in self.pairs)
        if off:
            games = min(games, rate * (1 - rate) * games**2 / off)
        share = NINETY_FIVE**2 / games
        middle = (rate + share / 2) / (1 + share)
        half = sqrt(share * rate * (1 - rate) + share * share / 4) / (1 + share)
        return max(0.0, middle - half), min(1.0, middle + half)


def milliseconds(times: list[float]) -> str:
    """Mean, 99th percentile and longest of `times`, in seconds."""
    if not times:
        return "-"
    ordered = sorted(times)
    late = ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]
    mean = sum(ordered) / len(ordered)
    return f"mean {mean * 1000:.1f}, 99 % {late * 1000:.1f}, longest {ordered[-1] * 1000:.1f} ms"
