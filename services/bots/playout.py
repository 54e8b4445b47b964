"""A round played to its end by quick players, all hands known. Knows no view and no match but its target.

The same round as `rules.round` plays, with hands as masks and without a log; tests compare the two.
"""

from dataclasses import dataclass
from math import inf
from random import Random
from typing import Final

from bots.ends import Ends
from bots.pack import Pack, pack
from bots.quick import choose
from rules.ruleset import RuleSet
from rules.scoring import rounded
from rules.seats import seats, side_of, sides

NOBODY = -1
NOISE: Final = 6.0
"""Pips by which a heavier tile may be passed over, so that not every playout is the same."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """What does not change in a round. `side` is by seat; `need` by side, what it lacks to the target."""

    rules: RuleSet
    players: int
    pack: Pack
    side: tuple[int, ...]
    sides: int
    reserve: int
    need: tuple[float, ...]


@dataclass(slots=True)
class State:
    """A round under way. `next` is how many of `boneyard` are drawn; `gains` is by side, from here on."""

    ends: Ends
    hands: list[int]
    boneyard: list[int]
    turn: int
    gains: list[int]
    next: int = 0


def table_of(rules: RuleSet, players: int, scores: tuple[int, ...], target: int | None) -> Table:
    """The table where sides have `scores`; they play to `target`, or without."""
    need = tuple(inf if target is None else float(target - score) for score in scores)
    side = tuple(side_of(seat, partners=rules.partners) for seat in seats(players))
    number = len(sides(players, partners=rules.partners))
    return Table(rules, players, pack(rules.tiles), side, number, rules.reserve, need)


def wishes(table: Table, random: Random) -> list[float]:
    """How much quick players wish to be rid of each tile, in pips: heavy ones first, mostly."""
    chance = random.random
    return [weight + chance() * NOISE for weight in table.pack.weights]


def play_out(table: Table, state: State, last_placer: int, wish: list[float]) -> int:
    """Play on until the round is over; points go to `state.gains`; the side that has won, or NOBODY.

    The line is not empty, and its last tile has ended nothing yet; `last_placer` placed it. `wish` tells by
    tile how much a player wishes to be rid of it.
    """
    ends, hands, boneyard, gains = state.ends, state.hands, state.boneyard, state.gains
    players, side, known = table.players, table.side, ends.kind.all
    turn, at, passes = state.turn, state.next, 0
    limit = len(boneyard) - table.reserve if table.rules.drawing else 0
    while passes < players:
        hand = hands[turn]
        able = hand & ends.fit
        while not able and at < limit:
            drawn = boneyard[at]
            at += 1
            hand |= drawn
            able = drawn & ends.fit
        after = turn + 1 if turn + 1 < players else 0
        if not able:
            hands[turn] = hand
            passes += 1
            turn = after
            continue
        _, _, points, _, tile, place = choose(ends, hand, able, hands[after], wish)
        ends = known[place]
        hands[turn] = hand = hand ^ 1 << tile
        last_placer, passes = turn, 0
        if points and score(table, gains, side[turn], points):
            return side[turn]
        if not hand:
            return out(table, hands, gains, side[turn])
        turn = after
    return block(table, hands, gains, last_placer)


def score(table: Table, gains: list[int], side: int, points: int) -> bool:
    """Give `points` scored at once to `side`; whether it has the target now."""
    gains[side] += points
    return gains[side] >= table.need[side]


def out(table: Table, hands: list[int], gains: list[int], side: int) -> int:
    """`side` has gone out; returns it."""
    pips = _pips(table, hands)
    gains[side] += rounded(table.rules, sum(pips) - pips[side])
    return side


def block(table: Table, hands: list[int], gains: list[int], last_placer: int) -> int:
    """Nobody can go on; the winning side, or NOBODY (as `rules.scoring.blocked`)."""
    rules = table.rules
    pips = _pips(table, hands)
    best = range(table.sides)
    if rules.blocked_winner == "lowest_hand":
        lightest = [1000] * table.sides
        for seat, hand in enumerate(hands):
            lightest[table.side[seat]] = min(lightest[table.side[seat]], table.pack.weight(hand))
        low = min(lightest)
        winners = [side for side in best if lightest[side] == low]
    else:
        winners = list(best)
    fewest = min(pips[side] for side in winners)
    winners = [side for side in winners if pips[side] == fewest]
    winner = winners[0]
    if len(winners) > 1:
        if rules.blocked_tie == "nobody":
            return NOBODY
        winner = table.side[last_placer]
    points = sum(pips) - pips[winner]
    if rules.blocked_points == "difference":
        points = max(0, points - pips[winner])
    gains[winner] += rounded(rules, points)
    return winner


def _pips(table: Table, hands: list[int]) -> list[int]:
    """Pips by side."""
    weight = table.pack.weight
    pips = [0] * table.sides
    for side, hand in zip(table.side, hands, strict=True):
        if hand:
            pips[side] += weight(hand)
    return pips
