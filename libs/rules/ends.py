"""What of a line is open: where a tile can be joined, what the ends add up to. Knows no seat, hand or turn.

However a line came about, all that counts for what follows is what is open. So lines with the same ends share
one `Ends`, and what fits there, and what a tile makes of it, is worked out once for all rounds.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from rules.errors import DoesNotFit
from rules.tile import Tile

End = Literal["left", "right", "up", "down"]

ENDS: Final[tuple[End, ...]] = ("left", "right", "up", "down")
"""The order in which ends are looked at and listed."""

KEPT: Final = 4_000
"""Ends that are kept for other lines, and ways from one to the next; two-sided double-six needs 2,500."""


class OpenEnd(NamedTuple):
    """A place where a tile can be joined: the number it shows, the pips it adds to the sum of the ends."""

    end: End
    number: int
    adds: int


class Placement(NamedTuple):
    """A tile, and an end where it can be joined."""

    tile: Tile
    end: End


class Fitting(dict[Tile, tuple[Placement, ...]]):
    """The placements of a tile, in the order left, right, up, down; worked out when first asked for."""

    def __init__(self, open_: tuple[OpenEnd, ...]) -> None:
        self.open = open_

    def __missing__(self, tile: Tile) -> tuple[Placement, ...]:
        fits = (open_.end for open_ in self.open if open_.number in tile)
        ends: Iterable[End] = fits if self.open else ("left",)
        self[tile] = found = tuple(Placement(tile, end) for end in ends)
        return found


class Ends:
    """The open ends of a line, in the order left, right, up, down; none on an empty table.

    `four_way`: the first double can be joined on four sides; `spinner` is that double, once it lies, and
    `bare` those of its long sides that are not covered yet. `lone`: only one tile lies. `numbers` are those
    that are open, each once; `sum` the pips of the ends: a lone tile counts both halves once.
    """

    __slots__ = ("bare", "fitting", "four_way", "lone", "numbers", "open", "spinner", "sum")

    def __init__(
        self,
        four_way: bool,
        open_: tuple[OpenEnd, ...],
        lone: bool,
        spinner: Tile | None,
        bare: tuple[End, ...],
    ) -> None:
        self.four_way = four_way
        self.open = open_
        self.lone = lone
        self.spinner = spinner
        self.bare = bare
        self.numbers = tuple(dict.fromkeys(end.number for end in open_))
        self.sum = sum(end.adds for end in open_)
        self.fitting = Fitting(open_)

    def shows(self, end: End) -> int | None:
        """The number at `end`, or None where nothing can be joined."""
        return next((open_.number for open_ in self.open if open_.end == end), None)


_ends = lru_cache(KEPT)(Ends)


def empty(*, four_way: bool) -> Ends:
    """The ends of an empty table."""
    return _ends(four_way, (), False, None, ())


@lru_cache(KEPT)
def joined(ends: Ends, tile: Tile, end: End) -> Ends:
    """What is open once `tile` lies at `end`; raise DoesNotFit if it cannot be joined there."""
    if Placement(tile, end) not in ends.fitting[tile]:
        raise DoesNotFit(tile, end)
    if not ends.open:
        return _led(tile, four_way=ends.four_way)
    open_ = tuple(_after(ends, each, tile, end) for each in ends.open)
    if ends.spinner is None and ends.four_way and tile.is_double:
        return _ends(True, open_, False, tile, (end,))
    bare = tuple(side for side in ends.bare if side != end)
    if ends.spinner is not None and ends.bare and not bare:
        number = ends.spinner.low
        open_ += (OpenEnd("up", number, 0), OpenEnd("down", number, 0))
    return _ends(ends.four_way, open_, False, ends.spinner, bare)


def _led(tile: Tile, *, four_way: bool) -> Ends:
    """The first tile lies with its lower half to the left."""
    open_ = (OpenEnd("left", tile.low, tile.low), OpenEnd("right", tile.high, tile.high))
    spinner = four_way and tile.is_double
    return _ends(four_way, open_, True, tile if spinner else None, ("left", "right") if spinner else ())


def _after(ends: Ends, open_: OpenEnd, tile: Tile, end: End) -> OpenEnd:
    """One end once `tile` lies at `end`; a double at an end counts both halves, a lone one no longer once."""
    if open_.end != end:
        lone_double = ends.lone and ends.open[0].number == ends.open[1].number
        return open_._replace(adds=2 * open_.number) if lone_double else open_
    number = tile.other(open_.number)
    return OpenEnd(end, number, tile.weight if tile.is_double else number)
