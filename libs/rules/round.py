"""One round: `decide` gives the next state and what happened. Knows no match, seed, clock or message."""

from collections.abc import Iterable
from typing import Literal, TypeVar

from rules.actions import Action as Action
from rules.actions import Draw as Draw
from rules.actions import Drew, Event, Passed, Placed, RoundEnded
from rules.actions import Pass as Pass
from rules.actions import Place as Place
from rules.deal import Deal
from rules.ends import End, Placement
from rules.errors import (
    CannotDraw,
    LeaderCannotPass,
    MustDraw,
    MustPlace,
    MustPlayForcedLead,
    NotInHand,
    NotYourTurn,
    RoundOver,
)
from rules.line import Line, join
from rules.ruleset import RuleSet
from rules.scoring import Hands, RoundEnd, blocked, fives, reached_target, went_out
from rules.seats import Seat, next_seat, side_of, sides
from rules.tile import Tile
from rules.value import value

T = TypeVar("T")

Duty = Literal["place", "draw", "pass"]


@value()
class Miss:
    """A pass or a draw, and the numbers that were open when it happened; `drawn` is how many tiles."""

    by: Literal["pass", "draw"]
    open: tuple[int, ...]
    drawn: int = 0


@value()
class Round:
    """A round at one moment. Replaying `log` from `deal` gives everything that stands below `before`.

    `forced` is the tile that must be led, `before` the scores by side when the round began, `scored` what
    each side has scored at once since then. `boneyard` holds what may not be drawn too: the reserve at its
    end, or, without drawing, the tiles that lie aside.
    """

    rules: RuleSet
    number: int
    deal: Deal
    leader: Seat
    forced: Tile | None
    target: int | None
    before: tuple[int, ...]
    hands: tuple[tuple[Tile, ...], ...]
    boneyard: tuple[Tile, ...]
    line: Line
    turn: Seat | None
    log: tuple[Action, ...]
    passes: tuple[tuple[Miss, ...], ...]
    scored: tuple[int, ...]
    end: RoundEnd | None

    @property
    def players(self) -> int:
        return len(self.hands)

    @property
    def ply(self) -> int:
        """Actions so far; the place in the log that the next action takes."""
        return len(self.log)

    @property
    def drawable(self) -> int:
        """How many tiles can still be drawn."""
        return max(0, len(self.boneyard) - self.rules.reserve) if self.rules.drawing else 0

    @property
    def scores(self) -> tuple[int, ...]:
        """Scores by side as they stand now, the points of the round's end included."""
        scores = [before + scored for before, scored in zip(self.before, self.scored, strict=True)]
        if self.end is not None and self.end.winner is not None:
            scores[self.end.winner] += self.end.points
        return tuple(scores)


def start(
    deal: Deal,
    rules: RuleSet,
    leader: Seat,
    *,
    forced: Tile | None = None,
    target: int | None = None,
    before: tuple[int, ...] | None = None,
    number: int = 1,
) -> Round:
    """The round as dealt, `leader` to act; `before` is nothing for each side unless given."""
    nothing = (0,) * len(sides(len(deal.hands), partners=rules.partners))
    return Round(
        rules=rules,
        number=number,
        deal=deal,
        leader=leader,
        forced=forced,
        target=target,
        before=nothing if before is None else before,
        hands=deal.hands,
        boneyard=deal.boneyard,
        line=Line(four_way=rules.spinner),
        turn=leader,
        log=(),
        passes=((),) * len(deal.hands),
        scored=nothing,
        end=None,
    )


def replay(
    deal: Deal,
    rules: RuleSet,
    leader: Seat,
    log: Iterable[Action],
    *,
    forced: Tile | None = None,
    target: int | None = None,
    before: tuple[int, ...] | None = None,
    number: int = 1,
) -> Round:
    """The round that `log` leads to from `deal`; raise the Refusal of the first action not allowed."""
    round_ = start(deal, rules, leader, forced=forced, target=target, before=before, number=number)
    for action in log:
        round_, _ = decide(round_, action)
    return round_


def legal(round_: Round) -> tuple[Placement, ...]:
    """Every placement of the seat to act: tiles in the hand's own order, ends from left to down."""
    if round_.turn is None:
        return ()
    fitting = round_.line.ends.fitting
    if round_.forced is not None and not round_.line.laid:
        return fitting[round_.forced]
    moves: tuple[Placement, ...] = ()
    for tile in round_.hands[round_.turn]:
        moves += fitting[tile]
    return moves


def must(round_: Round) -> Duty | None:
    """What the seat to act has to do; None when the round is over."""
    if round_.turn is None:
        return None
    if legal(round_):
        return "place"
    return "draw" if round_.drawable else "pass"


def unmatched(round_: Round, seat: Seat) -> tuple[int, ...]:
    """The numbers that `seat` could not match in this round, each once, in the order they came up."""
    return tuple(dict.fromkeys(number for miss in round_.passes[seat] for number in miss.open))


def decide(round_: Round, action: Action) -> tuple[Round, tuple[Event, ...]]:
    """The round after `action`, and what happened; raise the Refusal that says why it is not allowed."""
    if round_.turn is None:
        raise RoundOver
    if action.seat != round_.turn:
        raise NotYourTurn(round_.turn)
    after: Round
    happened: Placed | Drew | Passed
    match action:
        case Place():
            after, happened = _place(round_, action)
        case Draw():
            after, happened = _draw(round_, action)
        case Pass():
            after, happened = _pass(round_, action)
    end = _end(after, action.seat)
    if end is None:
        return after, (happened,)
    over = _next(
        after, after.log, None, after.hands, after.boneyard, after.line, after.passes, after.scored, end
    )
    return over, (happened, RoundEnded(end))


