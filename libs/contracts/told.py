"""The rules' values as they are told: an event as an entry of the log, an end as one of the score sheet."""

from typing import Literal

from contracts.view import By, DrawLogged, Laid, Logged, PassLogged, PlaceLogged, RoundResult
from rules.actions import Drew, Passed, Placed
from rules.line import Laid as RulesLaid
from rules.match import RoundResult as RulesResult


def laid_as(laid: RulesLaid) -> Laid:
    return Laid(tile=str(laid.tile), end=laid.end, seat=laid.seat)


def logged(event: Placed | Drew | Passed, by: By) -> Logged:
    match event:
        case Placed():
            return PlaceLogged(
                seat=event.seat, tile=str(event.tile), end=event.end, by=by, points=event.points
            )
        case Drew():
            return DrawLogged(seat=event.seat, count=event.tiles, numbers=event.open, by=by)
        case Passed():
            return PassLogged(seat=event.seat, numbers=event.open, by=by)


def result_of(result: RulesResult) -> RoundResult:
    end = result.end
    tie: Literal["last_placer", "nobody"] | None = None
    if end.tied:
        tie = "last_placer" if end.by_tie_rule else "nobody"
    return RoundResult(
        number=result.number,
        leader=result.leader,
        ended=end.how,
        winner=end.winner,
        points=end.points,
        tie=tie,
        scored=result.scored,
    )


def scores_before(result: RoundResult | None, scores: tuple[int, ...]) -> tuple[int, ...]:
    """Return the scores with which a round began that ended so; one that was given up changed nothing."""
    if result is None:
        return scores
    ended = (result.points if side == result.winner else 0 for side, _ in enumerate(scores))
    return tuple(
        after - scored - points for after, scored, points in zip(scores, result.scored, ended, strict=True)
    )
