"""From what is due to whom it is said. Knows how members are spelled; knows no store or broker."""

from dataclasses import dataclass
from typing import Literal, cast

from contracts import subjects
from contracts.commands import Depart, Expire
from contracts.ids import SeatNumber

Kind = Literal["turn", "table", "lease"]


@dataclass(frozen=True, slots=True)
class Reminder:
    """What is said to the owner of something that is due. Said twice or late, it does no harm."""

    kind: Kind
    subject: str
    message: Expire | Depart


def reminder(member: str) -> Reminder:
    """Return what to say for `member`; raise ValueError for one that nobody here knows."""
    match member.split("|"):
        case ["match", table]:
            return Reminder("turn", subjects.engine(table), Expire(table=table))
        case ["table", table]:
            return Reminder("table", subjects.SEATING, Expire(table=table))
        case ["over", table, seat, connection]:
            number = cast(SeatNumber, int(seat))
            depart = Depart(table=table, seat=number, connection=connection)
            return Reminder("lease", subjects.SEATING, depart)
    raise ValueError(member)
