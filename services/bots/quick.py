"""The quick player, who plays rounds out: one look at each placement, all hands open. Knows no round."""

from typing import Final

from bots.ends import Ends, Join

KEEP: Final = 2.0
"""Pips that each tile is worth which the hand could play next."""
STOP: Final = 10.0
"""Pips that it is worth when who is next has to pass or draw."""
SCORE: Final = 2.0
"""Pips that a point scored at once is worth."""
GIVE: Final = 8.0
"""Pips that it costs when who is next can score at once, and one more for each pip of the open ends."""


def choose(ends: Ends, hand: int, able: int, ahead: int, wish: list[float]) -> Join:
    """What to do with one of `able`, the tiles of `hand` that fit.

    Points, then what is wished to be gone (`wish`, by tile), and what leaves an answer in the own hand;
    neither an answer nor points for the hand of who is next (`ahead`).
    """
    joins = ends.joins
    if not able & able - 1:  # the one tile that fits, which mostly fits one end
        tile = able.bit_length() - 1
        ways = joins[tile] or ends.ways(tile)
        if len(ways) == 1:
            return ways[0]
    best, chosen = -1e9, (0, 0, 0, 0, 0, 0)
    while able:
        tile = able.bit_length() - 1
        bit = 1 << tile
        able ^= bit
        rest, worth = hand ^ bit, wish[tile]
        for way in joins[tile] or ends.ways(tile):
            fit, scoring, points, total, _, _ = way
            value = worth + (rest & fit).bit_count() * KEEP
            if points:
                value += points * SCORE
            if not ahead & fit:
                value += STOP
            elif ahead & scoring:
                value -= total + GIVE
            if value > best:
                best, chosen = value, way
    return chosen
