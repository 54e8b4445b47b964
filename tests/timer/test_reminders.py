"""From what is due to whom it is said; and when to look again."""

import pytest

from contracts.commands import Depart, Expire
from contracts.ids import UnixMs
from contracts.subjects import SEATING, engine
from runtime.keys import match_due, over_due, table_due
from runtime.store import Claimed, Due
from timer.reminders import Reminder, reminder
from timer.watch import MOST, until_next

CODE, CONNECTION = "ABCDEFGH", "0123456789abcdef"


@pytest.mark.parametrize(
    ("member", "said"),
    [
        (match_due(CODE), Reminder("turn", engine(CODE), Expire(table=CODE))),
        (table_due(CODE), Reminder("table", SEATING, Expire(table=CODE))),
        (
            over_due(CODE, 3, CONNECTION),
            Reminder("lease", SEATING, Depart(table=CODE, seat=3, connection=CONNECTION)),
        ),
    ],
)
def test_what_is_due_is_said_to_its_owner(member: str, said: Reminder) -> None:
    assert reminder(member) == said


@pytest.mark.parametrize("member", ["", "match", "match|abc", "over|ABCDEFGH|7|0123456789abcdef", "x|y"])
def test_what_nobody_knows_is_said_to_nobody(member: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011, a ValidationError is one
        reminder(member)


def a_look(next_ms: int | None, due: int = 0) -> Claimed:
    return Claimed(UnixMs(1), tuple(Due(match_due(CODE), UnixMs(1)) for _ in range(due)), next_ms)


@pytest.mark.parametrize(
    ("looks", "seconds"),
    [
        ([a_look(None)], 0.5),
        ([a_look(5_000)], 0.1),
        ([a_look(None), a_look(40), a_look(60)], 0.04),
        ([a_look(0)], 0.005),
        ([a_look(5_000, due=MOST)], 0.0),
    ],
)
def test_a_timer_rests_until_the_next_thing_is_due(looks: list[Claimed], seconds: float) -> None:
    assert until_next(looks, 0.1) == seconds
