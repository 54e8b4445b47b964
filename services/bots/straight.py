"""A line with two ends where no sums are counted, as two numbers; fast. Knows no seat, hand or turn.

It plays by the same rules as `rules.line`, which tests compare; places are numbered as `rules.line.ENDS`.
"""

from random import Random

from bots.pack import Pack

EMPTY = -1


class Straight:
    """`fit` are the tiles of the set that can be joined now, in or out of a hand."""

    __slots__ = ("fit", "left", "pack", "right")

    def __init__(self, pack: Pack, left: int = EMPTY, right: int = EMPTY) -> None:
        self.pack = pack
        self.left = left
        self.right = right
        self.fit = pack.all if left == EMPTY else pack.suits[left] | pack.suits[right]

    def copy(self) -> "Straight":
        return Straight(self.pack, self.left, self.right)

    def places(self, tile: int) -> tuple[int, ...]:
        """Where the tile with this number can be joined."""
        if self.left == EMPTY:
            return (0,)
        ends = (self.left, self.right)
        return tuple(place for place in (0, 1) if self.pack.beyond[ends[place]][tile] >= 0)

    def place(self, tile: int, place: int) -> int:
        """Join `tile`, which fits there; the points scored at once are 0."""
        pack = self.pack
        if self.left == EMPTY:
            self.left, self.right = pack.tiles[tile]
        elif place == 0:
            self.left = pack.beyond[self.left][tile]
        else:
            self.right = pack.beyond[self.right][tile]
        self.fit = pack.suits[self.left] | pack.suits[self.right]
        return 0

    def play(self, hand: int, able: int, ahead: int, random: Random) -> tuple[int, int]:
        """Choose among `able`, the tiles of `hand` that fit, and join it; the tile's number and 0 points.

        A quick player's choice: heavy tiles first, what leaves an answer in the own hand, and none in the
        hand of who is next (`ahead`).
        """
        pack, left, right = self.pack, self.left, self.right
        beyond_left, beyond_right = pack.beyond[left], pack.beyond[right]
        suits, weights = pack.suits, pack.weights
        if not able & able - 1:  # the one tile that fits, which mostly fits one end
            tile = able.bit_length() - 1
            if left == right or beyond_right[tile] < 0:
                self.left = left = beyond_left[tile]
                self.fit = suits[left] | suits[right]
                return tile, 0
            if beyond_left[tile] < 0:
                self.right = right = beyond_right[tile]
                self.fit = suits[left] | suits[right]
                return tile, 0
        best, chosen, new_left, new_right = -1e9, -1, left, right
        while able:
            tile = able.bit_length() - 1
            bit = 1 << tile
            able ^= bit
            rest = hand ^ bit
            worth = weights[tile] + random.random() * NOISE
            new = beyond_left[tile]
            if new >= 0:
                fit = suits[new] | suits[right]
                value = worth + (rest & fit).bit_count() * KEEP
                if not ahead & fit:
                    value += STOP
                if value > best:
                    best, chosen, new_left, new_right = value, tile, new, right
            if left != right:
                new = beyond_right[tile]
                if new >= 0:
                    fit = suits[left] | suits[new]
                    value = worth + (rest & fit).bit_count() * KEEP
                    if not ahead & fit:
                        value += STOP
                    if value > best:
                        best, chosen, new_left, new_right = value, tile, left, new
        self.left, self.right = new_left, new_right
        self.fit = suits[new_left] | suits[new_right]
        return chosen, 0


NOISE = 6.0
"""Pips by which a heavier tile may be passed over, so that not every playout is the same."""
KEEP = 2.0
"""Pips that each tile is worth which the hand could play next."""
STOP = 6.0
"""Pips that it is worth when who is next has to pass or draw."""
