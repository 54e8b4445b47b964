"""Rounds that are over: kept once, by the commit that ends them, and as long as their table."""

from contracts.ids import Position
from runtime.settings import Settings
from runtime.store import ROUNDS_KEPT, RoundOver
from tests.runtime.conftest import OTHER, SHARD, TABLE, Bench

KEY = f"{{s{SHARD}}}:rounds:{TABLE}"


def a_round(number: int, *, match: int = 1, body: bytes = b"body") -> RoundOver:
    return RoundOver(match, number, body)


async def numbers(bench: Bench, table: str = TABLE) -> list[tuple[int, int]]:
    return [(one.match, one.round) for one in await bench.store.rounds(table)]


async def played(bench: Bench, *rounds: RoundOver) -> Position:
    """A table at which these rounds are over; return where it stands."""
    position = await bench.commit()
    for one in rounds:
        position = await bench.commit(expected=position, over=one)
    assert position is not None
    return position


async def test_a_round_is_kept_by_the_commit_that_ends_it(bench: Bench) -> None:
    first = await bench.commit()
    assert await bench.store.rounds(TABLE) == ()

    await bench.commit(expected=first, over=a_round(1, body=b'{"\xc3\xa9"}'))

    assert await bench.store.rounds(TABLE) == (a_round(1, body=b'{"\xc3\xa9"}'),)
    assert await bench.store.round(TABLE, 1, 1) == a_round(1, body=b'{"\xc3\xa9"}')
    assert await bench.store.rounds(OTHER) == ()


async def test_rounds_are_in_the_order_of_their_numbers(bench: Bench) -> None:
    await played(bench, a_round(1), a_round(2), a_round(9), a_round(10), a_round(1, match=2))

    assert await numbers(bench) == [(1, 1), (1, 2), (1, 9), (1, 10), (2, 1)]


async def test_a_round_that_was_not_played_is_none(bench: Bench) -> None:
    await played(bench, a_round(1), a_round(3), a_round(1, match=2))

    assert await bench.store.round(TABLE, 1, 2) is None
    assert await bench.store.round(TABLE, 3, 1) is None
    assert await bench.store.round(OTHER, 1, 1) is None


async def test_a_commit_that_does_not_count_keeps_no_round(bench: Bench) -> None:
    first = await bench.commit()
    await bench.commit(expected=first)

    assert await bench.commit(expected=first, over=a_round(1)) is None

    assert await bench.store.rounds(TABLE) == ()


async def test_the_same_commit_again_keeps_its_round_once(bench: Bench) -> None:
    first = await bench.commit()
    second = await bench.commit(expected=first, over=a_round(1))

    assert await bench.commit(expected=first, position=second, over=a_round(1, body=b"other")) == second

    assert await bench.store.rounds(TABLE) == (a_round(1),)


async def test_the_latest_rounds_are_kept_and_exactly_so_many(bench: Bench) -> None:
    await played(bench, *(a_round(number) for number in range(1, ROUNDS_KEPT + 4)))

    assert await numbers(bench) == [(1, number) for number in range(4, ROUNDS_KEPT + 4)]


async def test_a_round_that_ends_once_more_after_the_store_went_back_is_the_one_that_holds(
    bench: Bench,
) -> None:
    position = await played(bench, *(a_round(number) for number in (1, 2, 3, 4)))

    again = await bench.commit(expected=position, over=a_round(3, body=b"once more"))

    assert again is not None
    assert await bench.store.rounds(TABLE) == (a_round(1), a_round(2), a_round(3, body=b"once more"))
    await bench.commit(expected=again, over=a_round(4))
    assert await numbers(bench) == [(1, 1), (1, 2), (1, 3), (1, 4)]


async def test_the_first_round_can_end_once_more(bench: Bench) -> None:
    position = await played(bench, a_round(1), a_round(2))

    assert await bench.commit(expected=position, over=a_round(1, body=b"once more")) is not None

    assert await bench.store.rounds(TABLE) == (a_round(1, body=b"once more"),)


async def test_who_begins_anew_by_the_same_code_has_no_rounds_of_others(bench: Bench) -> None:
    await played(bench, a_round(1), a_round(2))
    await bench.redis.delete(f"{{s{SHARD}}}:match:{TABLE}")

    await bench.commit()

    assert await bench.store.rounds(TABLE) == ()


async def test_rounds_are_kept_as_long_as_their_table(bench: Bench, settings: Settings) -> None:
    position = await played(bench, a_round(1))
    assert await bench.redis.pttl(KEY) > settings.keep_ms - 5_000

    await bench.redis.pexpire(KEY, 50_000)
    await bench.commit(expected=position)
    assert await bench.redis.pttl(KEY) > settings.keep_ms - 5_000

    seated = await bench.commit(kind="table")
    await bench.redis.xadd(KEY, {"body": b"x"}, id="1-1")
    await bench.redis.pexpire(KEY, 50_000)
    await bench.commit(kind="table", expected=seated)
    assert await bench.redis.pttl(KEY) > settings.keep_ms - 5_000
