"""Time for thoughts is shared out so that every move can come when it should."""

import math
from collections.abc import Callable

import pytest

from bots.budget import Milliseconds
from bots.hurried import Hurried
from bots.share import share


def test_a_thought_alone_may_take_until_its_move_is_due() -> None:
    assert share(10.0, [11.5]) == 1.5


def test_where_nothing_waits_time_is_endless() -> None:
    assert share(10.0, []) == math.inf


def test_thoughts_that_are_due_together_get_as_much_each() -> None:
    assert share(10.0, [12.0, 12.0, 12.0, 12.0]) == 0.5


def test_the_first_gets_less_where_others_are_due_soon_after() -> None:
    assert share(0.0, [4.0, 1.0, 1.2]) == pytest.approx(0.6)


def test_who_is_due_much_later_takes_nothing_from_the_first() -> None:
    assert share(0.0, [1.0, 50.0, 60.0]) == 1.0


def test_what_cannot_be_met_any_more_gets_no_time() -> None:
    assert share(10.0, [9.0, 30.0]) == 0.0


@pytest.mark.parametrize("count", [1, 7, 50])
def test_whoever_takes_its_share_leaves_everybody_in_time(count: int) -> None:
    dues = [0.7 + 1.1 * place / count for place in range(count)]
    now = 0.0

    while dues:
        now += min(0.15, share(now, dues))
        assert now <= dues.pop(0) + 1e-9


@pytest.mark.parametrize(("core_ms", "wall_ms", "steps"), [(10, 1_000, 10), (1_000, 10, 10), (10, 20, 10)])
def test_a_hurried_budget_ends_with_whichever_ends_first(core_ms: int, wall_ms: int, steps: int) -> None:
    """Steps of a millisecond, on both clocks."""
    budget = Hurried(Milliseconds(core_ms, ticking()), Milliseconds(wall_ms, ticking()))

    budget.start()
    done = 0
    while budget.goes_on():
        done += 1

    assert 0 < done < steps


def ticking() -> Callable[[], float]:
    """A clock that has gone on by a millisecond whenever it is read."""
    now = 0

    def read() -> float:
        nonlocal now
        now += 1
        return now / 1000

    return read
