"""Records and what is due, in Valkey.

A record is a snapshot with its position. Records of one table, and what is due there, share a shard.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from os import urandom
from time import perf_counter
from typing import Any

from redis.asyncio import Redis, RedisCluster
from redis.exceptions import RedisError, ResponseError

from contracts.ids import Position, UnixMs
from runtime import functions, keys, metrics
from runtime.keys import OTHER, SHARDS, Kind, lease_due, shard_of
from runtime.lane import Calls
from runtime.logs import log
from runtime.settings import Settings
from runtime.traces import span

logger = log("store")

CLAIMS = 1024
"""The part of a due time's last millisecond that stands for one claim in vain; see scripts/claim.lua."""

ROUNDS_KEPT = 100
"""Of a table: its latest rounds."""

AT_ONCE = 500
"""Records, or leases, that one call looks at: the store does nothing else meanwhile, at 2 to 8 us each."""

StoreError = RedisError
"""What any call here raises when the store could not answer; the command may have counted."""


Call = tuple[str, Sequence[str], Sequence[str | int | bytes]]
"""A script, its keys and its arguments."""


class TooFewCopies(StoreError):
    """Written, but not in time known to as many replicas as were asked for: it may count, or be lost."""


@dataclass(frozen=True, slots=True)
class Outage:
    """A time in which moves could not be taken."""

    began: UnixMs
    ended: UnixMs


@dataclass(frozen=True, slots=True)
class Stored:
    """A record as it was at `now`, by the store's clock; `body` and `position` are None without one."""

    body: bytes | None
    position: Position | None
    now: UnixMs
    outages: tuple[Outage, ...]


@dataclass(frozen=True, slots=True)
class RoundOver:
    """A round that is over, by its numbers; the body is for whoever wrote it."""

    match: int
    round: int
    body: bytes


@dataclass(frozen=True, slots=True)
class Due:
    """A member that a timer claimed: whom it concerns, since when it was due, how often claimed in vain."""

    member: str
    at: UnixMs
    before: int = 0


@dataclass(frozen=True, slots=True)
class Claimed:
    """What one look at a shard gave: what is due, and the ms until more is, if anything is."""

    now: UnixMs
    due: tuple[Due, ...]
    next_ms: int | None


def next_position(position: Position | None) -> Position:
    """Return the position after `position`; a first one without."""
    return Position(version=position.version + 1 if position else 1, mark=urandom(4).hex())


