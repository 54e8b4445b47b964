"""The platform as the gateway reaches it: asking, and listening. Nothing here knows a socket."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

from nats.errors import Error as NatsError
from pydantic import BaseModel, TypeAdapter, ValidationError

from contracts import subjects
from contracts.commands import (
    Arrivals,
    Arrived,
    Failed,
    Seated,
    SeatingCommand,
    arrived,
    failed,
    seating_answer,
)
from gateway.problems import Refusal
from runtime.ask import Reply, Unavailable, ask
from runtime.broker import Broker
from runtime.ear import Heard, hear
from runtime.headers import read_quickly
from runtime.logs import log
from runtime.service import broker_answers
from runtime.settings import Settings

logger = log("link")

T = TypeVar("T", Seated, Arrived)

Unsubscribe = Callable[[], Awaitable[None]]


class Link:
    """A broker that may not be there yet, or be away for a while: then asking is Unavailable."""

    def __init__(self, broker: Broker, settings: Settings) -> None:
        self._broker = broker
        self._settings = settings
        self._connected = asyncio.Event()

    async def connect(self) -> None:
        """Connect, however long it takes."""
        await self._broker.start()
        read_quickly(self._broker.connection)
        self._connected.set()

    async def close(self) -> None:
        """Part from the broker, which may be away."""
        self._broker.ending = True
        with suppress(Exception):
            async with asyncio.timeout(2):
                await self._broker.stop()

    async def check(self) -> None:
        """Raise unless NATS answers now."""
        if not self._connected.is_set():
            raise Unavailable
        await broker_answers(self._broker)

    async def round_trip(self) -> None:
        """Return when NATS has answered, or could not soon: what had come before has been seen by then."""
        with suppress(Exception):
            await broker_answers(self._broker)

    async def wait(self, within_ms: int | None = None) -> None:
        """Return once the broker was there at all; raise Unavailable when it is not in time."""
        if self._connected.is_set():
            return
        try:
            async with asyncio.timeout((within_ms or self._settings.answer_ms) / 1000):
                await self._connected.wait()
        except TimeoutError:
            raise Unavailable from None

    async def ask(self, subject: str, message: BaseModel, *, within_ms: int | None = None) -> Reply:
        """Return the answer, be it a refusal; raise Unavailable when none comes in time."""
        loop = asyncio.get_running_loop()
        patience = within_ms or self._settings.answer_ms
        ends = loop.time() + patience / 1000
        await self.wait(patience)
        left = max(1, round((ends - loop.time()) * 1000))
        return await ask(self._broker, subject, message, self._settings, within_ms=left)

    async def ask_seating(self, command: SeatingCommand, *, within_ms: int | None = None) -> Seated:
        """Return what seating says; raise Refusal where it refuses."""
        return await self._ask_seating(command, seating_answer, within_ms)

    async def ask_arrivals(self, command: Arrivals) -> Arrived:
        """Return what came of each; raise Refusal where seating refuses all."""
        return await self._ask_seating(command, arrived)

    async def _ask_seating(
        self, command: SeatingCommand, reads: TypeAdapter[T | Failed], within_ms: int | None = None
    ) -> T:
        reply = await self.ask(subjects.SEATING, command, within_ms=within_ms)
        try:
            answer = reply.read(reads)
        except ValidationError:
            logger.error("seating gave an answer that is none")
            raise Refusal("internal") from None
        if isinstance(answer, Failed):
            raise Refusal(answer.error)
        return answer

    async def ask_engine(self, subject: str, message: BaseModel) -> bytes:
        """Return a document of the engine's as it came; raise Refusal where it refuses."""
        reply = await self.ask(subject, message)
        if reply.error is None:
            return reply.body
        try:
            raise Refusal(reply.read(failed).error)
        except ValidationError:
            logger.error("the engine gave an answer that is none")
            raise Refusal("internal") from None

    async def listen(self, subject: str, heard: Heard) -> Unsubscribe:
        """Hand every message of `subject` to `heard`, from now on; raise Unavailable when that cannot be.

        While the broker is away this is remembered, and done when it is back.
        """
        if not self._connected.is_set():
            raise Unavailable

        try:
            subscription = await hear(self._broker.connection, subject, heard)
        except NatsError:
            raise Unavailable from None

        async def unsubscribe() -> None:
            with suppress(NatsError):
                await subscription.unsubscribe()

        return unsubscribe
