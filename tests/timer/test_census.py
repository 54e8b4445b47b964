"""How many tables there are, by state."""

from runtime import metrics
from runtime.operated import OperatedStore, Reveal
from runtime.store import Store, next_position
from tests.timer.dues import a_code
from timer.census import count


def gauge(state: str) -> float | None:
    return metrics.REGISTRY.get_sample_value("doublesix_tables", {"state": state})


async def put(store: Store, table: str, state: str) -> None:
    stored = await store.load("match", table)
    assert await store.commit(
        "match",
        table,
        expected=stored.position,
        position=next_position(stored.position),
        body=b"{}",
        state=state,
        due={},
    )


async def test_tables_are_counted_by_state(store: Store) -> None:
    tables = [a_code() for _ in range(5)]
    for table, state in zip(tables, ["open", "open", "playing", "over", "open"], strict=True):
        await put(store, table, state)

    await count(store, set())

    assert [gauge(state) for state in ("open", "playing", "over")] == [3, 1, 1]


async def test_a_state_without_tables_goes_to_zero(store: Store) -> None:
    table = a_code()
    await put(store, table, "resting")
    seen = await count(store, set())

    await put(store, table, "playing")
    await count(store, seen)

    assert (gauge("resting"), gauge("playing")) == (0, 1)


async def test_looks_at_hidden_tiles_are_counted(store: Store) -> None:
    operated = OperatedStore(store._redis, store._settings)
    for table in (a_code(), a_code()):
        await operated.note(Reveal("sam", "desk", table, "show", "a test"))

    assert await store.reveals_kept() == 2
