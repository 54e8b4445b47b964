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
    def margin(self) -> float:
        """Half the 95 % interval. The two games of a pair hang together, so pairs are what is counted."""
        if not self.decided:
            return 0.5
        off = [won - self.rate * decided for won, decided in self.pairs]
        return NINETY_FIVE * sqrt(sum(each * each for each in off)) / self.decided


def milliseconds(times: list[float]) -> str:
    """Mean, 99th percentile and longest of `times`, in seconds."""
    if not times:
        return "-"
    ordered = sorted(times)
    late = ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]
    mean = sum(ordered) / len(ordered)
    return f"mean {mean * 1000:.1f}, 99 % {late * 1000:.1f}, longest {ordered[-1] * 1000:.1f} ms"
