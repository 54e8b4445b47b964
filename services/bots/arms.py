"""A line of two ends or four, with the sum of its ends, as numbers; fast. Knows no seat, hand or turn.

It plays by the same rules as `rules.line`, which tests compare; places are numbered as `rules.line.ENDS`.
"""

from collections.abc import Iterable
from random import Random

from bots.pack import Pack
from rules.line import ENDS, Laid

NONE = -1


class Arms:
    """`fit` are the tiles of the set that can be joined now.

    `numbers` and `adds` tell what a place shows and adds to the sum; the first `open` of them count.
    `bare` are the long sides of the spinner not yet covered, as bits; None before there is a spinner, or
    where there is none.
    """

    __slots__ = ("adds", "bare", "fit", "fives", "four_way", "numbers", "open", "pack")

    def __init__(self, pack: Pack, *, fives: bool, four_way: bool) -> None:
        self.pack = pack
        self.fives = fives
        self.four_way = four_way
        self.numbers: list[int] = [NONE] * 4
        self.adds: list[int] = [0] * 4
        self.open = 0
        self.bare: int | None = None
        self.fit = pack.all

    def copy(self) -> "Arms":
        twin = Arms.__new__(Arms)
        twin.pack, twin.fives, twin.four_way = self.pack, self.fives, self.four_way
        twin.numbers, twin.adds = self.numbers[:], self.adds[:]
        twin.open, twin.bare, twin.fit = self.open, self.bare, self.fit
        return twin

    def lay(self, laid: Iterable[Laid]) -> "Arms":
        """This line with all of `laid` joined."""
        for tile, end, _ in laid:
            self.place(self.pack.index[tile], ENDS.index(end))
        return self

    def places(self, tile: int) -> tuple[int, ...]:
        """Where the tile with this number can be joined."""
        if not self.open:
            return (0,)
        return tuple(place for place in range(self.open) if self.pack.beyond[self.numbers[place]][tile] >= 0)

    def place(self, tile: int, place: int) -> int:
        """Join `tile`, which fits there; the points scored at once."""
        pack, numbers, adds = self.pack, self.numbers, self.adds
        low, high = pack.tiles[tile]
        double = low == high
        if not self.open:
            numbers[0], numbers[1] = low, high
            adds[0], adds[1] = (2 * low, 2 * low) if double else (low, high)
            self.open = 2
            if double and self.four_way:
                self.bare = 3
            self.fit = pack.suits[low] | pack.suits[high]
            return _points(low + high) if self.fives else 0
        if self.bare is None:
            if double and self.four_way:
                self.bare = 1 << place
            number = pack.beyond[numbers[place]][tile]
        else:
            number = pack.beyond[numbers[place]][tile]
            if self.bare:
                self._cover(place)
        numbers[place] = number
        adds[place] = 2 * number if double else number
        fit = pack.suits[numbers[0]] | pack.suits[numbers[1]]
        if self.open == 4:
            fit |= pack.suits[numbers[2]] | pack.suits[numbers[3]]
        self.fit = fit
        if not self.fives:
            return 0
        return _points(adds[0] + adds[1] + adds[2] + adds[3])

    def _cover(self, place: int) -> None:
        """A tile comes to lie at `place`, which may cover a long side of the spinner."""
        bare = self.bare
        assert bare is not None  # noqa: S101
        if bare & 1 << place:
            self.bare = bare = bare & ~(1 << place)
            if not bare:
                self.open = 4
                self.numbers[2] = self.numbers[3] = self.numbers[place]

    def play(self, hand: int, able: int, ahead: int, random: Random) -> tuple[int, int]:
        """Choose among `able`, the tiles of `hand` that fit, and join it; the tile's number, the points.

        A quick player's choice: points, then heavy tiles, and what leaves an answer in the own hand.
        """
        pack, numbers, adds, fives = self.pack, self.numbers, self.adds, self.fives
        if not able & able - 1:
            where = self.places(able.bit_length() - 1)
            if len(where) == 1:
                return able.bit_length() - 1, self.place(able.bit_length() - 1, where[0])
        total = adds[0] + adds[1] + adds[2] + adds[3]
        shown = numbers[: self.open]
        beside = self._beside(shown)
        best, chosen, at = -1e9, -1, 0
        while able:
            tile = able.bit_length() - 1
            bit = 1 << tile
            able ^= bit
            rest = hand ^ bit
            worth = pack.weights[tile] + random.random() * NOISE
            double = pack.doubles & bit
            for place, number in enumerate(shown):
                new = pack.beyond[number][tile]
                if new < 0:
                    continue
                fit = beside[place] | pack.suits[new]
                value = worth + (rest & fit).bit_count() * KEEP
                if fives:
                    ends = total - adds[place] + (2 * new if double else new)
                    if ends % 5 == 0:
                        value += ends * SCORE
                if not ahead & fit:
                    value += STOP
                if value > best:
                    best, chosen, at = value, tile, place
        return chosen, self.place(chosen, at)

    def _beside(self, shown: list[int]) -> tuple[int, ...]:
        """For each place the tiles that fit at the others."""
        suits = self.pack.suits
        if len(shown) == 2:
            return suits[shown[1]], suits[shown[0]]
        left, right, up, down = (suits[number] for number in shown)
        return right | up | down, left | up | down, left | right | down, left | right | up


def _points(ends: int) -> int:
    return 0 if ends % 5 else ends


NOISE = 6.0
"""Pips by which a heavier tile may be passed over, so that not every playout is the same."""
KEEP = 2.0
"""Pips that each tile is worth which the hand could play next."""
STOP = 3.0
"""Pips that it is worth when who is next has to pass or draw."""
SCORE = 2.0
"""Pips that a point scored at once is worth."""
