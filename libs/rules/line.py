"""The line of play: what lies on the table. Knows no hand, turn or rule set."""

from functools import cached_property, lru_cache
from typing import NamedTuple

from rules.ends import ENDS as ENDS
from rules.ends import End as End
from rules.ends import Ends, empty, joined
from rules.ends import OpenEnd as OpenEnd
from rules.seats import Seat
from rules.tile import Tile
from rules.value import value


class Laid(NamedTuple):
    """A tile as it was placed. The first tile of a line has the end `left`."""

    tile: Tile
    end: End
    seat: Seat


_laid = lru_cache(None)(Laid)
"""A tile at an end by a seat: 880 at most, and each is made once."""


@value(slots=False)
class Line:
    """Tiles in the order they were placed. `four_way`: the first double can be joined on four sides.

    It has no slots: what is open follows from what was laid, and is kept beside it.
    """

    four_way: bool = False
    laid: tuple[Laid, ...] = ()

    @cached_property
    def ends(self) -> Ends:
        """What is open; raise DoesNotFit if the tiles cannot lie so."""
        ends = empty(four_way=self.four_way)
        for tile, end, _ in self.laid:
            ends = joined(ends, tile, end)
        return ends

    @property
    def spinner(self) -> Tile | None:
        """The double that can be joined on four sides: the first one placed, and the only one."""
        return self.ends.spinner

    @property
    def open_ends(self) -> tuple[OpenEnd, ...]:
        """Where a tile can be joined, in the order left, right, up, down; nothing on an empty table."""
        return self.ends.open

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers that are open, each once, in the order left, right, up, down."""
        return self.ends.numbers

    @property
    def sum(self) -> int:
        """Pips of the open ends: 0 on an empty table; a lone tile counts both halves once."""
        return self.ends.sum

    def shows(self, end: End) -> int | None:
        """The number at `end`, or None where nothing can be joined."""
        return self.ends.shows(end)


def fits(line: Line, tile: Tile) -> tuple[End, ...]:
    """The ends where `tile` can be joined, in the order left, right, up, down; `left` on an empty table."""
    return tuple(end for _, end in line.ends.fitting[tile])


def join(line: Line, tile: Tile, end: End, seat: Seat) -> Line:
    """Return `line` with `tile` of `seat` at `end`; raise DoesNotFit if it cannot be joined there."""
    ends = joined(line.ends, tile, end)
    after = Line(line.four_way, (*line.laid, _laid(tile, end, seat)))
    after.ends = ends  # what would be worked out when first asked for
    return after
