"""A table as one value, and what follows from it. Knows no store, broker, clock or secret."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import cast

from contracts.ids import SeatNumber
from contracts.lobby import Level, Options, Status
from rules.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody on a seat.

    `player` is the digest of a secret that only the browser holds, `arrival` the how-manieth to sit down
    here. `connection` is the one that held the seat last; it holds it now if the person is `present`. Who
    has `left` said so during the match, and has not come back since. Who took a computer player's seat and
    was not here yet has it as a `stand_in`: it plays on at this level.
    """

    name: str
    player: str
    arrival: int
    connection: str | None = None
    present: bool = False
    left: bool = False
    stand_in: Level | None = None


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer player on a seat of its own."""

    level: Level


Sitting = Person | Computer


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
    seats: tuple[Sitting | None, ...]
    arrivals: int

    @property
    def target(self) -> int | None:
        """The points that end a match: the host's choice, or the game's own."""
        offered = self.settings.target
        return None if offered is None else self.options.target or offered.default

    @property
    def people(self) -> tuple[Person, ...]:
        """Those who own a seat, also while they are away or have left."""
        return tuple(who for who in self.seats if isinstance(who, Person))

    @property
    def present(self) -> tuple[bool, ...]:
        return tuple(isinstance(who, Person) and who.present for who in self.seats)

    @property
    def left(self) -> tuple[bool, ...]:
        return tuple(isinstance(who, Person) and who.left for who in self.seats)

    @property
    def connections(self) -> tuple[str | None, ...]:
        """The connection that holds each seat now."""
        return tuple(
            who.connection if isinstance(who, Person) and who.present else None for who in self.seats
        )

    @property
    def computers(self) -> tuple[Level | None, ...]:
        """The level of the computer player that plays each seat: its own, or that of somebody not here.

        Nobody who left is replaced at a table with nobody else: the match rests until its owner is back.
        """
        taken_over = self.settings.leaving == "computer" and len(self.people) > 1
        return tuple(self._computer(who, taken_over=taken_over) for who in self.seats)

    def _computer(self, who: Sitting | None, *, taken_over: bool) -> Level | None:
        match who:
            case Computer(level=level):
                return level
            case Person(stand_in=None, left=left):
                return self.options.level if taken_over and left else None
            case Person(stand_in=level):
                return level
            case None:
                return None

    def person(self, seat: int) -> Person | None:
        """Return the person on `seat`; None where there is no person, or no such seat."""
        who = self.seats[seat] if seat < len(self.seats) else None
        return who if isinstance(who, Person) else None

    def seat_of(self, player: str) -> SeatNumber | None:
        """Return the seat of the person with that digest."""
        return self._seat(lambda person: person.player == player)

    def seat_held_by(self, connection: str) -> SeatNumber | None:
        """Return the seat for which `connection` was the last to speak."""
        return self._seat(lambda person: person.connection == connection)

    def _seat(self, fits: Callable[[Person], bool]) -> SeatNumber | None:
        for seat, who in enumerate(self.seats):
            if isinstance(who, Person) and fits(who):
                return cast(SeatNumber, seat)
        return None

    def with_seat(self, seat: SeatNumber, who: Sitting | None) -> "Table":
        return replace(self, seats=(*self.seats[:seat], who, *self.seats[seat + 1 :]))

    def closed_up(self, number: int) -> "Table":
        """Return the table with `number` seats, all who sit here on the first of them, in their order."""
        taken = [seat for seat, who in enumerate(self.seats) if who is not None]
        seats = (*(self.seats[seat] for seat in taken), *(None,) * (number - len(taken)))
        host = None if self.host is None else cast(SeatNumber, taken.index(self.host))
        return replace(self, seats=seats, host=host)
