"""What the end of a round is worth to a side: its chance to win the match, roughly. Knows no tile.

Towards a target it is a logistic choice among the sides by what each still needs; without one, winning the
round counts, and points a little.
"""

from math import exp
from typing import Final

from bots.playout import NOBODY

SPREAD: Final = 15.0
GROWS: Final = 0.25
"""Points that make one side's chance e times another's: SPREAD near the target, and GROWS more for each that
is lacking in the mean. Fitted to matches of quick players."""
A_POINT: Final = 0.002
"""A point's worth without a target, where winning the round is 1."""


class Stake:
    """`need` by side: what it lacked when the playouts began, infinite without a target."""

    def __init__(self, side: int, need: tuple[float, ...]) -> None:
        self._side = side
        self._need = need
        self._open = need[side] == float("inf")
        self._known: dict[tuple[int, ...], float] = {}

    def worth(self, winner: int, gains: list[int]) -> float:
        """The worth for the side of a round won by `winner`, or by NOBODY, in which each side got `gains`."""
        key = (winner, *gains)
        worth = self._known.get(key)
        if worth is None:
            worth = self._known[key] = self._alone(winner, gains) if self._open else self._match(gains)
        return worth

    def _alone(self, winner: int, gains: list[int]) -> float:
        won = 0.5 if winner == NOBODY else float(winner == self._side)
        others = sum(gains) - gains[self._side]
        return won + A_POINT * (gains[self._side] - others)

    def _match(self, gains: list[int]) -> float:
        needs = [need - gain for need, gain in zip(self._need, gains, strict=True)]
        if min(needs) <= 0:
            return float(needs[self._side] <= 0)
        spread = SPREAD + GROWS * sum(needs) / len(needs)
        chances = [exp(-need / spread) for need in needs]
        return chances[self._side] / sum(chances)
