"""A table as one value, and what may be done with it. Knows no store, broker, clock or secret."""

from dataclasses import dataclass, replace
from typing import cast

from contracts.ids import SeatNumber
from contracts.lobby import Options, Status
from rules.ruleset import RuleSet
from seating import errors
from seating.games import check_options


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody on a seat.

    `player` is the digest of a secret that only the browser holds, `arrival` the how-manieth to sit down
    here. `connection` is the one that held the seat last; it holds it now if the person is `present`.
    """

    name: str
    player: str
    arrival: int
    connection: str | None = None
    present: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table. `request` and `asked` are digests of who asked for it, and of what was asked."""

    code: str
    request: str
    asked: str
    preset: str
    settings: RuleSet
    options: Options
    status: Status
    host: SeatNumber | None
    seats: tuple[Person | None, ...]
    arrivals: int

    @property
    def target(self) -> int | None:
        """The points that end a match: the host's choice, or the game's own."""
        offered = self.settings.target
        return None if offered is None else self.options.target or offered.default

    @property
    def present(self) -> tuple[bool, ...]:
        return tuple(person is not None and person.present for person in self.seats)

    @property
    def connections(self) -> tuple[str | None, ...]:
        """The connection that holds each seat now."""
        return tuple(person.connection if person and person.present else None for person in self.seats)

    def seat_of(self, player: str) -> SeatNumber | None:
        """Return the seat of the person with that digest."""
        for seat, person in enumerate(self.seats):
            if person is not None and person.player == player:
                return cast(SeatNumber, seat)
        return None


def sit(table: Table, name: str, player: str) -> tuple[Table, SeatNumber]:
    """Seat `player` on the first free seat; whoever sits here already keeps seat and name."""
    if (kept := table.seat_of(player)) is not None:
        return table, kept
    if None not in table.seats:
        raise errors.TableFull
    if table.status != "open":
        raise errors.AlreadyStarted
    seat = cast(SeatNumber, table.seats.index(None))
    seated = _with(table, seat, Person(name, player, table.arrivals))
    host = seat if table.host is None else table.host
    return replace(seated, arrivals=table.arrivals + 1, host=host), seat


def arrive(
    table: Table, player: str, connection: str, replaces: str | None = None
) -> tuple[Table, SeatNumber]:
    """Let `connection` hold the seat of `player`; it takes it from no other than from `replaces`."""
    seat = table.seat_of(player)
    if seat is None:
        raise errors.NotSeated
    if table.connections[seat] not in (None, connection, replaces):
        raise errors.Replaced
    return _with(table, seat, replace(_person(table, seat), connection=connection, present=True)), seat


def depart(table: Table, seat: SeatNumber, connection: str) -> Table:
    """The lease of `connection` is over; that matters only if it still holds the seat."""
    if seat >= len(table.seats) or table.connections[seat] != connection:
        return table
    return _with(table, seat, replace(_person(table, seat), present=False))


def start(table: Table, seat: SeatNumber, connection: str) -> Table:
    """The host starts the match; a start that was asked before is left as it is."""
    _check_host(table, seat, connection)
    if table.status != "open":
        return table
    if None in table.seats:
        raise errors.NotFull
    return replace(table, status="starting")


def choose(table: Table, seat: SeatNumber, connection: str, options: Options) -> Table:
    _check_host(table, seat, connection)
    _check_open(table)
    check_options(table.settings, options)
    return replace(table, options=options)


def free(table: Table, seat: SeatNumber, connection: str, other: SeatNumber, name: str) -> Table:
    """The host takes the seat from `name`; asked again, it takes it from nobody who sat down since."""
    _check_host(table, seat, connection)
    _check_open(table)
    if other >= len(table.seats):
        raise errors.NoSuchSeat(fields=("seat",))
    if other == seat:
        raise errors.OwnSeat(fields=("seat",))
    sitting = table.seats[other]
    return table if sitting is None or sitting.name != name else _with(table, other, None)


def leave(table: Table, seat: SeatNumber, connection: str) -> Table:
    """Free the seat before the start, with a new host where the host left; afterwards only be away.

    Asked again, by somebody who has left, it is left as it is.
    """
    if seat >= len(table.seats):
        raise errors.NoSuchSeat
    person = table.seats[seat]
    if person is None or person.connection is None:
        return table
    _check_holds(table, seat, connection)
    if table.status != "open":
        return _with(table, seat, replace(person, connection=None, present=False))
    left = _with(table, seat, None)
    return replace(left, host=_longest_seated(left)) if table.host == seat else left


def begun(table: Table) -> Table:
    """The engine has dealt."""
    return replace(table, status="playing")


def _with(table: Table, seat: SeatNumber, person: Person | None) -> Table:
    return replace(table, seats=(*table.seats[:seat], person, *table.seats[seat + 1 :]))


def _person(table: Table, seat: SeatNumber) -> Person:
    person = table.seats[seat]
    if person is None:
        raise errors.NotSeated
    return person


def _longest_seated(table: Table) -> SeatNumber | None:
    seated = [(person.arrival, seat) for seat, person in enumerate(table.seats) if person is not None]
    return cast(SeatNumber, min(seated)[1]) if seated else None


def _check_holds(table: Table, seat: SeatNumber, connection: str) -> None:
    """Raise unless `connection` is the last that held the seat: a lapse of its lease is no loss of it."""
    if seat >= len(table.seats):
        raise errors.NoSuchSeat
    if _person(table, seat).connection != connection:
        raise errors.Replaced


def _check_host(table: Table, seat: SeatNumber, connection: str) -> None:
    _check_holds(table, seat, connection)
    if table.host != seat:
        raise errors.NotHost


def _check_open(table: Table) -> None:
    if table.status != "open":
        raise errors.AlreadyStarted
