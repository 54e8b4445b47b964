"""Connections to the store that end in words that can be understood, whoever ended them."""

import time
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import hiredis
from redis.asyncio import Connection, SSLConnection
from redis.asyncio.sentinel import (
    SentinelConnectionPool,
    SentinelManagedConnection,
    SentinelManagedSSLConnection,
)
from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import RedisError

ASK_EVERY_S = 0.5
"""How often sentinels are asked who the primary is."""


class _Packed:
    """Packs commands in C, as redis-py does where it is not asyncio's: a commit has 28 parts."""

    def pack_command(self, *parts: Any) -> list[bytes]:
        words = parts[0].split() if isinstance(parts[0], str) else parts[:1]
        return [hiredis.pack_command((*words, *parts[1:]))]


class _Told(_Packed):
    """Says that a connection is lost, where redis-py 8.1 lets an error through that is none of the store's.

    So it is where another task, having learnt that a node is gone, closes connections that are in use, and on
    some Pythons where the other side has closed one (redis/redis-py#4287).
    """

    async def _send_packed_command(self, command: Iterable[bytes]) -> None:
        try:
            await super()._send_packed_command(command)  # type: ignore[misc]
        except (AttributeError, TypeError, RuntimeError) as torn:  # the last one is of uvloop
            raise ConnectionLost("closed while it was in use") from torn


class Plain(_Told, Connection):
    pass


class Secured(_Told, SSLConnection):
    pass


class PlainToPrimary(_Told, SentinelManagedConnection):
    pass


class SecuredToPrimary(_Told, SentinelManagedSSLConnection):
    pass


class PrimaryPool(SentinelConnectionPool):
    """Speaks with the primary that sentinels name now, also where a connection to the one before holds.

    One that was relieved of it, or was cut off, hears of that from its sentinels ten seconds late. What it is
    told meanwhile will be thrown away, and what it says is old.
    """

    asked_at = -ASK_EVERY_S

    async def ensure_connection(self, connection: Any) -> None:
        now = time.monotonic()
        if now - self.asked_at >= ASK_EVERY_S:
            self.asked_at = now
            with suppress(RedisError, OSError):  # while they name none, it is still the one they named last
                await self.get_master_address()  # type: ignore[no-untyped-call]
        if connection.is_connected and self.master_address != (connection.host, connection.port):
            await connection.disconnect()
        await super().ensure_connection(connection)

    def is_of_now(self, connection: Any) -> bool:
        """Tell whether this leads to the primary, as far as sentinels were asked in time."""
        asked = time.monotonic() - self.asked_at < ASK_EVERY_S
        return asked and self.master_address == (connection.host, connection.port)
