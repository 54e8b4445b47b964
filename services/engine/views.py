"""A seat's view as it goes to a client: what `rules.view` allows, with the clock and the commitment.

The seed joins it only when the round is over. Nothing here reads a hand or the boneyard itself. Views of one
moment differ in little: what all see is made, and written as JSON, once.
"""

from collections.abc import Iterator, Sequence
from typing import Literal

from pydantic import BaseModel

from contracts.frames import ViewFrame
from contracts.ids import Position, UnixMs
from contracts.told import laid_as, logged, result_of
from contracts.view import (
    Clock,
    Ends,
    MatchView,
    Placement,
    RoundView,
    View,
)
from engine.clock import Limits, turn_ends
from engine.game import Game
from rules.seats import Seat
from rules.tile import Tile
from rules.view import SeatView, own_of, seen_by_all
from runtime.store import Outage


class Own(BaseModel):
    """What of a round is the seat's own, as it stands in a view: its hand, and what it may do."""

    hand: tuple[str, ...]
    forced: str | None = None
    legal: tuple[Placement, ...] | None = None
    must: Literal["place", "draw", "pass"] | None = None


NOBODYS = Own(hand=())


def frame_of(
    game: Game, seat: Seat, position: Position, now: UnixMs, outages: Sequence[Outage], limits: Limits
) -> ViewFrame:
    """Return the frame that shows `game` to `seat` at `now`."""
    return _frame(game, seat, _own(game, seat), position, now, outages, limits)


def texts_of(
    game: Game, position: Position, now: UnixMs, outages: Sequence[Outage], limits: Limits
) -> Iterator[tuple[Seat, bytes]]:
    """Return each seat's `frame_of` as JSON, with the seat."""
    frame = _frame(game, 0, NOBODYS, position, now, outages, limits)
    before, between, after = _around(frame.model_dump_json().encode())
    for seat in game.seats:
        yield seat, b"".join((before, b"%d" % seat, between, _inside(_own(game, seat)), after))


def _around(text: bytes) -> tuple[bytes, bytes, bytes]:
    """Return what stands before a view's seat, up to what is the seat's own, and after that."""
    seat, own = b'"seat":', _inside(NOBODYS)
    head, _, rest = text.partition(seat)
    between, _, after = rest.partition(own)
    return head + seat, between.lstrip(b"0123456789"), after


def _inside(own: Own) -> bytes:
    return own.model_dump_json().encode()[1:-1]


def _frame(
    game: Game,
    seat: Seat,
    own: Own,
    position: Position,
    now: UnixMs,
    outages: Sequence[Outage],
    limits: Limits,
) -> ViewFrame:
    seen = seen_by_all(game.match)
    return ViewFrame(
        view=View(
            table=game.table,
            seat=seat,
            position=position,
            phase=game.phase,
            match=_match(seen),
            round=_round(game, seen, own, _turn_clock(game, now, outages, limits)),
            between=_between_clock(game, now, limits),
            waiting=game.missed if game.phase == "waiting" else (),
            ready=game.ready,
            again=game.again,
            asked=game.asked,
        )
    )


def _match(seen: SeatView) -> MatchView:
    return MatchView(
        number=seen.match,
        target=seen.target,
        scores=seen.scores,
        rounds=tuple(result_of(result) for result in seen.results),
        winner=seen.winner,
    )


def _round(game: Game, seen: SeatView, own: Own, clock: Clock | None) -> RoundView:
    shown = {open_.end: open_.number for open_ in seen.ends}
    return RoundView(
        number=seen.number,
        leader=seen.leader,
        turn=seen.turn,
        computer=None if game.turn is None else game.turn.computer,
        ply=seen.ply,
        line=tuple(map(laid_as, seen.line)),
        ends=Ends(
            left=shown.get("left"), right=shown.get("right"), up=shown.get("up"), down=shown.get("down")
        ),
        spinner=None if seen.spinner is None else str(seen.spinner),
        sum=seen.sum,
        hand=own.hand,
        forced=own.forced,
        legal=own.legal,
        must=own.must,
        counts=seen.counts,
        boneyard=seen.boneyard,
        passes=seen.unmatched,
        log=tuple(map(logged, seen.log, game.by)),
        clock=clock,
        hands=None if seen.hands is None else tuple(_tiles(hand) for hand in seen.hands),
        aside=None if seen.aside is None else _tiles(seen.aside),
        commitment=game.commitment,
        seed=None if seen.end is None else game.seed,
    )


def _own(game: Game, seat: Seat) -> Own:
    """What it may do is there only if it is to act, and itself."""
    seen = own_of(game.match, seat)
    hand = _tiles(seen.hand)
    if seen.must is None or (game.turn is not None and game.turn.computer is not None):
        return Own(hand=hand)
    return Own(
        hand=hand,
        forced=None if seen.forced is None else str(seen.forced),
        legal=tuple(Placement(tile=str(one.tile), end=one.end, points=one.points) for one in seen.legal),
        must=seen.must,
    )


def _tiles(tiles: Sequence[Tile]) -> tuple[str, ...]:
    return tuple(map(str, tiles))


def _turn_clock(game: Game, now: UnixMs, outages: Sequence[Outage], limits: Limits) -> Clock | None:
    """What is left of a person's turn; a computer player's has no clock that anybody should look at."""
    if game.turn is None or game.turn.computer is not None:
        return None
    of = limits.away if limits.turn is None else limits.turn
    if game.rested_at is not None:
        now, outages = game.rested_at, ()
    ends = turn_ends(game.turn, limits, outages)
    return None if ends is None or of is None else Clock(left_ms=max(0, ends - now), of_ms=of)


def _between_clock(game: Game, now: UnixMs, limits: Limits) -> Clock | None:
    if game.between_since is None:
        return None
    at = game.rested_at if game.rested_at is not None else now
    return Clock(left_ms=max(0, game.between_since + limits.between - at), of_ms=limits.between)
