"""The one place with NATS options, and with what happens to an error in a handler."""

import asyncio
import math
import os
import ssl
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any

from faststream import BaseMiddleware, ExceptionMiddleware
from faststream.nats import NatsBroker, NatsMessage
from faststream.nats.prometheus.provider import NatsMetricsSettingsProvider
from faststream.prometheus import PrometheusMiddleware
from faststream.security import BaseSecurity, SASLPlaintext
from nats.errors import SlowConsumerError
from nats.protocol.command import hpub_cmd

from contracts.events import CORRELATION
from runtime import metrics, traces
from runtime.logs import correlated, correlation, log
from runtime.serving import answer_to
from runtime.settings import Settings

logger = log("broker")


PONG_S = 60
"""Longer than a connection lives that does not answer pings: see `Broker.answers`."""

FULL_S = 10
"""How often it is logged, at most, that requests are dropped."""


class Broker(NatsBroker):
    """FastStream's broker, with a drain that loses nothing and an end when NATS is lost for good."""

    def __init__(
        self,
        service: str,
        settings: Settings,
        refused: Callable[[Exception], Awaitable[None]] | None = None,
    ) -> None:
        """`refused` is told what NATS says of what may not be said or heard."""
        self.service = service
        self.ending = False
        self._refused = refused
        self._full = -math.inf
        self._pings: set[asyncio.Task[None]] = set()
        super().__init__(
            settings.nats_url.split(","),
            security=security_of(service, settings),
            name=f"{service}-{settings.instance}",
            inbox_prefix=f"_INBOX_{service}",
            max_reconnect_attempts=-1,
            reconnect_time_wait=0.25,  # type: ignore[arg-type]
            connect_timeout=2,
            ping_interval=2,  # a machine that is lost closes nothing: after six seconds another one is sought
            max_outstanding_pings=2,
            pending_size=0,  # a request that timed out is never sent later
            drain_timeout=settings.drain_ms // 1000,
            disconnected_cb=self._disconnected,
            reconnected_cb=self._reconnected,
            closed_cb=self._closed,
            error_cb=self._troubled,
            decoder=_bytes,
            middlewares=[_Correlated, _errors(), _prometheus(), *traces.middlewares()],
            logger=None,
        )

    async def answers(self, within_s: float) -> None:
        """Raise unless NATS answers in time; end the process if it can hear nothing any more.

        The ping itself is never given up: nats-py stops reading, for good and in silence, when there is
        nobody to take a pong. It forgets its pings when it connects again.
        """
        connection = self.connection
        if not connection.is_connected:
            raise ConnectionError("not connected to NATS")
        reading = getattr(connection, "_reading_task", None)
        if reading is not None and reading.done() and not self.ending:
            logger.error("connected to NATS, but deaf; this process ends")
            os._exit(70)
        ping = asyncio.create_task(connection.flush(PONG_S))
        self._pings.add(ping)
        ping.add_done_callback(self._ponged)
        done, _ = await asyncio.wait({ping}, timeout=within_s)
        if not done:
            raise TimeoutError
        ping.result()

    async def tell(self, events: Iterable[tuple[str, bytes]], headers: Mapping[str, str]) -> None:
        """Publish events, each with its subject, with the `headers` of all and what they come of.

        Four of them follow on each turn: past nats-py's way, which writes and checks these headers for each,
        too, it takes 3 us of CPU for one, and with FastStream's middlewares 38.
        """
        connection = self.connection
        if not connection.is_connected or connection.is_draining_pubs:
            raise ConnectionError("not connected to NATS")
        head = _head({**headers, CORRELATION: correlation()})
        for subject, body in events:
            await connection._send_command(hpub_cmd(subject, "", head, body))
        await connection._flush_pending()

    async def drain(self) -> None:
        """Take no new messages, and finish those that came; FastStream's own stop drops what is queued."""
        self.ending = True
        for subscriber in self.subscribers:
            subscription = getattr(subscriber, "subscription", None)
            if subscription is not None:
                with suppress(Exception):  # an outage, or a subscription that is closed already
                    await subscription.drain()
                subscriber.subscription = None  # type: ignore[attr-defined]

    async def stop(self, *args: Any) -> None:
        self.ending = True
        await super().stop(*args)

    def _ponged(self, ping: asyncio.Task[None]) -> None:
        self._pings.discard(ping)
        if not ping.cancelled():
            ping.exception()  # nobody may be waiting for it any more

    async def _troubled(self, error: Exception) -> None:
        if isinstance(error, SlowConsumerError):
            self._dropped()
        elif self._refused is not None:
            await self._refused(error)

    def _dropped(self) -> None:
        """Count it; a line tells of all within some time."""
        metrics.DROPPED.inc()
        now = asyncio.get_running_loop().time()
        if now - self._full > FULL_S:
            logger.warning("more is asked than can be done; what finds too many before it is dropped")
            self._full = now

    async def _disconnected(self) -> None:
        if not self.ending:
            logger.warning("the connection to NATS is lost; it is sought again")

    async def _reconnected(self) -> None:
        logger.info("connected to NATS again")

    async def _closed(self) -> None:
        if not self.ending:
            logger.error("the connection to NATS is closed for good; this process ends")
            os._exit(70)


def security_of(service: str, settings: Settings) -> BaseSecurity | None:
    """Who the service says it is, and whom it takes for NATS."""
    trusted = ssl.create_default_context(cafile=settings.nats_ca) if settings.nats_ca else None
    if settings.nats_password is None:
        return None if trusted is None else BaseSecurity(trusted, use_ssl=True)
    password = settings.nats_password.get_secret_value()
    return SASLPlaintext(service, password, ssl_context=trusted, use_ssl=trusted is not None)


def _head(headers: Mapping[str, str]) -> bytes:
    """Headers as NATS has them; no value may hold a line's end."""
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    if lines.count("\n") != len(headers) or lines.count("\r") != len(headers):
        raise ValueError("a header of two lines")
    return f"NATS/1.0\r\n{lines}\r\n".encode()


async def _bytes(message: NatsMessage) -> Any:
    return message.body


def _errors() -> ExceptionMiddleware:
    middleware = ExceptionMiddleware()
    middleware.add_handler(Exception, publish=True)(answer_to)
    return middleware


class _Correlated(BaseMiddleware):
    """Lets every line that a handler logs name the command it is about, as its asker does."""

    async def consume_scope(self, call_next: Callable[[Any], Awaitable[Any]], msg: Any) -> Any:
        correlated(msg.correlation_id)
        return await call_next(msg)


class _Templates(NatsMetricsSettingsProvider):
    """Names handlers by their subject without ids, so that tables do not multiply series."""

    def get_consume_attrs_from_message(self, msg: Any) -> Any:
        attrs = super().get_consume_attrs_from_message(msg)
        attrs["destination_name"] = _template(attrs["destination_name"])
        return attrs

    def get_publish_destination_name_from_cmd(self, cmd: Any) -> str:
        return _template(super().get_publish_destination_name_from_cmd(cmd))


def _template(subject: str) -> str:
    if subject.startswith("_INBOX"):
        return "_INBOX"
    parts = subject.split(".")
    return ".".join(part if index < 3 else "*" for index, part in enumerate(parts))


def _prometheus() -> Any:
    return PrometheusMiddleware(
        settings_provider_factory=lambda _: _Templates(),
        registry=metrics.REGISTRY,
    )
