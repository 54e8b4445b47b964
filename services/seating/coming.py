"""Who comes and goes: sitting down, arriving, departing, leaving."""

from collections.abc import Collection
from dataclasses import replace
from typing import cast

from contracts.ids import SeatNumber
from seating import errors
from seating.games import computers_may_play
from seating.speaking import check_holds, person_on
from seating.table import Computer, Person, Table


def sit(table: Table, name: str, player: str) -> tuple[Table, SeatNumber]:
    """Seat `player` on the first seat to be had; whoever sits here already keeps seat and name."""
    if (kept := table.seat_of(player)) is not None:
        return table, kept
    seat = free_seat(table)
    before = table.seats[seat]
    stand_in = before.level if isinstance(before, Computer) else None
    seated = table.with_seat(seat, Person(name, player, table.arrivals, stand_in=stand_in))
    host = seat if table.host is None else table.host
    return replace(seated, arrivals=table.arrivals + 1, host=host), seat


def free_seat(table: Table) -> SeatNumber:
    """Return the seat that a newcomer gets: an empty one or, once the match has started, a computer's.

    Raises TableFull where there is none.
    """
    free: list[int] = []
    if table.status == "open":
        free = [seat for seat, who in enumerate(table.seats) if who is None]
    elif _takes_newcomers(table):
        free = [seat for seat, who in enumerate(table.seats) if isinstance(who, Computer)]
    if not free:
        raise errors.TableFull
    return cast(SeatNumber, free[0])


def _takes_newcomers(table: Table) -> bool:
    """Tell whether empty seats were filled for others to come, and one more person may play here."""
    people = len(table.people) + 1
    others = len(table.seats) - people
    filled = table.settings.start == "fill" and not table.options.alone
    return filled and computers_may_play(table.settings, people, others)


def arrive(
    table: Table, player: str, connection: str, holders: Collection[str] = ()
) -> tuple[Table, SeatNumber]:
    """Let `connection` hold the seat of `player`; it takes it from no other than one of `holders`."""
    seat = table.seat_of(player)
    if seat is None:
        raise errors.NotSeated
    holder = table.connections[seat]
    if holder not in (None, connection) and holder not in holders:
        raise errors.Replaced(holder)
    person = replace(person_on(table, seat), connection=connection, present=True, left=False, stand_in=None)
    return table.with_seat(seat, person), seat


def depart(table: Table, seat: SeatNumber, connection: str) -> Table:
    """The lease of `connection` is over; that matters only if it still holds the seat."""
    if seat >= len(table.seats) or table.connections[seat] != connection:
        return table
    return table.with_seat(seat, replace(person_on(table, seat), present=False))


def leave(table: Table, seat: SeatNumber, connection: str) -> Table:
    """Free the seat before the start, with a new host where the host left; afterwards have left it.

    Asked again, by somebody who has left, it is left as it is; by then that seat may not be there any more.
    """
    who = table.person(seat)
    if who is None or who.connection is None:
        return table
    check_holds(table, seat, connection)
    if table.status != "open":
        return table.with_seat(seat, replace(who, connection=None, present=False, left=True))
    left = table.with_seat(seat, None)
    return replace(left, host=_longest_seated(left)) if table.host == seat else left


def _longest_seated(table: Table) -> SeatNumber | None:
    first = min(table.people, key=lambda person: person.arrival, default=None)
    return None if first is None else table.seat_of(first.player)