class Store:
    """Records, what is due, and the store's clock."""

    def __init__(self, redis: "Redis", settings: Settings) -> None:
        self._redis = redis
        self._settings = settings
        self._calls = None if isinstance(redis, RedisCluster) else Calls(redis)

    async def prepare(self) -> None:
        """Load the functions. Safe to do again, and while others do."""
        await self._redis.function_load(functions.library(), replace=True)

    async def prepare_patiently(self) -> None:
        """Prepare the store as soon as it answers: a service may be there before its store."""
        while True:
            try:
                return await self.prepare()
            except StoreError as error:
                logger.warning("waiting for the store", error=type(error).__name__)
                await asyncio.sleep(0.25)

    async def ping(self) -> None:
        """Raise StoreError unless the store answers."""
        await self._redis.ping()

    async def close(self) -> None:
        if self._calls is not None:
            self._calls.close()
        await self._redis.aclose()

    async def load(self, kind: Kind, table: str) -> Stored:
        """Read a record, and the time. Only engines read a match: with that, moves are taken again."""
        shard = shard_of(table)
        read = [keys.record(kind, table), keys.pulse(shard), keys.outages(shard), keys.due(shard)]
        now, body, version, mark, *outages = await self._call(
            "load", read, self._settings.outage_ms if kind == "match" else ""
        )
        position = Position(version=int(version), mark=mark.decode()) if version else None
        return Stored(body, position, UnixMs(now), tuple(map(outage_in, outages)))

    async def commit(
        self,
        kind: Kind,
        table: str,
        *,
        expected: Position | None,
        position: Position,
        body: bytes,
        state: str | None,
        due: Mapping[str, UnixMs | None],
        read: UnixMs | None = None,
        remembered: Sequence[Outage] | None = None,
        over: RoundOver | None = None,
    ) -> UnixMs | None:
        """Write the record if it stands at `expected`, with what is due; return when, or None if it did not.

        `due` gives a member its time, or takes it away. `state` is what the table counts as from now on.
        `read` is when the record was loaded by whose time all this was decided: nothing is written when that
        is as long ago as an outage. Where it was not loaded but `remembered`, with these outages, `read` is
        what the time is held to be: nothing is written either when that is wrong, or an outage is not among
        them. `over` is a round that this ends: it is kept beside the record.
        """
        shard = shard_of(table)
        written = [
            keys.record(kind, table),
            keys.due(shard),
            keys.states(shard),
            keys.activity(shard),
            keys.pulse(shard),
            keys.was(table),
            keys.outages(shard),
            keys.rounds(table),
            keys.record(OTHER[kind], table),
        ]
        arguments: list[str | int | bytes] = [
            expected.version if expected else "",
            expected.mark if expected else "",
            position.version,
            position.mark,
            body,
            self._settings.keep_ms,
            table,
            state or "",
            "" if read is None else read,
            self._settings.outage_ms,
            "" if remembered is None else _last(remembered),
            "" if over is None else f"{over.match}-{over.round}",
            b"" if over is None else over.body,
            ROUNDS_KEPT,
        ]
        for member, at in due.items():
            arguments += ["" if at is None else at, member]
        now = await self._copied("commit", written, *arguments)
        return None if now is None else UnixMs(now)

    async def confirm(self, kind: Kind, table: str) -> None:
        """Return when as many replicas as asked for have all that was written of the record before.

        It is for answering again what was committed once: its first commit may not have got so far. Waiting
        counts for what its own connection wrote, so something is written.
        """
        if not self._settings.store_replicas:
            return
        record = keys.record(kind, table)
        async with self._redis.pipeline(transaction=False) as pipe:
            pipe.pexpire(record, self._settings.keep_ms)
            self._wait(pipe, record)
            self._judge((await pipe.execute())[-1])

    async def settle(
        self, kind: Kind, table: str, at: Position | None, member: str, due: UnixMs | None
    ) -> bool:
        """Say anew when `member` is due, if the record still stands at `at`; return whether it did."""
        judged = [keys.record(kind, table), keys.due(shard_of(table))]
        version, mark = (at.version, at.mark) if at else ("", "")
        answer = await self._call("settle", judged, version, mark, "" if due is None else due, member)
        return bool(answer == b"ok")

    async def is_due(self, table: str, member: str) -> bool:
        """Tell whether `member` is due at any time, past or to come."""
        return await self._redis.zscore(keys.due(shard_of(table)), member) is not None

    async def positions(self, kind: Kind, tables: Sequence[str]) -> dict[str, Position | None]:
        """Return where each of `tables` stands."""
        records = [keys.record(kind, table) for table in tables]
        if isinstance(self._redis, RedisCluster):
            each = await self._pipeline([("positions", [record], ()) for record in records])
            told = [word for one in each for word in one]
        else:
            some = [records[first : first + AT_ONCE] for first in range(0, len(records), AT_ONCE)]
            told = [word for these in some for word in await self._call("positions", these)]
        return {
            table: Position(version=int(version), mark=mark.decode()) if version else None
            for table, version, mark in zip(tables, told[::2], told[1::2], strict=True)
        }

    async def rounds(self, table: str) -> tuple[RoundOver, ...]:
        """Return the rounds of `table` that are kept, the oldest first."""
        return tuple(await self._stream(table, "-", "+"))

    async def round(self, table: str, match: int, round_: int) -> RoundOver | None:
        """Return one of them; None where it is not kept."""
        entry = f"{match}-{round_}"
        return next(iter(await self._stream(table, entry, entry)), None)

    async def was_here(self, table: str) -> bool:
        """Tell whether there was such a table, within ten times the time that one is kept."""
        return bool(await self._redis.exists(keys.was(table)))

    async def reserve(self, request: str, code: str, keep_ms: int) -> str:
        """Return the table code that `request` got first: `code`, unless it was asked before."""
        before = await self._redis.set(keys.request(request), code, nx=True, get=True, px=keep_ms)
        return code if before is None else bytes(before).decode()  # type: ignore[arg-type]

    async def pulse(self) -> list[int]:
        """Note in every shard that moves can be taken; return the ms of each outage that was noticed."""
        outage = self._settings.outage_ms
        rows = await self._each_shard(
            "pulse", lambda n: [keys.pulse(n), keys.outages(n), keys.due(n)], [outage]
        )
        return [ms for ms in rows if ms]

    async def claim(self, most: int) -> list[Claimed]:
        """Take what is due, at most `most` in each shard; members stay until their owner settles them."""
        s = self._settings
        arguments: list[str | int | bytes] = [most, s.handling_ms, s.lease_ms, s.outage_ms]
        rows = await self._each_shard(
            "claim", lambda n: [keys.due(n), keys.pulse(n), keys.watched(n), keys.outages(n)], arguments
        )
        return [_claimed(row) for row in rows]

    async def hold(self, leases: Iterable[tuple[str, int, str]], *, closed: bool) -> list[bool]:
        """Renew each lease (table, seat, connection), or let it lapse soon; tell which were held."""
        length = self._settings.lapse_ms if closed else self._settings.lease_ms
        how = "closed" if closed else "alive"
        dues, members = [], []
        for table, seat, connection in leases:
            dues.append(keys.due(shard_of(table)))
            members.append(lease_due(table, seat, connection))
        held: list[int] = []
        if isinstance(self._redis, RedisCluster):
            each = zip(dues, members, strict=True)
            held = await self._pipeline([("hold", [due], [member, how, length]) for due, member in each])
        else:
            for first in range(0, len(dues), AT_ONCE):
                these = slice(first, first + AT_ONCE)
                held += await self._call("hold_all", dues[these], how, length, *members[these])
        return [bool(one) for one in held]

    async def census(self) -> dict[str, int]:
        """Count all tables by state."""
        counts: dict[str, int] = {}
        for row in await self._each_shard("census", lambda n: [keys.states(n), keys.activity(n)]):
            for state, count in zip(row[::2], row[1::2], strict=True):
                counts[state.decode()] = counts.get(state.decode(), 0) + count
        return counts

    async def reveals_kept(self) -> int:
        """Count how often operators looked at hidden tiles, as far as it is kept."""
        async with self._redis.pipeline(transaction=False) as pipe:
            for shard in range(SHARDS):
                pipe.xlen(keys.reveals(shard))
            return sum(await pipe.execute())

    async def keeps(self) -> bool:
        """Tell whether every primary's append-only file is on, and could be written so far."""
        told = await self._redis.info("persistence")
        nodes = list(told.values()) if "loading" not in told else [told]  # a cluster tells by node
        return all(one["aof_enabled"] == 1 and one["aof_last_write_status"] == "ok" for one in nodes)

    async def _call(self, script: str, touched: Sequence[str], *arguments: str | int | bytes) -> Any:
        say = self._redis.execute_command if self._calls is None else self._calls
        words = "FCALL", functions.name(script), len(touched), *touched, *arguments
        with _Measured(script):
            try:
                return await say(*words)
            except ResponseError as error:
                if "Function not found" not in str(error):
                    raise
                await self.prepare()  # a store that came back empty
                return await say(*words)

    async def _copied(self, script: str, touched: Sequence[str], *arguments: str | int | bytes) -> Any:
        """As `_call`; the answer comes when as many replicas as asked for have it. Raise TooFewCopies."""
        if not self._settings.store_replicas:
            return await self._call(script, touched, *arguments)
        answer, copies = await self._pipeline([(script, touched, arguments)], wait_for=touched[0])
        self._judge(copies)
        return answer

    def _wait(self, pipe: Any, key: str) -> None:
        """Let the pipe wait for replicas, in a cluster at the node that has `key`."""
        node = self._redis.get_node_from_key(key) if isinstance(self._redis, RedisCluster) else None
        where: dict[str, Any] = {} if node is None else {"target_nodes": node}
        pipe.execute_command("WAIT", self._settings.store_replicas, self._settings.store_replicas_ms, **where)

    def _judge(self, copies: int) -> None:
        if copies < self._settings.store_replicas:
            raise TooFewCopies(f"{copies} replicas of {self._settings.store_replicas} have it")

    async def _stream(self, table: str, first: str, last: str) -> list[RoundOver]:
        entries: Any = await self._redis.xrange(keys.rounds(table), first, last)
        return [_round_over(name, fields) for name, fields in entries]

    async def _each_shard(
        self, script: str, keys_of: Callable[[int], list[str]], arguments: Sequence[str | int | bytes] = ()
    ) -> list[Any]:
        """Run a script in every shard: in one call where all are on one node, at a third of the CPU."""
        touched = [keys_of(shard) for shard in range(SHARDS)]
        if isinstance(self._redis, RedisCluster):
            return await self._pipeline([(script, one, arguments) for one in touched])
        together = [key for one in touched for key in one]
        return list(await self._call(script + functions.EACH, together, len(touched[0]), *arguments))

    async def _pipeline(self, calls: Sequence[Call], wait_for: str | None = None) -> list[Any]:
        if not calls:
            return []
        with _Measured(calls[0][0]):
            try:
                return await self._send(calls, wait_for)
            except ResponseError as error:
                if "Function not found" not in str(error):
                    raise
                await self.prepare()  # a store that came back empty
                return await self._send(calls, wait_for)

    async def _send(self, calls: Sequence[Call], wait_for: str | None) -> list[Any]:
        async with self._redis.pipeline(transaction=False) as pipe:
            for script, touched, arguments in calls:
                pipe.fcall(functions.name(script), len(touched), *touched, *arguments)
            if wait_for is not None:
                self._wait(pipe, wait_for)
            return list(await pipe.execute())


