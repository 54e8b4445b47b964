"""Asking another service until it answers.

A try that timed out may have counted: only the same bytes are sent again, and what is answered to any try
counts. Each is given more time than the one before, so that what is slow is not asked more and more.
"""

import asyncio
from collections.abc import Mapping
from time import perf_counter
from typing import TypeVar

from faststream.nats import NatsBroker
from nats.errors import Error as NatsError
from nats.errors import NoRespondersError
from pydantic import BaseModel, TypeAdapter

from contracts.events import CORRELATION, ERROR
from runtime import metrics
from runtime.logs import correlation
from runtime.requests import requests_of
from runtime.settings import Settings
from runtime.traces import carried, span

T = TypeVar("T")

_seconds = metrics.kept(metrics.REQUEST_SECONDS)

GROWS = 1.5
"""How much longer a try lasts than the one before that timed out."""
LONGEST = 4
"""At most so many times as long as the first one."""


class Unavailable(Exception):
    """No answer came in time. Whether the command counted is not known."""


class Reply:
    """An answer as it came: the bytes, and the headers beside them."""

    __slots__ = ("body", "headers")

    def __init__(self, body: bytes, headers: Mapping[str, str]) -> None:
        self.body = body
        self.headers = headers

    @property
    def error(self) -> str | None:
        """The code of the refusal, where this is one."""
        return self.headers.get(ERROR)

    def read(self, shape: TypeAdapter[T]) -> T:
        """Return what was answered, past what only a later release knows; raise ValidationError."""
        return shape.validate_json(self.body, extra="ignore")


async def ask(
    broker: NatsBroker, subject: str, message: BaseModel, settings: Settings, *, within_ms: int | None = None
) -> Reply:
    """Send `message` until somebody answers it; raise Unavailable after `within_ms` (settings.answer_ms)."""
    to = subject.split(".")[2]
    began = perf_counter()
    try:
        with span("ask " + to):
            return await _ask(broker, subject, message.model_dump_json().encode(), settings, within_ms)
    finally:
        _seconds(to).observe(perf_counter() - began)


async def _ask(
    broker: NatsBroker, subject: str, body: bytes, settings: Settings, within_ms: int | None
) -> Reply:
    loop = asyncio.get_running_loop()
    ends = loop.time() + (within_ms or settings.answer_ms) / 1000
    pause, patience = 0.02, settings.request_ms / 1000
    connection = broker.connection
    longest, headers = patience * LONGEST, {CORRELATION: correlation(), **carried()}
    with requests_of(connection).question() as question:
        while True:
            left = ends - loop.time()
            if left <= 0:
                raise Unavailable
            try:
                message = await question.ask(connection, subject, body, min(left, patience), headers)
            except NoRespondersError:
                why = "nobody"
            except (NatsError, TimeoutError, OSError) as error:
                why = type(error).__name__
                patience = min(longest, patience * GROWS)
            else:
                reply = Reply(message.data, message.headers or {})
                if reply.error != "unavailable":
                    return reply
                why = "unavailable"
            metrics.RETRIES.labels(why).inc()
            await asyncio.sleep(min(pause, max(0.0, ends - loop.time())))
            pause = min(0.25, pause * 2)
