"""The store as operators need it: all of its tables, one table whole, and who looked at hidden tiles.

No service uses this. It asks for much in many small steps, so that play between them waits for none of them.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from secrets import token_hex
from typing import Any

from contracts.ids import UnixMs
from runtime import keys
from runtime.keys import SHARDS, shard_of
from runtime.store import Outage, RoundOver, Store, outage_in

STEP = 500
"""Tables of a shard that are read at once."""
DETAILS = 100
"""Tables whose records are read at once."""
REVEALS_KEPT = 1_000
"""Of each shard: the latest."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A table as the store's index has it. `active` is when something was last done at it."""

    code: str
    state: str
    active: UnixMs


@dataclass(frozen=True, slots=True)
class Bodies:
    """What is stored of a table, as bytes; None where there is none."""

    lobby: bytes | None
    match: bytes | None


@dataclass(frozen=True, slots=True)
class Whole:
    """All that the store had of one table at one moment. Seeds and hands are in it."""

    code: str
    at: UnixMs
    state: str | None
    lobby: bytes | None
    lobby_version: int
    match: bytes | None
    match_version: int
    outages: tuple[Outage, ...]
    rounds: tuple[RoundOver, ...]
    due: Mapping[str, UnixMs]

    @property
    def is_nothing(self) -> bool:
        return self.lobby is None and self.match is None


@dataclass(frozen=True, slots=True)
class Reveal:
    """Somebody looked at what was hidden: who, on which machine, at what, and why; `at` once it is kept."""

    who: str
    host: str
    table: str
    what: str
    why: str
    at: UnixMs | None = None


class OperatedStore(Store):
    """A store with what only operators ask of it."""

    async def now(self) -> UnixMs:
        """Return the store's time."""
        return (await self.load("table", "")).now

    async def listed(self) -> AsyncIterator[list[Listed]]:
        """Yield every table once, some hundred of each shard at a time.

        What comes or goes meanwhile may be left out.
        """
        now, seen = await self.now(), set[str]()
        cursors: dict[int, int] = dict.fromkeys(range(SHARDS), 0)
        while cursors:
            async with self._redis.pipeline(transaction=False) as pipe:
                for shard, cursor in cursors.items():
                    pipe.zscan(keys.activity(shard), cursor, count=STEP)
                rows = await pipe.execute()
            ends = {
                member.decode(): int(end)
                for _, members in rows
                for member, end in members
                if end > now and member.decode() not in seen
            }
            cursors = {shard: row[0] for shard, row in zip(cursors, rows, strict=True) if row[0]}
            seen |= ends.keys()
            states = await self._states(list(ends))
            yield [
                Listed(code, states[code], UnixMs(end - self._settings.keep_ms)) for code, end in ends.items()
            ]

    async def overdue(self, ms: int) -> int:
        """Count what should have been done `ms` ago and has not been; what is being handled is not."""
        last = await self.now() - ms
        async with self._redis.pipeline(transaction=False) as pipe:
            for shard in range(SHARDS):
                pipe.zcount(keys.due(shard), "-inf", last)
            return sum(await pipe.execute())

    async def _states(self, codes: Sequence[str]) -> dict[str, str]:
        async with self._redis.pipeline(transaction=False) as pipe:
            for code in codes:
                pipe.hget(keys.states(shard_of(code)), code)
            rows = await pipe.execute()
        return {code: row.decode() if row else "unknown" for code, row in zip(codes, rows, strict=True)}

    async def bodies(self, codes: Sequence[str]) -> AsyncIterator[tuple[str, Bodies]]:
        """Yield what is stored of each of `codes`, some at a time."""
        for start in range(0, len(codes), DETAILS):
            some = codes[start : start + DETAILS]
            async with self._redis.pipeline(transaction=False) as pipe:
                for code in some:
                    pipe.hget(keys.record("table", code), "body")
                    pipe.hget(keys.record("match", code), "body")
                rows = await pipe.execute()
            for code, lobby, match in zip(some, rows[::2], rows[1::2], strict=True):
                yield code, Bodies(lobby, match)

    async def take(self, code: str, *, due: bool = False) -> Whole:
        """Return all that there is of a table, read in one step; `due` asks for what is due there, too."""
        shard = shard_of(code)
        read = [
            keys.record("table", code),
            keys.record("match", code),
            keys.rounds(code),
            keys.due(shard),
            keys.outages(shard),
            keys.states(shard),
        ]
        now, state, lobby, lobby_version, match, match_version, outages, rounds, members = await self._call(
            "take", read, code, "due" if due else ""
        )
        return Whole(
            code=code,
            at=UnixMs(now),
            state=state.decode() if state else None,
            lobby=lobby,
            lobby_version=int(lobby_version or 0),
            match=match,
            match_version=int(match_version or 0),
            outages=tuple(map(outage_in, outages)),
            rounds=tuple(map(_round, rounds[::2], rounds[1::2])),
            due={
                member.decode(): UnixMs(int(float(at)))
                for member, at in zip(members[::2], members[1::2], strict=True)
            },
        )

    async def put_back(self, whole: Whole, request: str | None, *, replace: bool, remind: bool) -> bool:
        """Put a table where it was; return False where one is, and `replace` does not say that it may go.

        Marks are new: whoever was shown this table sees that it is another. `request` is that by which it was
        opened: asked again, it is this table. `remind` has seating tell the engine who is there.
        """
        shard = shard_of(whole.code)
        written = [
            keys.record("table", whole.code),
            keys.record("match", whole.code),
            keys.rounds(whole.code),
            keys.due(shard),
            keys.states(shard),
            keys.activity(shard),
            keys.pulse(shard),
            keys.was(whole.code),
        ]
        arguments: list[str | int | bytes] = [
            whole.code,
            "replace" if replace else "",
            self._settings.keep_ms,
            whole.state or "",
            *(whole.lobby or b"", whole.lobby_version, token_hex(4)),
            *(whole.match or b"", whole.match_version, token_hex(4)),
            self._settings.handling_ms if remind else "",
        ]
        for one in whole.rounds:
            arguments += [f"{one.match}-{one.round}", one.body]
        if await self._copied("restore", written, *arguments) != b"ok":
            return False
        if request is not None:
            await self.reserve(request, whole.code, self._settings.keep_ms)
        return True

    async def note(self, reveal: Reveal) -> None:
        """Keep that somebody is going to look at what is hidden."""
        fields: Any = {
            "who": reveal.who,
            "host": reveal.host,
            "table": reveal.table,
            "what": reveal.what,
            "why": reveal.why,
        }
        await self._redis.xadd(
            keys.reveals(shard_of(reveal.table)), fields, maxlen=REVEALS_KEPT, approximate=False
        )

    async def reveals(self) -> list[Reveal]:
        """Return who looked at what was hidden, the oldest first."""
        async with self._redis.pipeline(transaction=False) as pipe:
            for shard in range(SHARDS):
                pipe.xrange(keys.reveals(shard))
            rows = await pipe.execute()
        found = [_reveal(name, fields) for row in rows for name, fields in row]
        return sorted(found, key=lambda reveal: reveal.at or 0)


def _round(name: bytes, body: bytes) -> RoundOver:
    match, round_ = name.split(b"-")
    return RoundOver(int(match), int(round_), body)


def _reveal(name: bytes, fields: Mapping[bytes, bytes]) -> Reveal:
    told = {key.decode(): value.decode() for key, value in fields.items()}
    return Reveal(**told, at=UnixMs(int(name.split(b"-")[0])))
