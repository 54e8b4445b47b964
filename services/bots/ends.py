"""The open ends of a line, as numbers: what fits, and what a tile makes of them. Knows no seat, hand or turn.

However a line came about, all that counts for what follows is its open ends. So there is one `Ends` for all
lines with the same, which keeps what every tile made of it; playouts walk from one to the next and work
nothing out twice. It plays by the same rules as `rules.line`, which tests compare.
"""

from typing import Final

from bots.pack import Pack, pack
from rules.line import End as Where
from rules.line import Line
from rules.ruleset import RuleSet
from rules.scoring import fives
from rules.tile import Tile, TileSet

MOST: Final = 20_000
"""Ends that one kind keeps before it begins anew; double-six has fewer."""

End = tuple[int, int, bool]
"""What an end shows, what it adds to the sum, and whether it is a long side of the spinner, still bare."""

Join = tuple[int, int, int, int, int, int]
"""A tile joined: what fits then and what would score (as in `Ends`), points scored at once, the sum of the
ends, the tile, and the ends after it by their place in `Kind.all`.

Plain numbers, since the collector of garbage does not look at these: what looks at a hundred thousand of
them takes longer than hard may.
"""
POINTS: Final = 2
TILE: Final = 4
AFTER: Final = 5
"""Places in a `Join`."""


class Kind:
    """A kind of line: its tiles, and whether sums are counted and the first double has four sides."""

    __slots__ = ("_place", "all", "fives", "four_way", "pack")

    def __init__(self, pack: Pack, *, fives: bool, four_way: bool) -> None:
        self.pack = pack
        self.fives = fives
        self.four_way = four_way
        self.all: list[Ends] = []
        self._place: dict[tuple[bool, tuple[End, ...]], int] = {}

    def place(self, *ends: End, waits: bool) -> int:
        """Where in `all` these ends are; they wait while a double is yet to come that has four sides."""
        key = (waits, tuple(sorted(ends)))
        found = self._place.get(key)
        if found is None:
            found = self._place[key] = len(self.all)
            self.all.append(Ends(self, *key))
        return found

    def end(self, number: int, *, double: bool, bare: bool = False) -> End:
        if not (self.fives or self.four_way):
            return number, 0, False
        return number, 2 * number if double else number, bare


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
        self.fit = kind.pack.showing(number for number, _, _ in ends) if ends else kind.pack.all
        self.scoring = self._scoring() if kind.fives else 0

    def ways(self, tile: int) -> tuple[Join, ...]:
        """The different ways to join the tile with this number."""
        found = self.joins[tile]
        if found is None:
            ends = dict.fromkeys(end for end in self.ends if self.kind.pack.suits[end[0]] >> tile & 1)
            ways = tuple(self._join(tile, end) for end in ends) if self.ends else (self._lead(tile),)
            found = self.joins[tile] = ways
        return found

    def _lead(self, number: int) -> Join:
        """A lone double counts once, and both halves at both ends as soon as another tile is joined."""
        kind, tile = self.kind, self.kind.pack.tiles[number]
        spinner = self.waits and tile.is_double
        ends = (kind.end(half, double=tile.is_double, bare=spinner) for half in tile)
        after = kind.place(*ends, waits=self.waits and not spinner)
        return self._with(after, fives(tile.weight) if kind.fives else 0, tile.weight, number)

    def _join(self, tile: int, at: End) -> Join:
        kind, double = self.kind, self.kind.pack.tiles[tile].is_double
        number, _, bare = at
        ends = list(self.ends)
        ends.remove(at)
        if bare and not any(bare for _, _, bare in ends):
            ends += [(number, 0, False)] * 2  # both long sides are covered, which opens the short ones
        ends.append(kind.end(kind.pack.beyond[number][tile], double=double, bare=self.waits and double))
        after = kind.place(*ends, waits=self.waits and not double)
        total = sum(adds for _, adds, _ in ends)
        return self._with(after, fives(total) if kind.fives else 0, total, tile)

    def _with(self, after: int, points: int, total: int, tile: int) -> Join:
        ends = self.kind.all[after]
        return ends.fit, ends.scoring, points, total, tile, after

    def _scoring(self) -> int:
        pack, total = self.kind.pack, sum(adds for _, adds, _ in self.ends)
        found = 0
        for number, adds, _ in self.ends:
            found |= pack.adding[number][(adds - total) % 5]
        return found


_kinds: dict[tuple[TileSet, bool, bool], Kind] = {}


def kind_of(rules: RuleSet) -> Kind:
    """The kind of line that is played by `rules`, with all that is known of it so far."""
    key = (rules.tiles, rules.fives, rules.spinner)
    found = _kinds.get(key)
    if found is None or len(found.all) > MOST:
        found = _kinds[key] = Kind(pack(rules.tiles), fives=rules.fives, four_way=rules.spinner)
    return found


def ends_of(kind: Kind, line: Line) -> Ends:
    """The open ends of `line`."""
    if not line.laid:
        return kind.all[kind.place(waits=kind.four_way)]
    if len(line.laid) == 1:
        lead = ends_of(kind, Line(line.four_way)).ways(kind.pack.index[line.laid[0].tile])[0]
        return kind.all[lead[AFTER]]
    open_, spinner = line.open_ends, line.spinner
    bare = {end for end, _, _ in open_ if spinner and len(open_) == 2 and _outermost(line, end) == spinner}
    sums = kind.fives or kind.four_way
    ends = ((number, adds if sums else 0, end in bare) for end, number, adds in open_)
    return kind.all[kind.place(*ends, waits=kind.four_way and spinner is None)]


def _outermost(line: Line, end: Where) -> Tile:
    return next((laid.tile for laid in reversed(line.laid[1:]) if laid.end == end), line.laid[0].tile)
