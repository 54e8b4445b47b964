"""A seat's view as it goes to a client: what `rules.view` allows, with the clock and the commitment.

The seed joins it only when the round is over. Nothing here reads a hand or the boneyard itself. A view is
written as JSON at once, of what all see and what is the seat's own: `contracts.view` says what is in it, and
a test holds each text to that.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import orjson

from contracts.frames import ViewFrame
from contracts.ids import Position, UnixMs
from engine.clock import Limits, turn_ends
from engine.game import Game
from engine.written import ending, entry, laid, tiles
from rules.ends import ENDS
from rules.seats import Seat
from rules.view import SeatView, own_of, seen_by_all
from runtime.store import Outage

Part = Mapping[str, Any]
"""Of a view, by the names of its model; it never leaves this file."""

NOBODYS: Part = {"hand": (), "forced": None, "legal": None, "must": None}
"""What of a round is a seat's own, as it stands for who only looks on."""


def frame_of(
    game: Game, seat: Seat, position: Position, now: UnixMs, outages: Sequence[Outage], limits: Limits
) -> ViewFrame:
    """Return the frame that shows `game` to `seat` at `now`."""
    return ViewFrame.model_validate_json(text_of(game, seat, position, now, outages, limits))


def text_of(
    game: Game, seat: Seat, position: Position, now: UnixMs, outages: Sequence[Outage], limits: Limits
) -> bytes:
    """Return the frame that shows `game` to `seat` at `now`, as JSON."""
    return _text(game, seat, *_shared(game, position, now, outages, limits))


def texts_of(
    game: Game, position: Position, now: UnixMs, outages: Sequence[Outage], limits: Limits
) -> Iterator[tuple[Seat, bytes]]:
    """Return each seat's `text_of`, with the seat."""
    shared = _shared(game, position, now, outages, limits)
    for seat in game.seats:
        yield seat, _text(game, seat, *shared)


def _text(game: Game, seat: Seat, view: Part, round_: Part) -> bytes:
    """What all see gets the seat's own in the places that are kept for it."""
    own = {**view, "seat": seat, "round": {**round_, **_own(game, seat)}}
    return orjson.dumps({"type": "view", "view": own})


def _shared(
    game: Game, position: Position, now: UnixMs, outages: Sequence[Outage], limits: Limits
) -> tuple[Part, Part]:
    """What all see, and of it the round: the places of what is a seat's own are kept."""
    seen = seen_by_all(game.match)
    view = {
        "table": game.table,
        "seat": None,
        "position": {"version": position.version, "mark": position.mark},
        "phase": game.phase,
        "match": _match(seen),
        "round": None,
        "between": _between_clock(game, now, limits),
        "waiting": game.missed if game.phase == "waiting" else (),
        "ready": game.ready,
        "again": game.again,
        "asked": game.asked,
    }
    return view, _round(game, seen, _turn_clock(game, now, outages, limits))


def _match(seen: SeatView) -> Part:
    return {
        "number": seen.match,
        "target": seen.target,
        "scores": seen.scores,
        "rounds": list(map(ending, seen.results)),
        "winner": seen.winner,
    }


def _round(game: Game, seen: SeatView, clock: Part | None) -> Part:
    shown = {open_.end: open_.number for open_ in seen.ends}
    return {
        "number": seen.number,
        "leader": seen.leader,
        "turn": seen.turn,
        "computer": None if game.turn is None else game.turn.computer,
        "ply": seen.ply,
        "line": list(map(laid, seen.line)),
        "ends": {end: shown.get(end) for end in ENDS},
        "spinner": None if seen.spinner is None else str(seen.spinner),
        "sum": seen.sum,
        **NOBODYS,
        "counts": seen.counts,
        "boneyard": seen.boneyard,
        "passes": seen.unmatched,
        "log": list(map(entry, seen.log, game.by)),
        "clock": clock,
        "hands": None if seen.hands is None else list(map(tiles, seen.hands)),
        "aside": None if seen.aside is None else tiles(seen.aside),
        "commitment": game.commitment,
        "seed": None if seen.end is None else game.seed,
    }


def _own(game: Game, seat: Seat) -> Part:
    """Its hand, and what it may do: that is there only if it is to act, and itself."""
    seen = own_of(game.match, seat)
    hand = tiles(seen.hand)
    if seen.must is None or (game.turn is not None and game.turn.computer is not None):
        return {"hand": hand}
    return {
        "hand": hand,
        "forced": None if seen.forced is None else str(seen.forced),
        "legal": [{"tile": str(one.tile), "end": one.end, "points": one.points} for one in seen.legal],
        "must": seen.must,
    }


def _turn_clock(game: Game, now: UnixMs, outages: Sequence[Outage], limits: Limits) -> Part | None:
    """What is left of a person's turn; a computer player's has no clock that anybody should look at."""
    if game.turn is None or game.turn.computer is not None:
        return None
    of = limits.away if limits.turn is None else limits.turn
    if game.rested_at is not None:
        now, outages = game.rested_at, ()
    ends = turn_ends(game.turn, limits, outages)
    return None if ends is None or of is None else _clock(ends - now, of)


def _between_clock(game: Game, now: UnixMs, limits: Limits) -> Part | None:
    if game.between_since is None:
        return None
    at = game.rested_at if game.rested_at is not None else now
    return _clock(game.between_since + limits.between - at, limits.between)


def _clock(left_ms: int, of_ms: int) -> Part:
    return {"left_ms": max(0, left_ms), "of_ms": of_ms}
