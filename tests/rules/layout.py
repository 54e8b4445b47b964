"""The line as it lies on a table, tile by tile, each with the half that points outward (RULES 3, fives).

The referee's own: `rules.line` works the ends out from the order of the placements, this one looks at what
lies there. They share no code.
"""

from typing import NamedTuple

from rules.tile import Tile


class Lying(NamedTuple):
    """A tile in the long line, its halves read from left to right; on an arm, from the middle outward."""

    first: int
    second: int

    @property
    def pips(self) -> int:
        return self.first + self.second

    @property
    def across(self) -> bool:
        return self.first == self.second


class Layout:
    """The long line, and the two short arms of its first double where that can be joined on four sides."""

    def __init__(self, *, four_way: bool) -> None:
        self.four_way = four_way
        self.long: list[Lying] = []
        self.arms: dict[str, list[Lying]] = {"up": [], "down": []}
        self.spinner: int | None = None
        """The number of the first double that was placed."""

    @property
    def open(self) -> dict[str, int]:
        """The number at every place where a tile can be joined, in the order left, right, up, down."""
        if not self.long:
            return {}
        ends = {"left": self.long[0].first, "right": self.long[-1].second}
        if self.four_way and self.spinner is not None and self._long_sides_covered(self.spinner):
            for arm, lying in self.arms.items():
                ends[arm] = lying[-1].second if lying else self.spinner
        return ends

    @property
    def sum(self) -> int:
        """Pips of the open ends: a double at an end counts whole, a bare short side nothing."""
        if not self.long:
            return 0
        if len(self.long) == 1:
            return self.long[0].pips
        left, right = self.long[0], self.long[-1]
        total = left.pips if left.across else left.first
        total += right.pips if right.across else right.second
        for lying in self.arms.values():
            if lying:
                total += lying[-1].pips if lying[-1].across else lying[-1].second
        return total

    def places(self, tile: Tile) -> list[str]:
        """Where `tile` can be joined; the first tile of all goes to the left."""
        if not self.long:
            return ["left"]
        return [end for end, number in self.open.items() if number in (tile.low, tile.high)]

    def put(self, tile: Tile, end: str) -> None:
        """Lay down `tile`, which must fit there."""
        if not self.long:
            self.long.append(Lying(tile.low, tile.high))
        else:
            inner = self.open[end]
            outer = tile.high if inner == tile.low else tile.low
            if end == "left":
                self.long.insert(0, Lying(outer, inner))
            elif end == "right":
                self.long.append(Lying(inner, outer))
            else:
                self.arms[end].append(Lying(inner, outer))
        if self.spinner is None and tile.low == tile.high:
            self.spinner = tile.low

    def _long_sides_covered(self, number: int) -> bool:
        at = self.long.index(Lying(number, number))
        return 0 < at < len(self.long) - 1
