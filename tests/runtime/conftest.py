"""A store of one's own, and hands to move its clock by: what lies in the past is written there."""

from collections.abc import AsyncIterator, Mapping, Sequence

import pytest

from contracts.ids import Position, UnixMs
from runtime.keys import Kind, shard_of
from runtime.nodes import connect
from runtime.settings import Settings
from runtime.store import Outage, RoundOver, Store, next_position

TABLE = "7K3MXY52"
OTHER = "4D0M1N0S"
SHARD = shard_of(TABLE)


class Bench:
    """The store, with a way to look at keys and to let time have passed."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.redis = store._redis
        self.settings = settings

    async def now(self) -> int:
        seconds, micros = await self.redis.time()
        return int(seconds) * 1000 + int(micros) // 1000

    async def commit(
        self,
        *,
        kind: Kind = "match",
        table: str = TABLE,
        expected: Position | None = None,
        position: Position | None = None,
        body: bytes = b"{}",
        state: str | None = "playing",
        due: Mapping[str, int | None] | None = None,
        read_ms_ago: int | None = None,
        remembered: Sequence[Outage] | None = None,
        over: RoundOver | None = None,
    ) -> Position | None:
        """Commit, with `due` in ms from now; return the new position, or None for a conflict."""
        now = await self.now()
        position = position or next_position(expected)
        members = {m: None if in_ms is None else UnixMs(now + in_ms) for m, in_ms in (due or {}).items()}
        read = None if read_ms_ago is None else UnixMs(now - read_ms_ago)
        written = await self.store.commit(
            kind,
            table,
            expected=expected,
            position=position,
            body=body,
            state=state,
            due=members,
            read=read,
            remembered=remembered,
            over=over,
        )
        return position if written else None

    async def due_in(self, member: str, table: str = TABLE) -> int | None:
        """In how many ms `member` is due; None when it is not."""
        at = await self.redis.zscore(f"{{s{shard_of(table)}}}:due", member)
        return None if at is None else int(at) - await self.now()

    async def let_pulse_be(self, ms_ago: int) -> None:
        """The last proof that moves could be taken is so old."""
        await self.redis.set(f"{{s{SHARD}}}:pulse", await self.now() - ms_ago)

    async def let_watch_be(self, ms_ago: int) -> None:
        """The last look of a timer is so old."""
        await self.redis.set(f"{{s{SHARD}}}:watched", await self.now() - ms_ago)

    async def outages(self) -> list[tuple[int, int]]:
        """Every outage known, as how long ago it began and ended."""
        now = await self.now()
        stored = await self.store.load("table", TABLE)
        return [(now - outage.began, now - outage.ended) for outage in stored.outages]

    async def claimed(self) -> list[str]:
        """The members that a timer gets now."""
        return [due.member for claimed in await self.store.claim(100) for due in claimed.due]


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Long times: here nothing waits for them, and a busy machine is not taken for a late one."""
    longer = {"lease_ms": 60_000, "lapse_ms": 30_000, "handling_ms": 45_000, "outage_ms": 10_000}
    return settings.model_copy(update=longer)


@pytest.fixture
async def store(settings: Settings) -> AsyncIterator[Store]:
    store = Store(connect(settings), settings)
    await store.prepare()
    yield store
    await store.close()


@pytest.fixture
def bench(store: Store, settings: Settings) -> Bench:
    return Bench(store, settings)
