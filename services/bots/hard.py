"""Hard: deals the hidden tiles out as they may lie, plays every deal to its end after each move, and takes
the move that did best. Knows what the seat saw, nothing else.

Flat Monte-Carlo over determinisations (perfect-information Monte-Carlo: Ginsberg 2001, GIB; Long et al.
2010), each deal weighted by how likely it is (`bots.likely`). Every move is tried on the same deals, so that
they are compared pair by pair, and moves that are clearly worse drop out (racing: Maron and Moore 1994),
which leaves more deals for those that are close.
"""

from dataclasses import dataclass, field
from math import sqrt
from random import Random
from typing import Final

from bots.budget import Budget
from bots.ends import Ends, ends_of, kind_of
from bots.likely import Likely
from bots.playout import State, Table, out, play_out, score, table_of, wishes
from bots.seen import seen
from bots.stake import Stake
from bots.worlds import World, Worlds
from rules.line import Line, join
from rules.ruleset import RuleSet
from rules.view import Option, SeatView

ROUND: Final = 32
"""Deals between two looks at who drops out."""
CLEARLY: Final = 3.0
"""Standard errors by which a move must be behind the best to drop out."""


@dataclass(slots=True)
class Move:
    """A placement that is tried: the ends after it, what it was worth on each deal, and `total`, weighted."""

    option: Option
    tile: int
    ends: Ends
    worths: list[float] = field(default_factory=list)
    total: float = 0.0


def choose(view: SeatView, rules: RuleSet, random: Random, budget: Budget) -> Option:
    """The placement of `view` that wins most, as far as `budget`, which has been started, lets it see."""
    moves = _moves(view, rules)
    if len(moves) == 1:
        return moves[0].option
    table = table_of(rules, view.players, view.scores, view.target)
    stake = Stake(table.side[view.seat], table.need)
    known = seen(view, rules)
    worlds, likely = Worlds(known), Likely(view, rules, known)
    racing, weights = moves, list[float]()
    while len(racing) > 1:
        world = worlds.deal(random)
        worths = _worths(table, stake, view.seat, racing, world, wishes(table, random), budget)
        if worths is None:
            break
        weights.append(likely.weight(world.groups))
        for move, worth in zip(racing, worths, strict=True):
            move.worths.append(worth)
            move.total += worth * weights[-1]
        if len(weights) % ROUND == 0:
            racing = _still_racing(racing, weights)
    return max(racing, key=lambda move: (move.total, move.option.tile.weight)).option


def _moves(view: SeatView, rules: RuleSet) -> list[Move]:
    """Every placement that makes a difference: two that leave the same ends are one."""
    kind, line = kind_of(rules), Line(rules.spinner, view.line)
    moves: dict[object, Move] = {}
    for option in view.legal:
        ends = ends_of(kind, join(line, option.tile, option.end, view.seat))
        move = Move(option, kind.pack.index[option.tile], ends)
        moves.setdefault((option.tile, ends.waits, ends.ends), move)
    return list(moves.values())


def _worths(
    table: Table, stake: Stake, seat: int, moves: list[Move], world: World, wish: list[float], budget: Budget
) -> list[float] | None:
    """What each of `moves` comes to in `world`; None when the budget ends before."""
    worths = []
    for move in moves:
        if not budget.goes_on():
            return None
        worths.append(_worth(table, stake, seat, move, world, wish))
    return worths


def _worth(table: Table, stake: Stake, seat: int, move: Move, world: World, wish: list[float]) -> float:
    gains = [0] * table.sides
    side = table.side[seat]
    hands = world.hands[:]
    hands[seat] ^= 1 << move.tile
    if score(table, gains, side, move.option.points):
        return stake.worth(side, gains)
    if not hands[seat]:
        return stake.worth(out(table, hands, gains, side), gains)
    state = State(move.ends, hands, world.boneyard, (seat + 1) % table.players, gains)
    return stake.worth(play_out(table, state, seat, wish), gains)


def _still_racing(moves: list[Move], weights: list[float]) -> list[Move]:
    best = max(moves, key=lambda move: move.total)
    return [move for move in moves if move is best or not _clearly_behind(move, best, weights)]


def _clearly_behind(move: Move, best: Move, weights: list[float]) -> bool:
    """Whether the weighted mean of the gaps is far from 0, by its standard error."""
    gaps = [a - b for a, b in zip(best.worths, move.worths, strict=True)]
    mean = (best.total - move.total) / sum(weights)
    squares = sum((weight * (gap - mean)) ** 2 for gap, weight in zip(gaps, weights, strict=True))
    return mean > CLEARLY * sqrt(squares) / sum(weights) + 1e-9
