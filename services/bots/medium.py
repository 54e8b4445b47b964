"""Medium: a good player of the café, who looks at one move and remembers. Knows what the seat saw.

Every placement is valued in pips, by what such a player thinks of: points at once, weight shed, numbers kept,
who passed on what, the partner, and who would win a block.
"""

from dataclasses import dataclass
from random import Random
from typing import Final

from bots.ends import POINTS, ends_of, kind_of
from rules.line import Laid, Line, join
from rules.ruleset import RuleSet
from rules.seats import Seat, next_seat, partner, side_of
from rules.tile import SETS, Tile, pips
from rules.view import Option, SeatView

A_POINT: Final = 2.0
"""Of points scored at once: they count, and the other side does not get them."""
A_DOUBLE: Final = 3.0
"""A double fits one number only, so it had better go early."""
A_NUMBER: Final = 1.5
"""Each number the hand still shows."""
AN_ANSWER: Final = 1.0
"""Each tile that could be placed next time."""
A_PASS: Final = 8.0
"""Who is next cannot go on, as far as is known."""
A_CHANCE: Final = 15.0
"""Who is next cannot go on, were the tiles that are not seen dealt out by chance."""
A_PARTNERS_PASS: Final = 5.0
"""The partner cannot go on, as far as is known."""
A_PARTNERS_END: Final = 2.0
"""An end that the partner made is covered."""
A_BLOCK: Final = 0.8
"""Each pip by which a block would be won or lost."""


@dataclass(frozen=True, slots=True)
class After:
    """The table after a placement, as far as the seat can know it."""

    line: Line
    rest: tuple[Tile, ...]
    unseen: tuple[Tile, ...]


def choose(view: SeatView, rules: RuleSet, random: Random) -> Option:
    """The placement of `view` that is worth most; equal ones are drawn by lot."""
    if len(view.legal) == 1:
        return view.legal[0]
    line = Line(rules.spinner, view.line)
    unseen = _unseen(view, rules)
    values = {
        option: _value(view, rules, option, _after(view, line, option, unseen)) for option in view.legal
    }
    best = max(values.values())
    return random.choice([option for option, value in values.items() if value >= best - 1e-9])


def _after(view: SeatView, line: Line, option: Option, unseen: tuple[Tile, ...]) -> After:
    rest = tuple(tile for tile in view.hand if tile != option.tile)
    return After(join(line, option.tile, option.end, view.seat), rest, unseen)


def _unseen(view: SeatView, rules: RuleSet) -> tuple[Tile, ...]:
    known = {*view.hand, *(laid.tile for laid in view.line)}
    return tuple(tile for tile in SETS[rules.tiles] if tile not in known)


def _value(view: SeatView, rules: RuleSet, option: Option, after: After) -> float:
    value = A_POINT * option.points + option.tile.weight + A_DOUBLE * option.tile.is_double
    value += _variety(after)
    value += _others(view, rules, after)
    value += _partners_ends(view, rules, option)
    value -= _given_away(rules, after)
    return value + _blocking(view, rules, after)


def _variety(after: After) -> float:
    """What the rest of the hand can still do."""
    numbers = {half for tile in after.rest for half in tile}
    open_ = after.line.numbers
    answers = sum(1 for tile in after.rest if any(number in tile for number in open_))
    return A_NUMBER * len(numbers) + AN_ANSWER * answers


def _others(view: SeatView, rules: RuleSet, after: After) -> float:
    """Who could not match the numbers that are open now, when they were last open."""
    open_ = set(after.line.numbers)
    following = next_seat(view.seat, view.players)
    value = A_CHANCE * _none_of(after.unseen, open_, view.counts[following])
    if open_ <= set(view.unmatched[following]):
        value += A_PASS
    if rules.partners and open_ <= set(view.unmatched[partner(view.seat)]):
        value -= A_PARTNERS_PASS
    return value


def _none_of(unseen: tuple[Tile, ...], open_: set[int], count: int) -> float:
    """How likely `count` of the tiles not seen are all without the open numbers."""
    others = sum(1 for tile in unseen if open_.isdisjoint(tile))
    chance = 1.0
    for held in range(count):
        chance *= max(0, others - held) / (len(unseen) - held)
    return chance


def _partners_ends(view: SeatView, rules: RuleSet, option: Option) -> float:
    """What the partner placed last at an end is left to the partner."""
    if not rules.partners:
        return 0.0
    owner = _who_made(view.line, option)
    return -A_PARTNERS_END if owner == partner(view.seat) else 0.0


def _who_made(line: tuple[Laid, ...], option: Option) -> Seat | None:
    return next((laid.seat for laid in reversed(line) if laid.end == option.end), None)


def _given_away(rules: RuleSet, after: After) -> float:
    """Points that who is next could score, over all tiles not seen, as likely as each is."""
    if not rules.fives or not after.unseen:
        return 0.0
    kind = kind_of(rules)
    ends = ends_of(kind, after.line)
    chances = [
        max((way[POINTS] for way in ends.ways(kind.pack.index[tile])), default=0) for tile in after.unseen
    ]
    return A_POINT * sum(chances) / len(chances)


def _blocking(view: SeatView, rules: RuleSet, after: After) -> float:
    """Pips by which the block would be won, if nobody can go on now; what is hidden counts as the average."""
    open_ = set(after.line.numbers)
    if view.drawable or not after.rest or any(open_ & set(tile) for tile in (*after.rest, *after.unseen)):
        return 0.0
    average = pips(after.unseen) / max(1, len(after.unseen))
    mine, theirs = float(pips(after.rest)), 0.0
    for seat, count in enumerate(view.counts):
        if seat == view.seat:
            continue
        if side_of(seat, partners=rules.partners) == side_of(view.seat, partners=rules.partners):  # type: ignore[arg-type]
            mine += count * average
        else:
            theirs += count * average
    return A_BLOCK * (theirs - mine)
