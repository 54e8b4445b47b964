"""What one seat may see, built from a list of what is allowed. Knows no seed, commitment, name or clock.

Nothing here is copied whole from a round: a new field of `Round` is hidden until somebody adds it to
`SeatView`.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import repeat

from rules.actions import Drew, Pass, Passed, Place, Placed
from rules.ends import End, OpenEnd, empty, joined
from rules.line import Laid
from rules.match import Match, RoundResult
from rules.round import Duty, Miss, Round, legal, must, points_at_once, unmatched
from rules.scoring import RoundEnd, fives
from rules.seats import Seat, Side, seats
from rules.tile import Tile
from rules.value import value


@value()
class Option:
    """A legal placement, and the points it would score at once."""

    tile: Tile
    end: End
    points: int


@value()
class Own:
    """What of a view is the seat's own: its hand, and when it is to act, what it may do."""

    hand: tuple[Tile, ...]
    must: Duty | None = None
    legal: tuple[Option, ...] = ()
    forced: Tile | None = None


@value()
class SeatView:
    """A match as `seat` may see it.

    For all: `counts` and `boneyard` are numbers of tiles, `drawable` how many of the boneyard may be drawn;
    `ends` shows every place where a tile can be joined; `sum` is None unless fives are played; `log` tells
    how many tiles were drawn, never which. For the seat alone: `hand`; when it is to act, `must`, `legal`
    and `forced`, the tile that must be led. Once the round is over: `hands` and `aside`, the tiles left in
    the boneyard.
    """

    seat: Seat
    players: int
    match: int
    target: int | None
    scores: tuple[int, ...]
    results: tuple[RoundResult, ...]
    winner: Side | None
    number: int
    leader: Seat
    turn: Seat | None
    ply: int
    line: tuple[Laid, ...]
    ends: tuple[OpenEnd, ...]
    spinner: Tile | None
    sum: int | None
    counts: tuple[int, ...]
    boneyard: int
    drawable: int
    passes: tuple[tuple[Miss, ...], ...]
    unmatched: tuple[tuple[int, ...], ...]
    log: tuple[Placed | Drew | Passed, ...]
    scored: tuple[int, ...]
    end: RoundEnd | None
    hand: tuple[Tile, ...]
    must: Duty | None
    legal: tuple[Option, ...]
    forced: Tile | None
    hands: tuple[tuple[Tile, ...], ...] | None
    aside: tuple[Tile, ...] | None


def view(match: Match, seat: Seat) -> SeatView:
    """What `seat` may see of `match` now."""
    own = own_of(match, seat)
    return replace(
        seen_by_all(match), seat=seat, hand=own.hand, must=own.must, legal=own.legal, forced=own.forced
    )


def own_of(match: Match, seat: Seat) -> Own:
    """What `seat` alone sees of `match`."""
    round_ = match.round
    hand = round_.hands[seat]
    if round_.turn != seat:
        return Own(hand)
    forced = None if round_.line.laid else round_.forced
    return Own(hand, must(round_), _options(round_, seat), forced)


def seen_by_all(match: Match) -> SeatView:
    """What somebody sees who looks on: nobody's hand, and nothing to do."""
    round_ = match.round
    over = round_.end is not None
    return SeatView(
        seat=0,
        players=match.players,
        match=match.number,
        target=match.target,
        scores=match.scores,
        results=match.results,
        winner=match.winner,
        number=round_.number,
        leader=round_.leader,
        turn=round_.turn,
        ply=round_.ply,
        line=round_.line.laid,
        ends=round_.line.open_ends,
        spinner=round_.line.spinner,
        sum=round_.line.sum if round_.rules.fives else None,
        counts=tuple(len(hand) for hand in round_.hands),
        boneyard=len(round_.boneyard),
        drawable=round_.drawable,
        passes=round_.passes,
        unmatched=tuple(unmatched(round_, each) for each in seats(match.players)),
        log=public_log(round_),
        scored=round_.scored,
        end=round_.end,
        hand=(),
        must=None,
        legal=(),
        forced=None,
        hands=round_.hands if over else None,
        aside=round_.boneyard if over else None,
    )


def public_log(round_: Round) -> tuple[Placed | Drew | Passed, ...]:
    """What has happened in the round, as everybody saw it."""
    misses = [iter(of_seat) for of_seat in round_.passes]
    scored = _scored_at_once(round_)
    seen: list[Placed | Drew | Passed] = []
    for action in round_.log:
        if isinstance(action, Place):
            seen.append(Placed(action.seat, action.tile, action.end, next(scored)))
            continue
        miss = next(misses[action.seat])
        if isinstance(action, Pass):
            seen.append(Passed(action.seat, miss.open))
        else:
            seen.append(Drew(action.seat, miss.drawn, miss.open))
    return tuple(seen)


def _scored_at_once(round_: Round) -> Iterator[int]:
    """What each placement of the round scored at once, in order."""
    if not round_.rules.fives:
        yield from repeat(0)
    ends = empty(four_way=round_.line.four_way)
    for tile, end, _ in round_.line.laid:
        ends = joined(ends, tile, end)
        yield fives(ends.sum)


def _options(round_: Round, seat: Seat) -> tuple[Option, ...]:
    return tuple(Option(tile, end, points_at_once(round_, seat, tile, end)) for tile, end in legal(round_))
