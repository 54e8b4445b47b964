"""Who sits where, who is next, who plays together. Knows no tile and no rule set.

Seats are numbered in order of arrival and the turn goes from seat n to seat n + 1. Without partners each
seat is a side of its own; with partners seats 0 and 2 are side 0, seats 1 and 3 are side 1.
"""

from typing import Final, Literal

Seat = Literal[0, 1, 2, 3]
Side = Literal[0, 1, 2, 3]

SEATS: Final[tuple[Seat, ...]] = (0, 1, 2, 3)


def seats(players: int) -> tuple[Seat, ...]:
    """The seats of a table of `players`, in the order of the turn."""
    return SEATS[:players]


def next_seat(seat: Seat, players: int) -> Seat:
    return SEATS[(seat + 1) % players]


def turn_order(after: Seat, players: int) -> tuple[Seat, ...]:
    """Every seat, from the one after `after` round to `after` itself."""
    return tuple(SEATS[(after + step) % players] for step in range(1, players + 1))


def partner(seat: Seat) -> Seat:
    """Who sits opposite at a table of four."""
    return SEATS[(seat + 2) % 4]


def side_of(seat: Seat, *, partners: bool) -> Side:
    return SEATS[seat % 2] if partners else seat


def sides(players: int, *, partners: bool) -> tuple[Side, ...]:
    return SEATS[:2] if partners else SEATS[:players]


def members(side: Side, players: int, *, partners: bool) -> tuple[Seat, ...]:
    """The seats that play for `side`, lowest first."""
    return seats(players)[side::2] if partners else (side,)
