"""A table as an operator may see it: what everybody there sees, and how it stands in the store. Pure.

Built from a list of what is allowed: no hand, no boneyard, no seed, and of people their name alone. What is
hidden comes apart, for who said why.
"""

from dataclasses import asdict, dataclass
from typing import Any, Literal

from console.conflicts import conflicts
from console.stored import Stored
from contracts.told import result_of
from contracts.view import RoundResult
from engine.clock import Timing, turn_ends
from engine.game import Game
from rules.view import seen_by_all
from runtime.keys import match_due
from runtime.operated import Whole
from seating.table import Person, Table


@dataclass(frozen=True, slots=True)
class Seat:
    """Who has a seat. `computer` is the level of the computer player that plays it now."""

    number: int
    kind: Literal["person", "computer", "empty"]
    name: str | None
    here: bool
    left: bool
    computer: str | None


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn under way; `left_ms` is None without a clock, and below 0 where it should be over."""

    seat: int
    computer: str | None
    since_ms: int
    left_ms: int | None


@dataclass(frozen=True, slots=True)
class Play:
    """The match, as everybody at the table sees it."""

    match: int
    round: int
    phase: str
    target: int | None
    scores: tuple[int, ...]
    sheet: tuple[RoundResult, ...]
    winner: int | None
    leader: int
    ply: int
    turn: Turn | None
    line: tuple[str, ...]
    ends: dict[str, int]
    counts: tuple[int, ...]
    boneyard: int
    ready: tuple[int, ...]
    again: tuple[int, ...]
    asked: tuple[int, ...]
    reminder_ms: int | None


@dataclass(frozen=True, slots=True)
class Sight:
    """A table. `rounds` are those that are kept, as match and round."""

    code: str
    game: str | None
    status: str | None
    host: int | None
    rules: dict[str, Any] | None
    seats: tuple[Seat, ...]
    play: Play | None
    rounds: tuple[tuple[int, int], ...]
    conflicts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Hidden:
    """What nobody at the table may see of it all."""

    hands: tuple[tuple[str, ...], ...]
    boneyard: tuple[str, ...]


def sight(whole: Whole, stored: Stored, timing: Timing) -> Sight:
    """Return what may be seen of a table."""
    lobby, game = stored.lobby, stored.game
    rules = lobby.settings if lobby else game.match.rules if game else None
    return Sight(
        code=whole.code,
        game=lobby.preset if lobby else None,
        status=lobby.status if lobby else None,
        host=lobby.host if lobby else None,
        rules=None if rules is None else asdict(rules),
        seats=_seats(lobby) if lobby else (),
        play=None if game is None else _play(whole, game, timing),
        rounds=tuple((one.match, one.round) for one in whole.rounds),
        conflicts=tuple(conflicts(whole, stored, timing)),
    )


def hidden(game: Game) -> Hidden:
    """Return what is hidden at a table: only for who said why."""
    round_ = game.match.round
    return Hidden(
        hands=tuple(tuple(map(str, hand)) for hand in round_.hands), boneyard=tuple(map(str, round_.boneyard))
    )


def _seats(lobby: Table) -> tuple[Seat, ...]:
    return tuple(
        Seat(
            number=number,
            kind="empty" if who is None else "person" if isinstance(who, Person) else "computer",
            name=who.name if isinstance(who, Person) else None,
            here=isinstance(who, Person) and who.present,
            left=isinstance(who, Person) and who.left,
            computer=computer,
        )
        for number, (who, computer) in enumerate(zip(lobby.seats, lobby.computers, strict=True))
    )


def _play(whole: Whole, game: Game, timing: Timing) -> Play:
    seen = seen_by_all(game.match)
    due = whole.due.get(match_due(whole.code))
    return Play(
        match=seen.match,
        round=seen.number,
        phase=game.phase,
        target=seen.target,
        scores=seen.scores,
        sheet=tuple(map(result_of, seen.results)),
        winner=seen.winner,
        leader=seen.leader,
        ply=seen.ply,
        turn=_turn(whole, game, timing),
        line=tuple(str(laid.tile) for laid in seen.line),
        ends={open_.end: open_.number for open_ in seen.ends},
        counts=seen.counts,
        boneyard=seen.boneyard,
        ready=game.ready,
        again=game.again,
        asked=game.asked,
        reminder_ms=None if due is None else due - whole.at,
    )


def _turn(whole: Whole, game: Game, timing: Timing) -> Turn | None:
    seat, turn = game.match.round.turn, game.turn
    if seat is None or turn is None:
        return None
    rests = game.rested_at
    ends = turn_ends(turn, timing.limits(game.match.rules), () if rests else whole.outages)
    now = rests or whole.at
    return Turn(
        seat=seat,
        computer=turn.computer,
        since_ms=max(0, now - turn.began),
        left_ms=None if ends is None else ends - now,
    )
