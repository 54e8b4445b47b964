"""The open ends of a line, as numbers: what fits, and what a tile makes of them. Knows no seat, hand or turn.

However a line came about, all that counts for what follows is its open ends. So there is one `Ends` for all
lines with the same, which keeps what every tile made of it; playouts walk from one to the next and work
nothing out twice. It plays by the same rules as `rules.line`, which tests compare.
"""

from dataclasses import dataclass, field
from functools import cache
from typing import Final, NamedTuple

from bots.pack import Pack, pack
from rules.line import End as Where
from rules.line import Line
from rules.ruleset import RuleSet
from rules.scoring import fives
from rules.tile import Tile, TileSet

MOST: Final = 20_000
"""Ends kept before all are forgotten; double-six has fewer."""


class End(NamedTuple):
    """What an end shows and adds to the sum; `bare` is a long side of the spinner, not yet covered."""

    number: int
    adds: int
    bare: bool = False


class Join(NamedTuple):
    """A tile joined: the ends after it, the points scored at once, and the sum of the ends.

    `fit` and `scoring` are those of `after`, at hand for who looks at thousands.
    """

    fit: int
    scoring: int
    points: int
    sum: int
    tile: int
    after: "Ends"


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """A kind of line: its tiles, and whether sums are counted and the first double has four sides."""

    pack: Pack
    fives: bool
    four_way: bool
    known: dict[tuple[bool, tuple[End, ...]], "Ends"] = field(default_factory=dict)

    def ends(self, *ends: End, waits: bool) -> "Ends":
        """Those with these ends; they wait while a double is yet to come that will have four sides."""
        key = (waits, tuple(sorted(ends)))
        found = self.known.get(key)
        if found is None:
            if len(self.known) >= MOST:
                self.known.clear()
            found = self.known[key] = Ends(self, *key)
        return found

    def end(self, number: int, *, double: bool, bare: bool = False) -> End:
        if not (self.fives or self.four_way):
            return End(number, 0)
        return End(number, 2 * number if double else number, bare)


class Ends:
    """`fit` are the tiles of the set that can be joined, `scoring` those that would bring points at once.

    Without any ends the table is empty, and every tile can be led. `joins` holds by tile what is known so far
    of where it can be joined; ask `ways` for the others.
    """

    __slots__ = ("ends", "fit", "joins", "kind", "scoring", "waits")

    def __init__(self, kind: Kind, waits: bool, ends: tuple[End, ...]) -> None:
        self.kind = kind
        self.waits = waits
        self.ends = ends
        self.joins: list[tuple[Join, ...] | None] = [None] * len(kind.pack.tiles)
        self.fit = kind.pack.showing(end.number for end in ends) if ends else kind.pack.all
        self.scoring = self._scoring() if kind.fives else 0

    def ways(self, tile: int) -> tuple[Join, ...]:
        """The different ways to join the tile with this number."""
        found = self.joins[tile]
        if found is None:
            ends = dict.fromkeys(end for end in self.ends if self.kind.pack.suits[end.number] >> tile & 1)
            ways = tuple(self._join(tile, end) for end in ends) if self.ends else (self._lead(tile),)
            found = self.joins[tile] = ways
        return found

    def _lead(self, number: int) -> Join:
        """A lone double counts once, and both halves at both ends as soon as another tile is joined."""
        kind, tile = self.kind, self.kind.pack.tiles[number]
        spinner = self.waits and tile.is_double
        ends = (kind.end(half, double=tile.is_double, bare=spinner) for half in tile)
        after = kind.ends(*ends, waits=self.waits and not spinner)
        points = fives(tile.weight) if kind.fives else 0
        return Join(after.fit, after.scoring, points, tile.weight, number, after)

    def _join(self, tile: int, at: End) -> Join:
        kind, double = self.kind, self.kind.pack.tiles[tile].is_double
        ends = list(self.ends)
        ends.remove(at)
        if at.bare and not any(end.bare for end in ends):
            ends += [End(at.number, 0)] * 2  # both long sides are covered, which opens the short ones
        beyond = kind.pack.beyond[at.number][tile]
        ends.append(kind.end(beyond, double=double, bare=self.waits and double))
        after = kind.ends(*ends, waits=self.waits and not double)
        total = sum(end.adds for end in ends)
        points = fives(total) if kind.fives else 0
        return Join(after.fit, after.scoring, points, total, tile, after)

    def _scoring(self) -> int:
        pack, total = self.kind.pack, sum(end.adds for end in self.ends)
        found = 0
        for number, adds, _ in self.ends:
            found |= pack.adding[number][(adds - total) % 5]
        return found


@cache
def kind(tiles: TileSet, *, fives: bool, four_way: bool) -> Kind:
    return Kind(pack(tiles), fives, four_way)


def kind_of(rules: RuleSet) -> Kind:
    return kind(rules.tiles, fives=rules.fives, four_way=rules.spinner)


def ends_of(kind: Kind, line: Line) -> Ends:
    """The open ends of `line`."""
    if not line.laid:
        return kind.ends(waits=kind.four_way)
    if len(line.laid) == 1:
        return ends_of(kind, Line(line.four_way)).ways(kind.pack.index[line.laid[0].tile])[0].after
    open_, spinner = line.open_ends, line.spinner
    bare = {end for end, _, _ in open_ if spinner and len(open_) == 2 and _outermost(line, end) == spinner}
    sums = kind.fives or kind.four_way
    ends = (End(number, adds if sums else 0, end in bare) for end, number, adds in open_)
    return kind.ends(*ends, waits=kind.four_way and spinner is None)


def _outermost(line: Line, end: Where) -> Tile:
    return next((laid.tile for laid in reversed(line.laid[1:]) if laid.end == end), line.laid[0].tile)
