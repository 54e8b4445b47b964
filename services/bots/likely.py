"""How likely a deal is, by what others have played: who could have placed a heavier tile, or one that scores,
mostly would have. Knows a log and masks, no line under way.

A player is taken to choose among the tiles that fit by a softmax of their pips and points (importance weights
of determinisations, as in Buro et al. 2009 for Skat). A deal's weight is the product over all choices seen.
"""

from dataclasses import dataclass
from math import exp
from typing import Final

from bots.ends import POINTS, Ends, ends_of, kind_of
from bots.pack import Pack, bits
from bots.seen import Seen, led_by_highest
from rules.actions import Drew, Placed
from rules.line import Line
from rules.ruleset import RuleSet
from rules.view import SeatView

COOL: Final = 10.0
"""Pips by which a tile must be better to be chosen e times as often; how far habits are trusted."""
A_DOUBLE: Final = 3.0
A_POINT: Final = 2.0
"""Pips that a double, and a point scored at once, are worth to who chooses."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A tile was placed where others may have fitted.

    `fit` are the tiles that did, `after` what the seat has placed since, the tile included, from what it then
    held; `groups` are those whose tiles it held; `wish` is by tile how much it is wished for.
    """

    fit: int
    after: int
    groups: tuple[int, ...]
    wished: float
    wish: tuple[float, ...]


class Likely:
    """Weighs deals for one seat."""

    def __init__(self, view: SeatView, rules: RuleSet, seen: Seen) -> None:
        self._choices = _choices(view, rules, seen)

    def weight(self, groups: list[int]) -> float:
        """How likely others would have played as they did, if their hidden tiles are those of `groups`."""
        weight = 1.0
        for choice in self._choices:
            held = choice.after
            for group in choice.groups:
                held |= groups[group]
            total, wish = 0.0, choice.wish
            able = held & choice.fit
            while able:
                tile = able.bit_length() - 1
                total += wish[tile]
                able ^= 1 << tile
            weight *= choice.wished / total
        return weight


def _choices(view: SeatView, rules: RuleSet, seen: Seen) -> tuple[Choice, ...]:
    kind = kind_of(rules)
    forced_lead = rules.forced_lead and led_by_highest(view, rules)
    pack = kind.pack
    spent = {item.tile: item.groups for item in seen.items if not item.hidden}
    held = {
        seat: [at for at, group in enumerate(seen.groups) if group.owner == seat]
        for seat in range(view.players)
    }
    draws = [0] * view.players
    choices: list[Choice] = []
    placed = 0
    for at, event in enumerate(view.log):
        if isinstance(event, Drew):
            draws[event.seat] += 1
        if not isinstance(event, Placed):
            continue
        ends, placed = ends_of(kind, Line(rules.spinner, view.line[:placed])), placed + 1
        tile = pack.index[event.tile]
        groups = tuple(held[event.seat][: draws[event.seat] + 1])
        if event.seat != view.seat and tile in spent and not (forced_lead and at == 0):
            after = 1 << tile | _placed_later(view, event.seat, at, spent, groups, pack)
            wish = _wishes(ends)
            choices.append(Choice(ends.fit, after, groups, wish[tile], wish))
    return tuple(choices)


def _placed_later(
    view: SeatView, seat: int, at: int, spent: dict[int, tuple[int, ...]], groups: tuple[int, ...], pack: Pack
) -> int:
    """What `seat` has placed since `at` and surely held then: it can only have come with one of `groups`."""
    later = 0
    for event in view.log[at + 1 :]:
        if isinstance(event, Placed) and event.seat == seat:
            tile = pack.index[event.tile]
            if tile in spent and set(spent[tile]) <= set(groups):
                later |= 1 << tile
    return later


def _wishes(ends: Ends) -> tuple[float, ...]:
    """How much each tile is wished for that can be placed now; 0 for the others."""
    pack = ends.kind.pack
    wishes = [0.0] * len(pack.tiles)
    for tile in bits(ends.fit):
        points = max(way[POINTS] for way in ends.ways(tile))
        wishes[tile] = exp((_worth(pack, tile) + A_POINT * points) / COOL)
    return tuple(wishes)


def _worth(pack: Pack, tile: int) -> float:
    return pack.weights[tile] + A_DOUBLE * (pack.doubles >> tile & 1)
