"""The store's nodes: what a URL says, and a primary that falls, on real servers."""

import asyncio
from collections.abc import Iterator

import pytest
from pydantic import SecretStr
from redis.asyncio import Connection

from contracts.ids import Position
from runtime.keys import match_due
from runtime.nodes import Address, WrongUrl, connect, parse
from runtime.settings import Settings
from runtime.store import Store, StoreError, next_position
from tests.faults.nodes_struck import OneOfSlots, PrimaryOfSentinels
from tests.harness.copies import NAME, Copies, Valkey, cluster, until, with_sentinels

TABLES = ("7K3MXY52", "4D0M1N0S", "B4NYARD5", "D0VB1EE5")


@pytest.mark.parametrize(
    ("url", "address"),
    [
        (
            "redis://127.0.0.1:6380/2",
            Address("one", (("127.0.0.1", 6380),), None, 2, False, None, None),
        ),
        (
            "rediss+sentinel://sam:p%40ss@one,two:26380/house/1",
            Address("sentinel", (("one", 26379), ("two", 26380)), "house", 1, True, "sam", "p@ss"),
        ),
        (
            "redis+cluster://:secret@[::1]:7000,b",
            Address("cluster", (("::1", 7000), ("b", 6379)), None, 0, False, None, "secret"),
        ),
    ],
)
def test_a_url_says_where_the_store_is(url: str, address: Address) -> None:
    assert parse(url) == address


@pytest.mark.parametrize(
    "url",
    [
        "http://one",
        "one:6379",
        "redis+sentinel://one:26379",
        "redis+cluster://one/3",
        "redis://one/two",
        "redis://one,two",
        "redis://one?db=3",
    ],
)
def test_a_url_that_says_nothing_is_refused_without_its_password(url: str) -> None:
    with pytest.raises(WrongUrl) as told:
        parse(url.replace("://", "://:secret@"))

    assert "secret" not in str(told.value)


@pytest.mark.parametrize("url", ["redis://:old@one:6379/0", "redis+sentinel://:old@one/house"])
def test_a_password_that_is_set_apart_comes_first(url: str, settings: Settings) -> None:
    client = connect(settings.model_copy(update={"store_url": url, "store_password": SecretStr("new")}))

    assert client.connection_pool.connection_kwargs["password"] == "new"


async def test_sentinels_are_asked_with_a_password_of_their_own(settings: Settings) -> None:
    with with_sentinels(password="of-the-store", asked_with="of-sentinels") as copies:
        told = {"store_url": copies.url, "store_password": SecretStr("of-the-store")}
        knows = settings.model_copy(update=told | {"store_sentinel_password": SecretStr("of-sentinels")})
        asks_with_the_stores = settings.model_copy(
            update=told | {"store_sentinel_password": SecretStr("of-the-store")}
        )
        asks_with_none = settings.model_copy(update=told)

        assert await _answers(knows)
        assert not await _answers(asks_with_the_stores)
        assert not await _answers(asks_with_none)


@pytest.mark.slow
async def test_a_primary_is_found_anew_by_sentinels_that_want_a_password(settings: Settings) -> None:
    with with_sentinels(password="of-the-store", asked_with="of-sentinels") as copies:
        passwords = {"store_password": SecretStr("of-the-store")} | {
            "store_sentinel_password": SecretStr("of-sentinels")
        }
        settings = settings.model_copy(update={"store_url": copies.url} | passwords)
        store = Store(connect(settings), settings)
        await store.prepare()
        writer = Writer(store, TABLES[0])

        async with asyncio.TaskGroup() as group:
            group.create_task(writer.run())
            await _all_write_on([writer])
            (fallen,) = copies.primaries()
            await asyncio.to_thread(fallen.kill)
            await _all_write_on([writer])
            writer.stopped = True
        await store.close()


@pytest.mark.slow
async def test_a_primary_that_was_relieved_is_not_told_anything_any_more(settings: Settings) -> None:
    """It takes commands for ten more seconds: what was written there then would be lost."""
    with with_sentinels() as copies:
        settings = settings.model_copy(update={"store_url": copies.url})
        store = Store(connect(settings), settings)
        await store.prepare()
        writers = [Writer(store, table) for table in TABLES]
        before = copies.primary()

        async with asyncio.TaskGroup() as group:
            for writer in writers:
                group.create_task(writer.run())
            await _all_write_on(writers)
            await asyncio.to_thread(copies.sentinel().sentinel_failover, NAME)
            await asyncio.to_thread(
                until, lambda: any(_calls(node) for node in copies.nodes if node != before)
            )
            told, knows_nothing = _calls(before), before.is_primary
            await _all_write_on(writers)
            more = _calls(before) - told
            for writer in writers:
                writer.stopped = True

        assert knows_nothing
        assert more <= len(writers), "what was under way may end there"
        await store.close()


