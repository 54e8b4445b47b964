"""The tiles of a set as bits of an integer, for playing out many rounds fast. Knows no hand, line or rule.

Bit *i* of a mask stands for `tiles[i]`. Tiles are in the order of their weight, so that the highest bit of a
mask is a heaviest tile.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from rules.tile import SETS, Tile, TileSet

SLICE: Final = 14
LOWEST: Final = (1 << SLICE) - 1
"""Bits of a mask that are weighed at once, by looking them up."""


@dataclass(frozen=True, slots=True, eq=False)
class Pack:
    """`suits[n]` are the tiles that show n; `beyond[n][i]` is what tile i shows besides n, -1 without n.

    `adding[n][r]` are the tiles that, joined at n, add r, 5 + r, 10 + r, ... to the sum of the ends.
    `heaps` are the pips of all masks of SLICE bits, for each slice of the set.
    """

    tiles: tuple[Tile, ...]
    index: dict[Tile, int]
    suits: tuple[int, ...]
    beyond: tuple[tuple[int, ...], ...]
    adding: tuple[tuple[int, ...], ...]
    weights: tuple[int, ...]
    heaps: tuple[tuple[int, ...], ...]
    doubles: int
    all: int

    def mask(self, tiles: Iterable[Tile]) -> int:
        return sum(1 << self.index[tile] for tile in tiles)

    def showing(self, numbers: Iterable[int]) -> int:
        """The tiles that show any of `numbers`."""
        found = 0
        for number in numbers:
            found |= self.suits[number]
        return found

    def named(self, mask: int) -> tuple[Tile, ...]:
        return tuple(self.tiles[at] for at in bits(mask))

    def weight(self, mask: int) -> int:
        """Pips of all tiles of `mask`."""
        total = 0
        for heap in self.heaps:
            total += heap[mask & LOWEST]
            mask >>= SLICE
        return total


@cache
def pack(name: TileSet) -> Pack:
    tiles = tuple(sorted(SETS[name], key=lambda tile: (tile.weight, tile)))
    numbers = range(max(tile.high for tile in tiles) + 1)
    return Pack(
        tiles=tiles,
        index={tile: at for at, tile in enumerate(tiles)},
        suits=tuple(sum(1 << at for at, tile in enumerate(tiles) if number in tile) for number in numbers),
        beyond=tuple(
            tuple(tile.other(number) if number in tile else -1 for tile in tiles) for number in numbers
        ),
        adding=tuple(tuple(_adding(tiles, number, rest) for rest in range(5)) for number in numbers),
        weights=tuple(tile.weight for tile in tiles),
        heaps=tuple(_heap(tiles[first : first + SLICE]) for first in range(0, len(tiles), SLICE)),
        doubles=sum(1 << at for at, tile in enumerate(tiles) if tile.is_double),
        all=(1 << len(tiles)) - 1,
    )


def _adding(tiles: tuple[Tile, ...], number: int, rest: int) -> int:
    found = 0
    for at, tile in enumerate(tiles):
        if number in tile and (tile.weight if tile.is_double else tile.other(number)) % 5 == rest:
            found |= 1 << at
    return found


def _heap(tiles: tuple[Tile, ...]) -> tuple[int, ...]:
    """The pips of every mask of `tiles`."""
    heap = [0]
    for tile in tiles:
        heap += [pips + tile.weight for pips in heap]
    return tuple(heap)


def bits(mask: int) -> Iterator[int]:
    """The positions of the ones of `mask`, highest first."""
    while mask:
        at = mask.bit_length() - 1
        yield at
        mask ^= 1 << at
