"""Rounds, up to a target. Knows no seed, table or clock: a deal is an argument, and so is when to go on."""

from typing import Final

from rules.actions import Action, Event, MatchEnded
from rules.deal import Deal
from rules.errors import MatchOver, RoundNotOver
from rules.round import Round, decide, start
from rules.ruleset import RuleSet, check
from rules.scoring import RoundEnd
from rules.seats import Seat, Side, next_seat, seats, sides
from rules.tile import LEAD_ORDER, Tile
from rules.value import value

SHEET_WITHOUT_TARGET: Final = 50
"""Rounds that the score sheet goes back to where each stands alone; such a match has no end of its own."""


@value()
class RoundResult:
    """A line of the score sheet.

    `scored` is what each side scored at once. `next_leader` is None when the highest tile decides, and
    after the last round of a match.
    """

    number: int
    leader: Seat
    end: RoundEnd
    scored: tuple[int, ...]
    next_leader: Seat | None


@value()
class Match:
    """A match at one moment. What was agreed is kept once, with the round under way.

    `number` is the number of the match at its table: 1, 2, .... `results` holds every round that has ended,
    also the one that has just ended; an abandoned round leaves none.
    """

    number: int
    results: tuple[RoundResult, ...]
    round: Round
    winner: Side | None

    @property
    def rules(self) -> RuleSet:
        return self.round.rules

    @property
    def players(self) -> int:
        return self.round.players

    @property
    def target(self) -> int | None:
        return self.round.target

    @property
    def scores(self) -> tuple[int, ...]:
        """Points by side; without a target, those of the round alone."""
        return self.round.scores


def begin(rules: RuleSet, players: int, target: int | None, deal: Deal, number: int = 1) -> Match:
    """A new match, its first round dealt and led by the highest tile.

    A `target` of None is the rule set's default. Raises WrongRuleSet if the table cannot play so,
    ValueError if the deal is not for so many players.
    """
    check(rules, players, target)
    if len(deal.hands) != players:
        raise ValueError(f"{players} players need as many hands, not {len(deal.hands)}.")
    if target is None and rules.target is not None:
        target = rules.target.default
    nothing = (0,) * len(sides(players, partners=rules.partners))
    return Match(number, (), _deal_out(rules, deal, target, nothing, None, 1), None)


def play(match: Match, action: Action) -> tuple[Match, tuple[Event, ...]]:
    """The match after `action`, and what happened; raise the Refusal that says why it is not allowed."""
    if match.winner is not None:
        raise MatchOver
    round_, events = decide(match.round, action)
    if round_.end is None:
        return Match(match.number, match.results, round_, None), events
    winner = _winner(round_)
    next_leader = None if winner is not None else _next_leader(round_, round_.end)
    result = RoundResult(round_.number, round_.leader, round_.end, round_.scored, next_leader)
    after = Match(match.number, (*match.results, result), round_, winner)
    return after, events if winner is None else (*events, MatchEnded(winner))


def next_round(match: Match, deal: Deal) -> Match:
    """The match with its next round dealt.

    A round under way is abandoned unscored where the rule set asks for consent, and refused elsewhere with
    RoundNotOver; raises MatchOver when there is a winner.
    """
    if match.winner is not None:
        raise MatchOver
    last = match.round
    if last.end is None and match.rules.next_round != "consent":
        raise RoundNotOver
    scores = last.before if last.end is None else last.scores
    results = match.results
    if match.target is None:
        scores = tuple(0 for _ in scores)
        results = results[1 - SHEET_WITHOUT_TARGET :]
    leader = None if last.end is None else match.results[-1].next_leader
    round_ = _deal_out(match.rules, deal, match.target, scores, leader, last.number + 1)
    return Match(match.number, results, round_, None)


def highest(deal: Deal) -> tuple[Seat, Tile]:
    """Who holds the highest tile dealt, and that tile: doubles first, then weight, then the higher half."""
    playing = seats(len(deal.hands))
    return next((seat, tile) for tile in LEAD_ORDER for seat in playing if tile in deal.hands[seat])


def _deal_out(
    rules: RuleSet, deal: Deal, target: int | None, scores: tuple[int, ...], leader: Seat | None, number: int
) -> Round:
    """A round led by `leader`, or by the highest tile where that is None."""
    forced = None
    if leader is None:
        leader, tile = highest(deal)
        forced = tile if rules.forced_lead else None
    return start(deal, rules, leader, forced=forced, target=target, before=scores, number=number)


def _winner(round_: Round) -> Side | None:
    """The side that has the target. Points of one action go to one side, so there is at most one."""
    if round_.target is None:
        return None
    having = (
        side
        for side in sides(round_.players, partners=round_.rules.partners)
        if round_.scores[side] >= round_.target
    )
    return next(having, None)


def _next_leader(round_: Round, end: RoundEnd) -> Seat | None:
    """Who leads after this round; None where the highest tile of the next deal decides."""
    after_leader = next_seat(round_.leader, round_.players)
    match round_.rules.next_lead:
        case "rotate":
            return after_leader
        case "highest":
            return None
        case "winner":
            tied = after_leader if round_.rules.tied_lead == "next" else round_.leader
            return tied if end.seat is None else end.seat