async def test_a_connection_that_is_torn_down_in_use_is_a_store_that_did_not_answer(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(connect(settings), settings)
    await store.ping()

    async def torn(*_: object) -> None:
        raise AttributeError("'NoneType' object has no attribute 'writelines'")

    with monkeypatch.context() as patched:
        patched.setattr(Connection, "_send_packed_command", torn)
        with pytest.raises(StoreError):
            await store.ping()

    await store.ping()
    await store.close()


@pytest.fixture(params=["sentinels", "cluster"])
def copies(request: pytest.FixtureRequest) -> Iterator[Copies]:
    with with_sentinels() if request.param == "sentinels" else cluster() as copies:
        yield copies


@pytest.mark.slow
async def test_nothing_that_a_replica_has_confirmed_is_lost_when_its_primary_falls(
    copies: Copies, settings: Settings
) -> None:
    settings = settings.model_copy(update={"store_url": copies.url, "store_replicas": 1})
    store = Store(connect(settings), settings)
    await store.prepare()
    writers = [Writer(store, table) for table in TABLES]

    async with asyncio.TaskGroup() as group:
        for writer in writers:
            group.create_task(writer.run())
        await _all_write_on(writers)
        fallen = next(node for node in copies.primaries() if node.redis.dbsize())
        await asyncio.to_thread(fallen.kill)
        await _all_write_on(writers)
        for writer in writers:
            writer.stopped = True

    assert [writer.lost for writer in writers] == [[], [], [], []]
    await store.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("of", "strike"),
    [
        *(("sentinels", strike) for strike in ("failover", "freeze", "cut", "alone")),
        *(("slots", strike) for strike in ("failover", "move", "reshard")),
    ],
)
async def test_nothing_that_a_replica_has_confirmed_is_lost_whatever_is_done_to_nodes(
    of: str, strike: str, settings: Settings
) -> None:
    slots = of == "slots"
    with cluster() if slots else with_sentinels() as copies:
        settings = settings.model_copy(update={"store_url": copies.url, "store_replicas": 1})
        store = Store(connect(settings), settings)
        await store.prepare()
        writers = [Writer(store, table) for table in TABLES]
        struck = OneOfSlots(copies) if slots else PrimaryOfSentinels(copies)

        async with asyncio.TaskGroup() as group:
            for writer in writers:
                group.create_task(writer.run())
            await _all_write_on(writers)
            await asyncio.to_thread(getattr(struck, strike))
            await _all_write_on(writers)
            for writer in writers:
                writer.stopped = True

        assert [writer.lost for writer in writers] == [[], [], [], []]
        await store.close()


def _calls(node: Valkey) -> int:
    """How often services have told it something; what comes from a primary does not count."""
    return int(node.redis.info("commandstats").get("cmdstat_fcall", {"calls": 0})["calls"])


async def _all_write_on(writers: list["Writer"]) -> None:
    """Wait until each has had twenty more commits confirmed."""
    before = {writer: writer.version for writer in writers}
    await asyncio.to_thread(
        until, lambda: all(writer.version > before[writer] + 20 for writer in writers), 60
    )


class Writer:
    """Commits at one table as fast as it can, and looks again whenever that failed."""

    def __init__(self, store: Store, table: str) -> None:
        self._store = store
        self._table = table
        self.confirmed: Position | None = None
        self.lost: list[str] = []
        self.stopped = False

    @property
    def version(self) -> int:
        return self.confirmed.version if self.confirmed else 0

    async def run(self) -> None:
        position: Position | None = None
        while not self.stopped:
            try:
                following = next_position(position)
                if await self._commit(position, following):
                    position = self.confirmed = following
                else:
                    position = await self._look()
            except StoreError:
                await asyncio.sleep(0.05)
                position = await self._look()

    async def _commit(self, expected: Position | None, position: Position) -> bool:
        return await self._store.commit(
            "match",
            self._table,
            expected=expected,
            position=position,
            body=position.mark.encode(),
            state="playing",
            due={match_due(self._table): None},
        )

    async def _look(self) -> Position | None:
        """Where the table stands, as soon as the store can say so: never before what was confirmed."""
        while True:
            try:
                await self._store.confirm("match", self._table)
                found = (await self._store.load("match", self._table)).position
                break
            except StoreError:
                await asyncio.sleep(0.05)
        if (found.version if found else 0) < self.version:
            self.lost.append(f"{self._table} stands at {found}, and {self.confirmed} was confirmed")
        return found


async def _answers(settings: Settings) -> bool:
    """Tell whether the store can be reached: a sentinel that lets nobody in tells of no primary."""
    store = Store(connect(settings), settings)
    try:
        await store.ping()
    except StoreError:
        return False
    finally:
        await store.close()
    return True