def timeout(round_: Round) -> tuple[Action, ...]:
    """The actions that finish the turn when its time is over: never a good move, always the same one."""
    actions: list[Action] = []
    seat = round_.turn
    while seat is not None and round_.turn == seat:
        actions.append(_first_action(round_, seat))
        round_, _ = decide(round_, actions[-1])
    return tuple(actions)


def automatic(round_: Round) -> Action | None:
    """What the table does now without being asked, in view of all: a pass, or the place of a drawn tile."""
    seat = round_.turn
    if seat is None:
        return None
    moves = legal(round_)
    if not moves and not round_.drawable and round_.rules.passing == "automatic":
        return Pass(seat)
    just_drawn = round_.log[-1:] == (Draw(seat),)
    if just_drawn and len(moves) == 1 and round_.rules.placing == "automatic":
        return Place(seat, *moves[0])
    return None


def points_at_once(round_: Round, seat: Seat, tile: Tile, end: End) -> int:
    """What placing `tile` at `end` would score at once; raise DoesNotFit if it cannot be joined there."""
    return fives(join(round_.line, tile, end, seat).sum) if round_.rules.fives else 0


def _place(round_: Round, action: Place) -> tuple[Round, Placed]:
    rules, seat, tile = round_.rules, action.seat, action.tile
    hand = list(round_.hands[seat])
    try:
        hand.remove(tile)
    except ValueError:
        raise NotInHand(tile) from None
    if round_.forced is not None and tile != round_.forced and not round_.line.laid:
        raise MustPlayForcedLead(round_.forced)
    line = join(round_.line, tile, action.end, seat)
    hands = _put(round_.hands, seat, tuple(hand))
    scored, points = round_.scored, 0
    if rules.fives and (points := fives(line.sum)):
        side = side_of(seat, partners=rules.partners)
        scored = _put(scored, side, scored[side] + points)
    turn = next_seat(seat, len(hands))
    log = (*round_.log, action)
    after = _next(round_, log, turn, hands, round_.boneyard, line, round_.passes, scored)
    return after, Placed(seat, tile, action.end, points)


def _draw(round_: Round, action: Draw) -> tuple[Round, Drew]:
    seat = action.seat
    if legal(round_):
        raise MustPlace
    if not round_.drawable:
        raise CannotDraw
    open_ = round_.line.numbers
    can_be_drawn = round_.boneyard[: round_.drawable]
    fitting = (at for at, tile in enumerate(can_be_drawn, start=1) if set(open_).intersection(tile))
    count = next(fitting, len(can_be_drawn))
    drawn, boneyard = round_.boneyard[:count], round_.boneyard[count:]
    hands = _put(round_.hands, seat, round_.hands[seat] + drawn)
    passes = _put(round_.passes, seat, (*round_.passes[seat], Miss("draw", open_, count)))
    log = (*round_.log, action)
    after = _next(round_, log, seat, hands, boneyard, round_.line, passes, round_.scored)
    return after, Drew(seat, count, open_)


def _pass(round_: Round, action: Pass) -> tuple[Round, Passed]:
    seat = action.seat
    if not round_.line.laid:
        raise LeaderCannotPass
    if legal(round_):
        raise MustPlace
    if round_.drawable:
        raise MustDraw
    open_ = round_.line.numbers
    passes = _put(round_.passes, seat, (*round_.passes[seat], Miss("pass", open_)))
    turn, log = next_seat(seat, round_.players), (*round_.log, action)
    after = _next(round_, log, turn, round_.hands, round_.boneyard, round_.line, passes, round_.scored)
    return after, Passed(seat, open_)


def _next(
    round_: Round,
    log: tuple[Action, ...],
    turn: Seat | None,
    hands: Hands,
    boneyard: tuple[Tile, ...],
    line: Line,
    passes: tuple[tuple[Miss, ...], ...],
    scored: tuple[int, ...],
    end: RoundEnd | None = None,
) -> Round:
    """The round with all that can change in it. It is what `dataclasses.replace` does, without its cost."""
    return Round(
        round_.rules,
        round_.number,
        round_.deal,
        round_.leader,
        round_.forced,
        round_.target,
        round_.before,
        hands,
        boneyard,
        line,
        turn,
        log,
        passes,
        scored,
        end,
    )


def _end(after: Round, seat: Seat) -> RoundEnd | None:
    """What the last action of the log, by `seat`, has ended: the target comes first, then going out."""
    rules = after.rules
    if rules.fives and after.target is not None:
        side = side_of(seat, partners=rules.partners)
        if after.scored[side] and after.scores[side] >= after.target:
            return reached_target(rules, seat)
    if not after.hands[seat]:
        return went_out(rules, after.hands, seat)
    if _all_passed(after) if rules.blocked_when == "all_passed" else _nobody_can(after):
        last_placer = after.line.laid[-1].seat
        return blocked(rules, after.hands, leader=after.leader, last_placer=last_placer)
    return None


def _all_passed(round_: Round) -> bool:
    log, players = round_.log, len(round_.hands)
    if not isinstance(log[-1], Pass) or len(log) < players:
        return False
    return all(isinstance(action, Pass) for action in log[-players:])


def _nobody_can(round_: Round) -> bool:
    if round_.drawable:
        return False
    return set(round_.line.numbers).isdisjoint(
        half for hand in round_.hands for tile in hand for half in tile
    )


def _first_action(round_: Round, seat: Seat) -> Action:
    moves = legal(round_)
    if moves:
        return Place(seat, *moves[0])
    return Draw(seat) if round_.drawable else Pass(seat)


def _put(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    changed = list(values)
    changed[at] = value
    return tuple(changed)
