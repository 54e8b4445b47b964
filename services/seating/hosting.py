"""What a host may do: choose the options, free a seat, set how well computer players play."""

from dataclasses import replace

from contracts.ids import SeatNumber
from contracts.lobby import Level, Options
from seating import errors
from seating.games import agree
from seating.speaking import check_host, check_open
from seating.table import Computer, Table


def choose(table: Table, seat: SeatNumber, connection: str, options: Options) -> Table:
    """Change what is played, and on how many seats; with fewer seats people move up, if all still fit."""
    check_host(table, seat, connection)
    check_open(table)
    agreed = agree(table.preset, options, seated=len(table.people), opening=False)
    seats = len(table.seats)
    more = (None,) * (agreed.players - seats)
    on_seats = table.closed_up(agreed.players) if agreed.players < seats else table
    return replace(on_seats, seats=on_seats.seats + more, options=options, settings=agreed.settings)


def free(table: Table, seat: SeatNumber, connection: str, other: SeatNumber, name: str) -> Table:
    """The host takes the seat from `name`; asked again, it takes it from nobody who sat down since."""
    check_host(table, seat, connection)
    check_open(table)
    if other >= len(table.seats):
        raise errors.NoSuchSeat(fields=("seat",))
    if other == seat:
        raise errors.OwnSeat(fields=("seat",))
    who = table.person(other)
    return table.with_seat(other, None) if who is not None and who.name == name else table


def set_level(table: Table, seat: SeatNumber, connection: str, other: SeatNumber, level: Level) -> Table:
    """Let a computer player play at `level`: only for a person who plays with nobody else."""
    check_host(table, seat, connection)
    if other >= len(table.seats):
        raise errors.NoSuchSeat(fields=("seat",))
    if not isinstance(table.seats[other], Computer):
        raise errors.NoComputer(fields=("seat",))
    if len(table.people) > 1:
        raise errors.NotAlone
    return table.with_seat(other, Computer(level))
