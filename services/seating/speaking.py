"""Who may say something at a table: a connection speaks for its seat, and only the host for the table."""

from contracts.ids import SeatNumber
from seating import errors
from seating.table import Person, Table


def speaker(table: Table, seat: SeatNumber, connection: str) -> SeatNumber:
    """Return the seat that `connection` speaks for, which may have been moved from `seat` unheard."""
    held = table.seat_held_by(connection)
    return seat if held is None else held


def person_on(table: Table, seat: SeatNumber) -> Person:
    """Return the person on that seat; raise NoSuchSeat or NotSeated where there is none."""
    if seat >= len(table.seats):
        raise errors.NoSuchSeat
    if (who := table.person(seat)) is None:
        raise errors.NotSeated
    return who


def check_holds(table: Table, seat: SeatNumber, connection: str) -> Person:
    """Raise unless `connection` is the last that held the seat: a lapse of its lease is no loss of it."""
    person = person_on(table, seat)
    if person.connection != connection:
        raise errors.Replaced(person.connection)
    return person


def check_host(table: Table, seat: SeatNumber, connection: str) -> None:
    check_holds(table, seat, connection)
    if table.host != seat:
        raise errors.NotHost


def check_open(table: Table) -> None:
    if table.status != "open":
        raise errors.AlreadyStarted
