"""Tables as rows: what an operator looks for, in which order. Pure."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from console.stored import Stored
from runtime.operated import Listed


@dataclass(frozen=True, slots=True)
class Row:
    """A table in one line; lengths in ms. What it does not have, or cannot be read, is None."""

    code: str
    state: str
    idle_ms: int
    game: str | None = None
    seats: int | None = None
    filled: int | None = None
    people: int | None = None
    connected: int | None = None
    turn: int | None = None
    turn_ms: int | None = None
    match: int | None = None
    round: int | None = None


class Order(StrEnum):
    """By what rows are ordered."""

    ACTIVE = "active"
    CODE = "code"
    STATE = "state"
    GAME = "game"
    TURN = "turn"


KEYS: Mapping[Order, Callable[[Row], tuple[int | str, ...]]] = {
    Order.ACTIVE: lambda row: (row.idle_ms, row.code),
    Order.CODE: lambda row: (row.code,),
    Order.STATE: lambda row: (row.state, row.idle_ms, row.code),
    Order.GAME: lambda row: (row.game or "~", row.idle_ms, row.code),
    Order.TURN: lambda row: (-(row.turn_ms or -1), row.code),
}
"""What comes first: the most recent activity, the longest turn."""

IN_RECORDS = frozenset({Order.GAME, Order.TURN})
"""Orders for which every table has to be read; the others are in the store's index."""


def indexed(listed: Listed, now: int) -> Row:
    """Return the row of a table of which only the index has been read."""
    return Row(listed.code, listed.state, max(0, now - listed.active))


def full(row: Row, stored: Stored, now: int) -> Row:
    """Return the row with what its records say."""
    if (lobby := stored.lobby) is not None:
        row = replace(
            row,
            state=lobby.status,
            game=lobby.preset,
            seats=len(lobby.seats),
            filled=sum(who is not None for who in lobby.seats),
            people=len(lobby.people),
            connected=sum(lobby.present),
        )
    if (game := stored.game) is not None:
        row = replace(row, state=game.phase, turn=game.match.round.turn, match=game.at[0], round=game.at[1])
        if game.turn is not None and game.rested_at is None:
            row = replace(row, turn_ms=max(0, now - game.turn.began))
    return row


def wanted(rows: Iterable[Row], states: frozenset[str], idle_ms: int | None) -> list[Row]:
    """Return the rows in one of `states`, any for none, at which nothing was done for `idle_ms`."""
    return [
        row
        for row in rows
        if (not states or row.state in states) and (idle_ms is None or row.idle_ms >= idle_ms)
    ]


def ordered(rows: Iterable[Row], order: Order, *, backwards: bool) -> list[Row]:
    return sorted(rows, key=KEYS[order], reverse=backwards)
