"""The line of play: what lies on the table, where it can be joined. Knows no hand, turn or rule set."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, NamedTuple

from rules.errors import DoesNotFit
from rules.seats import Seat
from rules.tile import Tile

End = Literal["left", "right", "up", "down"]

ENDS: Final[tuple[End, ...]] = ("left", "right", "up", "down")
"""The order in which ends are looked at and listed."""


class Laid(NamedTuple):
    """A tile as it was placed. The first tile of a line has the end `left`."""

    tile: Tile
    end: End
    seat: Seat


class OpenEnd(NamedTuple):
    """A place where a tile can be joined: the number it shows, the pips it adds to the sum of the ends."""

    end: End
    number: int
    adds: int


@dataclass(frozen=True)
class Line:
    """Tiles in the order they were placed. `four_way`: the first double can be joined on four sides.

    It has no slots: what it shows is asked for many times between two placements, and worked out once.
    """

    four_way: bool = False
    laid: tuple[Laid, ...] = ()

    @property
    def spinner(self) -> Tile | None:
        """The double that can be joined on four sides: the first one placed, and the only one."""
        at = _spinner_at(self)
        return None if at is None else self.laid[at].tile

    @cached_property
    def open_ends(self) -> tuple[OpenEnd, ...]:
        """Where a tile can be joined, in the order left, right, up, down; nothing on an empty table."""
        if not self.laid:
            return ()
        long_sides = (_long_end(self, "left"), _long_end(self, "right"))
        if not _covered(self):
            return long_sides
        return (*long_sides, _short_end(self, "up"), _short_end(self, "down"))

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers that are open, each once, in the order left, right, up, down."""
        return tuple(dict.fromkeys(open_.number for open_ in self.open_ends))

    @property
    def sum(self) -> int:
        """Pips of the open ends: 0 on an empty table; a lone tile counts both halves once."""
        return sum(open_.adds for open_ in self.open_ends)

    def shows(self, end: End) -> int | None:
        """The number at `end`, or None where nothing can be joined."""
        return next((open_.number for open_ in self.open_ends if open_.end == end), None)


def fits(line: Line, tile: Tile) -> tuple[End, ...]:
    """The ends where `tile` can be joined, in the order left, right, up, down; `left` on an empty table."""
    if not line.laid:
        return ("left",)
    return tuple(open_.end for open_ in line.open_ends if open_.number in tile)


def join(line: Line, tile: Tile, end: End, seat: Seat) -> Line:
    """Return `line` with `tile` of `seat` at `end`; raise DoesNotFit if it cannot be joined there."""
    if end not in fits(line, tile):
        raise DoesNotFit(tile, end)
    return Line(line.four_way, (*line.laid, Laid(tile, end, seat)))


def _spinner_at(line: Line) -> int | None:
    if not line.four_way:
        return None
    return next((at for at, laid in enumerate(line.laid) if laid.tile.is_double), None)


def _covered(line: Line) -> bool:
    """Whether both long sides of the spinner are covered, which opens its short sides."""
    at = _spinner_at(line)
    if at is None:
        return False
    later = {laid.end for laid in line.laid[at + 1 :]}
    outward = {"left", "right"} if at == 0 else {line.laid[at].end}
    return outward <= later


def _long_end(line: Line, end: Literal["left", "right"]) -> OpenEnd:
    """The left or right end; the first tile lies with its lower half to the left."""
    first, *joined = line.laid
    number = first.tile.low if end == "left" else first.tile.high
    if not joined:
        return OpenEnd(end, number, number)
    return _outermost(line, end, number, first.tile)


def _short_end(line: Line, end: Literal["up", "down"]) -> OpenEnd:
    """A short side of the spinner; not yet covered, it adds nothing to the sum."""
    at = _spinner_at(line)
    assert at is not None, "short sides are open only where a spinner lies"  # noqa: S101
    spinner = line.laid[at].tile
    outermost = _outermost(line, end, spinner.low, spinner)
    untouched = all(laid.end != end for laid in line.laid)
    return outermost._replace(adds=0) if untouched else outermost


def _outermost(line: Line, end: End, number: int, tile: Tile) -> OpenEnd:
    """Walk outward along one arm, from `tile` that shows `number`; a double there counts both halves."""
    for laid in line.laid[1:]:
        if laid.end == end:
            number, tile = laid.tile.other(number), laid.tile
    return OpenEnd(end, number, tile.weight if tile.is_double else number)
