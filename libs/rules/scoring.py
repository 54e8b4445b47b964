"""What the end of a round is worth, and to whom. Knows hands and the rule set, no line, turn or match."""

from typing import Literal

from rules.ruleset import RuleSet
from rules.seats import Seat, Side, members, side_of, sides, turn_order
from rules.tile import Tile, pips
from rules.value import value

Hands = tuple[tuple[Tile, ...], ...]


@value()
class RoundEnd:
    """How a round ended.

    `seat` is the seat that won: who went out or reached the target, or the lightest hand of the winning
    side. `points` are those of the end of the round; points scored at once come on top. `tied`: after
    everything that is compared, the tie was still full; `by_tie_rule`: that tie gave the round to the side
    that placed last.
    """

    how: Literal["out", "blocked", "target"]
    winner: Side | None
    points: int
    seat: Seat | None
    tied: bool = False
    by_tie_rule: bool = False


def went_out(rules: RuleSet, hands: Hands, seat: Seat) -> RoundEnd:
    """The end when `seat` has placed its last tile: all pips of the other sides, a partner's never."""
    side, totals = side_of(seat, partners=rules.partners), _totals(rules, hands)
    return RoundEnd("out", side, rounded(rules, sum(totals) - totals[side]), seat)


def reached_target(rules: RuleSet, seat: Seat) -> RoundEnd:
    """The end when points scored at once by `seat` reached the target: nothing more is counted."""
    return RoundEnd("target", side_of(seat, partners=rules.partners), 0, seat)


def blocked(rules: RuleSet, hands: Hands, *, leader: Seat, last_placer: Seat) -> RoundEnd:
    """The end when nobody can go on: who has fewest pips, by side or by hand, and what that is worth."""
    totals = _totals(rules, hands)
    best = _lightest_sides(rules, hands, totals)
    tied = len(best) > 1
    if not tied:
        (winner,) = best
    elif rules.blocked_tie == "last_placer":
        winner = side_of(last_placer, partners=rules.partners)
    else:
        return RoundEnd("blocked", None, 0, None, tied=True)
    points = sum(totals) - totals[winner]
    if rules.blocked_points == "difference":
        points = max(0, points - totals[winner])
    seat = _lightest_seat(rules, hands, winner, leader)
    return RoundEnd("blocked", winner, rounded(rules, points), seat, tied=tied, by_tie_rule=tied)


def fives(ends: int) -> int:
    """Points scored at once for open ends that add up to `ends`."""
    return ends if ends % 5 == 0 else 0


def rounded(rules: RuleSet, points: int) -> int:
    """Round-end points to the nearest five where the rule set says so: 1 and 2 go down, 3 and 4 up."""
    return (points + 2) // 5 * 5 if rules.rounding == "five" else points


def _lightest_sides(rules: RuleSet, hands: Hands, totals: tuple[int, ...]) -> tuple[Side, ...]:
    """The sides that have won the block; more than one when the tie is full."""
    contenders = sides(len(hands), partners=rules.partners)
    if rules.blocked_winner == "lowest_hand":
        lightest = {
            side: min(pips(hands[seat]) for seat in members(side, len(hands), partners=rules.partners))
            for side in contenders
        }
        contenders = tuple(side for side in contenders if lightest[side] == min(lightest.values()))
    fewest = min(totals[side] for side in contenders)
    return tuple(side for side in contenders if totals[side] == fewest)


def _lightest_seat(rules: RuleSet, hands: Hands, side: Side, leader: Seat) -> Seat:
    """The lightest hand of `side`; partners level: who comes first in turn order after the round's leader."""
    playing = members(side, len(hands), partners=rules.partners)
    in_turn = (seat for seat in turn_order(leader, len(hands)) if seat in playing)
    return min(in_turn, key=lambda seat: pips(hands[seat]))


def _totals(rules: RuleSet, hands: Hands) -> tuple[int, ...]:
    """Pips by side."""
    of_seats = tuple(map(pips, hands))
    return (of_seats[0] + of_seats[2], of_seats[1] + of_seats[3]) if rules.partners else of_seats
