"""A tile, and the two sets it may come from. Knows no hand, line, rule set or seat."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

TileSet = Literal["double-six", "double-nine"]

_WRITTEN = re.compile(r"([0-9])-([0-9])")


class Tile(NamedTuple):
    """Two halves of 0 to 9 pips, the lower one first: 3-5 is `Tile(3, 5)`, never `Tile(5, 3)`."""

    low: int
    high: int

    @classmethod
    def parse(cls, text: str) -> "Tile":
        """Read a tile as players write it, "3-5"; raise ValueError for anything else, also for "5-3"."""
        written = _WRITTEN.fullmatch(text)
        if written is None:
            raise ValueError(f"{text!r} is not a tile; a tile is written as 3-5.")
        low, high = int(written[1]), int(written[2])
        if low > high:
            raise ValueError(f"{text!r} is not a tile; the lower half is written first.")
        return cls(low, high)

    @property
    def weight(self) -> int:
        """Pips on both halves; a blank counts 0."""
        return self.low + self.high

    @property
    def is_double(self) -> bool:
        return self.low == self.high

    def other(self, number: int) -> int:
        """The half that is left over when `number` is joined; raise ValueError if no half shows it."""
        if number not in self:
            raise ValueError(f"No half of {self} shows {number}.")
        return self.weight - number

    def __str__(self) -> str:
        return f"{self.low}-{self.high}"


def _every_pair(highest: int) -> tuple[Tile, ...]:
    return tuple(Tile(low, high) for low in range(highest + 1) for high in range(low, highest + 1))


SETS: Mapping[TileSet, tuple[Tile, ...]] = MappingProxyType(
    {"double-six": _every_pair(6), "double-nine": _every_pair(9)}
)
"""Every set in its order before shuffling: 0-0, 0-1, ..., 0-6, 1-1, ... (RULES 6)."""


def pips(tiles: tuple[Tile, ...]) -> int:
    """The weight of all `tiles` together."""
    return sum(map(sum, tiles))


def lead_rank(tile: Tile) -> tuple[bool, int, int]:
    """Sorts by the order for the lead: a double, then the weight, then the higher half."""
    return (tile.is_double, tile.weight, tile.high)


LEAD_ORDER: Final = tuple(sorted(SETS["double-nine"], key=lead_rank, reverse=True))
"""Every tile there is in the order for the lead, the highest first."""
