"""One connection to the store that all calls share: each is sent at once, and answers come in their order.

redis-py gives each call a connection of its own, looks after it before and afterwards, and waits twice with a
time limit: five times the CPU of the call itself. What is asked in one turn of the event loop goes in one
write here.

It is a shorter way, and no other promise: whatever goes wrong in it, redis-py asks again as it always did.
"""

import asyncio
from collections import deque
from contextlib import suppress
from typing import Any

import hiredis
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import InvalidResponse, RedisError
from redis.exceptions import TimeoutError as TookTooLong

from runtime.connections import PrimaryPool

_NOTHING = object()
"""What the reader says where an answer is not there whole."""


class Lane(asyncio.Protocol):
    """A connection that redis-py has made: from now on it is written and read here."""

    def __init__(self, connection: Any) -> None:
        self.connection = connection
        self.open = True
        self._loop = asyncio.get_running_loop()
        self._reader = hiredis.Reader(
            protocolError=InvalidResponse,
            replyError=connection._parser.parse_error,
            notEnoughData=_NOTHING,
        )
        self._said: list[bytes] = []
        self._awaited: deque[asyncio.Future[Any]] = deque()
        self._oldest: asyncio.Future[Any] | None = None
        self._watch: asyncio.TimerHandle | None = None
        self._transport: asyncio.Transport = connection._writer.transport
        self._transport.set_protocol(self)

    def say(self, words: tuple[Any, ...]) -> "asyncio.Future[Any]":
        """Send a command; its answer is awaited. An answer that is an error is raised."""
        if not self._said:
            self._loop.call_soon(self._send)
        self._said.append(hiredis.pack_command(words))
        answer: asyncio.Future[Any] = self._loop.create_future()
        self._awaited.append(answer)
        if self._watch is None:
            self._look_later()
        return answer

    def close(self, why: RedisError) -> None:
        """End the connection; whoever waits is told `why`."""
        self.open = False
        if self._watch is not None:
            self._watch.cancel()
        self.connection._close()
        while self._awaited:
            answer = self._awaited.popleft()
            if not answer.done():
                answer.set_exception(why)

    def data_received(self, data: bytes) -> None:
        try:
            self._reader.feed(data)
            while (said := self._reader.gets()) is not _NOTHING:
                self._answered(said)
        except Exception as error:  # what is not of the protocol: what follows would be anybody's answer
            self.close(ConnectionLost(f"not understood: {type(error).__name__}"))

    def connection_lost(self, error: Exception | None) -> None:
        self.close(ConnectionLost("closed by the store"))

    def _answered(self, said: Any) -> None:
        if isinstance(said, hiredis.PushNotification):
            return
        answer = self._awaited.popleft()
        if answer.done():  # nobody waits for it any more
            return
        if isinstance(said, RedisError):
            answer.set_exception(said)
        else:
            answer.set_result(said)

    def _send(self) -> None:
        said, self._said = self._said, []
        if self.open:
            self._transport.write(said[0] if len(said) == 1 else b"".join(said))

    def _look_later(self) -> None:
        self._oldest = self._awaited[0] if self._awaited else None
        self._watch = None
        if self._oldest is not None:
            self._watch = self._loop.call_later(self.connection.socket_timeout, self._look)

    def _look(self) -> None:
        """Give the connection up where the same call is awaited that was awaited one time limit ago."""
        if self._awaited and self._awaited[0] is self._oldest:
            self.close(TookTooLong("no answer in time"))
        else:
            self._look_later()


class Calls:
    """Calls of a store that has one node to speak with: by a lane, and by redis-py where there is none."""

    def __init__(self, redis: "Redis") -> None:
        self._redis = redis
        self._lane: Lane | None = None
        self._opening = False

    async def __call__(self, *words: str | int | bytes) -> Any:
        """Return what the store answers to a command; raise what redis-py raises.

        A call may be carried out twice where its answer was lost.
        """
        lane = self._lane
        if lane is not None and self._leads_there(lane):
            try:
                return await lane.say(words)
            except RedisError as error:
                lane.close(ConnectionLost(f"after {type(error).__name__}"))
        answer = await self._redis.execute_command(*words)  # type: ignore[no-untyped-call]
        if self._lane is None or not self._leads_there(self._lane):
            with suppress(RedisError, OSError):  # there is an answer; the next call will try
                await self._open()
        return answer

    def close(self) -> None:
        if self._lane is not None:
            self._lane.close(ConnectionLost("closed"))

    def _leads_there(self, lane: Lane) -> bool:
        pool = self._redis.connection_pool
        return lane.open and (not isinstance(pool, PrimaryPool) or pool.is_of_now(lane.connection))

    async def _open(self) -> None:
        if self._opening:
            return
        self._opening = True
        try:
            connection: Any = self._redis.connection_pool.make_connection()  # type: ignore[no-untyped-call]
            await connection.connect()
            before, self._lane = self._lane, Lane(connection)
            if before is not None:
                before.close(ConnectionLost("another way was taken"))
        finally:
            self._opening = False
