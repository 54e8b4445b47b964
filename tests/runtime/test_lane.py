"""The one connection that all calls share: whose an answer is, and what becomes of calls when it is lost."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from redis.exceptions import ResponseError

from runtime.lane import Calls, Lane
from runtime.store import Store


@pytest.fixture
async def calls(store: Store) -> AsyncIterator[Calls]:
    calls = Calls(store._redis)
    await calls("PING")
    yield calls
    calls.close()


def lane_of(calls: Calls) -> Lane:
    assert calls._lane is not None
    return calls._lane


async def number_of(calls: Calls) -> int:
    """The store's name for the connection that calls share."""
    return int(await calls("CLIENT", "ID"))


async def test_of_many_calls_at_once_each_gets_its_own_answer_by_one_connection(calls: Calls) -> None:
    number = await number_of(calls)

    said = await asyncio.gather(*(calls("ECHO", f"{n}" * 5_000) for n in range(100)))

    assert said == [f"{n}".encode() * 5_000 for n in range(100)]
    assert await number_of(calls) == number


async def test_an_error_is_raised_where_it_was_asked_for_and_nowhere_else(calls: Calls) -> None:
    said = await asyncio.gather(
        calls("ECHO", "a"), calls("NO-SUCH-COMMAND"), calls("ECHO", "b"), return_exceptions=True
    )

    assert (said[0], said[2]) == (b"a", b"b")
    assert isinstance(said[1], ResponseError)


async def test_an_answer_that_nobody_waits_for_any_more_is_not_the_next_ones(calls: Calls) -> None:
    given_up = asyncio.ensure_future(calls("ECHO", "given up"))
    await asyncio.sleep(0)
    lane = lane_of(calls)
    given_up.cancel()

    assert await calls("ECHO", "next") == b"next"
    assert lane_of(calls) is lane


async def test_calls_whose_connection_is_cut_are_answered_and_another_one_is_opened(calls: Calls) -> None:
    for _ in range(3):
        cut = await number_of(calls)
        await calls._redis.client_kill_filter(_id=str(cut))

        said = await asyncio.gather(*(calls("ECHO", f"{n}") for n in range(20)))

        assert said == [f"{n}".encode() for n in range(20)]
        assert await number_of(calls) != cut


async def test_a_connection_that_says_nothing_in_time_is_given_up(calls: Calls) -> None:
    mute = lane_of(calls)
    mute.connection.socket_timeout = 0.05
    blocking = asyncio.ensure_future(calls("BLPOP", "nothing", "0"))
    await asyncio.sleep(0)

    assert await calls("ECHO", "behind") == b"behind"
    assert not mute.open
    blocking.cancel()


async def test_what_is_no_answer_at_all_ends_the_connection(calls: Calls) -> None:
    confused = lane_of(calls)
    confused.data_received(b"no such answer\r\n")

    assert not confused.open
    assert await calls("ECHO", "x") == b"x"


async def test_a_call_is_not_given_up_for_how_long_those_before_it_took(calls: Calls) -> None:
    lane = lane_of(calls)
    await calls("ECHO", "first")
    second = asyncio.ensure_future(calls("ECHO", "second"))
    await asyncio.sleep(0)

    lane._look()  # the first one's time is over

    assert await second == b"second"
    assert lane_of(calls) is lane