class _Measured:
    """Measures a call of the store, and has it in the trace."""

    __slots__ = ("_began", "_script", "_span")

    def __init__(self, script: str) -> None:
        self._script = script.removesuffix(functions.EACH)
        self._span = span(f"store {self._script}")

    def __enter__(self) -> None:
        self._began = perf_counter()
        self._span.__enter__()

    def __exit__(self, *raised: Any) -> None:
        self._span.__exit__(*raised)
        _seconds(self._script).observe(perf_counter() - self._began)


_seconds = metrics.kept(metrics.STORE_SECONDS)


def outage_in(text: bytes) -> Outage:
    """Return an outage as scripts write it."""
    began, ended = text.split(b":")
    return Outage(UnixMs(int(began)), UnixMs(int(ended)))


def _last(outages: Sequence[Outage]) -> str:
    return f"{outages[-1].began}:{outages[-1].ended}" if outages else "-"


def _round_over(name: bytes, fields: Mapping[bytes, bytes]) -> RoundOver:
    match, round_ = name.split(b"-")
    return RoundOver(int(match), int(round_), fields[b"body"])


def _claimed(row: Sequence[Any]) -> Claimed:
    now, next_ms, *pairs = row
    due = [
        Due(member.decode(), UnixMs(int(float(at))), round(float(at) % 1 * CLAIMS))
        for member, at in zip(pairs[::2], pairs[1::2], strict=True)
    ]
    return Claimed(UnixMs(now), tuple(due), None if next_ms < 0 else int(next_ms))
