"""What people do beside playing: close the page, leave and come back, sit down late, choose levels."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from typing import TYPE_CHECKING, Any, Final

from tests.faults.games import Habit

if TYPE_CHECKING:
    from tests.faults.visit import Visit

FIRST_S = (1.0, 4.0)
AFTER_S = (3.0, 9.0)
OUT_S = (0.3, 9.0)
LEVELS = ("easy", "medium", "hard")


def habits(visit: "Visit") -> Iterator[Coroutine[Any, Any, None]]:
    """Everything that goes on beside the game; one thing at a time, so that nobody does two at once."""
    one_at_a_time = asyncio.Lock()
    for habit in visit.game.habits:
        if habit in _HABITS:
            yield _again_and_again(visit, _HABITS[habit], one_at_a_time)


async def _again_and_again(
    visit: "Visit", habit: Callable[["Visit"], Awaitable[bool]], one_at_a_time: asyncio.Lock
) -> None:
    await asyncio.sleep(visit.rng.uniform(*FIRST_S))
    goes_on = True
    while goes_on:
        async with one_at_a_time:
            goes_on = await habit(visit)
        await asyncio.sleep(visit.rng.uniform(*AFTER_S))


async def _steps_out(visit: "Visit") -> bool:
    """Close the page, and open it again."""
    person = visit.rng.choice(visit.people)
    await person.step_out()
    await asyncio.sleep(visit.rng.uniform(*OUT_S))
    person.stay()
    return True


async def _leaves(visit: "Visit") -> bool:
    """Leave, whoever's turn it is and whatever is being asked, and come back."""
    person = visit.rng.choice(visit.people)
    if await visit.leave(person):
        await asyncio.sleep(visit.rng.uniform(*OUT_S))
        person.stay()
    return True


async def _newcomer(visit: "Visit") -> bool:
    """Take the seat of a computer player; once."""
    person = visit.somebody()
    await person.sit(visit.code)
    person.stay()
    visit.join(person)
    return False


async def _level(visit: "Visit") -> bool:
    """Set the level of one of the computer players of somebody who is alone."""
    host = visit.people[0]
    table = host.table
    if table is not None and table["status"] == "playing":
        seats = [seat for seat, taken in enumerate(table["seats"]) if taken and taken["name"] is None]
        level = visit.rng.choice(LEVELS)
        await visit.told(host, {"type": "level", "seat": visit.rng.choice(seats), "level": level})
    return True


_HABITS: Final[dict[Habit, Callable[["Visit"], Awaitable[bool]]]] = {
    "steps_out": _steps_out,
    "leaves": _leaves,
    "newcomer": _newcomer,
    "level": _level,
}
