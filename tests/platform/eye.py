"""Looks at what is stored whenever something has happened: the truth that clients are compared with."""

import asyncio
import json
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

import nats
from nats.aio.msg import Msg
from redis.asyncio import Redis

from contracts.ids import Position
from engine import snapshot
from engine.game import Game
from runtime.keys import match_due, shard_of
from tests.harness.known import known
from tests.harness.platform import Platform
from tests.harness.player import Frame

HEARD = ("v1.evt.table.*", "v1.evt.seat.*.*")
"""All that a gateway may hear."""
LOOK_S = 0.25
"""How long after a lost event it is looked again."""


def now_ms() -> int:
    """The time by this machine's clock, which is the store's too."""
    return int(time.time() * 1000)


@dataclass(frozen=True)
class Seen:
    """A table as it was published, and when that was heard, Unix ms."""

    table: Frame
    at: int


class Eye:
    """Hears every event, as a gateway may, and reads the store, as an operator may."""

    def __init__(self, redis: "Redis") -> None:
        self._redis = redis
        self._changed = asyncio.Condition()
        self.tables: dict[str, list[Seen]] = defaultdict(list)

    @staticmethod
    @asynccontextmanager
    async def open(platform: Platform) -> AsyncIterator["Eye"]:
        redis = Redis.from_url(platform.store_url)
        connection = await nats.connect(
            platform.nats_url_as("gateway"), inbox_prefix=b"_INBOX_gateway", max_reconnect_attempts=-1
        )
        eye = Eye(redis)
        for pattern in HEARD:
            await connection.subscribe(pattern, cb=eye._on_event)
        await known(connection)
        try:
            yield eye
        finally:
            await connection.close()
            await redis.aclose()

    async def game(self, code: str) -> Game | None:
        body = await self._redis.hget(self._key("match", code), "body")
        return None if body is None else snapshot.load(body)

    async def due(self, code: str) -> int | None:
        """When the engine is to be reminded of a table, Unix ms."""
        score = await self._redis.zscore(f"{{s{shard_of(code)}}}:due", match_due(code))
        return None if score is None else int(score)

    async def game_with_due(self, code: str) -> tuple[Game, int | None]:
        """Both, as one commit left them."""
        while True:
            before = await self.position(code)
            game, due = await self.game(code), await self.due(code)
            if before == await self.position(code) and game is not None:
                return game, due

    async def position(self, code: str, kind: str = "match") -> Position | None:
        version, mark = await self._redis.hmget(self._key(kind, code), "version", "mark")
        return None if version is None else Position(version=int(version), mark=mark.decode())

    async def positions(self, code: str) -> tuple[Position | None, Position | None]:
        """Where match and table stand: what a refusal must not change."""
        return await self.position(code), await self.position(code, "table")

    async def leases(self, code: str) -> dict[str, int]:
        """Connections of this table with the Unix ms at which their leases end."""
        rows = await self._redis.zrange(f"{{s{shard_of(code)}}}:due", 0, -1, withscores=True)
        members = ((member.decode(), int(at)) for member, at in rows)
        return {member: at for member, at in members if member.startswith(f"lease|{code}|")}

    async def until(self, code: str, holds: Callable[[Game], bool], within: float = 30.0) -> Game:
        """Wait until the stored game is as asked for."""
        async with asyncio.timeout(within):
            while (game := await self.game(code)) is None or not holds(game):
                await self._anything()
            return game

    async def until_table(self, code: str, holds: Callable[[Frame], bool], within: float = 30.0) -> Frame:
        """Wait until a table has been published that is as asked for."""
        async with asyncio.timeout(within):
            while True:
                for seen in self.tables[code]:
                    if holds(seen.table):
                        return seen.table
                await self._anything()

    async def _anything(self) -> None:
        try:
            async with asyncio.timeout(LOOK_S), self._changed:
                await self._changed.wait()
        except TimeoutError:
            pass

    async def _on_event(self, message: Msg) -> None:
        if message.subject.startswith("v1.evt.table."):
            table = json.loads(message.data)["table"]
            self.tables[table["code"]].append(Seen(table, now_ms()))
        async with self._changed:
            self._changed.notify_all()

    @staticmethod
    def _key(kind: str, code: str) -> str:
        return f"{{s{shard_of(code)}}}:{kind}:{code}"
