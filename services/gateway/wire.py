"""uvicorn's WebSocket protocol, with what a server needs against clients that do not read or answer.

Who comes is let in by an ASGI application. Then it returns, and its connection lives on: what the handshake
said and all that it went through is forgotten, and frames go past ASGI in both directions.
"""

import logging
import socket
from asyncio import Transport
from asyncio.transports import BaseTransport
from collections.abc import Callable, Coroutine
from typing import Any, cast

from starlette.types import Receive, Scope, Send
from uvicorn._types import ASGIReceiveEvent
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN

from contracts.frames import CloseCode
from gateway.endings import bye
from gateway.gate import Gate
from gateway.mailbox import Mailbox

UNREAD = 64 * 1024
"""Bytes that may lie in this process and in the kernel, each, for a client that does not read them."""
LINGER_S = 12.0
"""How long after the end a socket may take to close; uvicorn would wait for an unread buffer for ever."""

PING = b"\x89\x00"

Heard = Callable[[str | None], None]
"""Takes a message; None is one that is not text. It must not wait for anything."""


CLIENTS_FAULTS = (
    "Invalid UTF-8",
    "Invalid HTTP",
    "Unsupported upgrade",
    "No supported WebSocket",
    "ASGI callable returned without completing handshake",  # said after every handshake that is refused
)


class NotClientsFaults(logging.Filter):
    """Anybody can cause these lines, as many as they like."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not str(record.msg).startswith(CLIENTS_FAULTS)


class Wire(WebSocketsSansIOProtocol):
    """Lets a connection hear, write at once and abort; closes silent connections as such; leaves none."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._mail: Mailbox[ASGIReceiveEvent] = Mailbox()
        self.queue = cast(Any, self._mail)  # they have all that uvicorn asks of its Queue and its Event
        self.writable = cast(Any, Gate(is_open=True))
        self._heard: Heard | None = None
        self._life: Coroutine[Any, Any, None] | None = None
        self._let_in, self.app = self.app, self._serve
        self._heard_at = self._pinged_at = 0.0

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        cast(Transport, transport).set_write_buffer_limits(high=UNREAD)
        raw = transport.get_extra_info("socket")
        if raw is not None:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD)

    async def run_asgi(self) -> None:
        self.scope["state"]["wire"] = self
        try:
            await super().run_asgi()
        finally:
            self.loop.call_later(LINGER_S, self.transport.abort)

    def lives(self, life: Coroutine[Any, Any, None]) -> None:
        """Stay open, once the application has returned, until `life` has."""
        self._life = life

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._let_in(scope, receive, send)
        if self._life is not None:
            self.request = self.response = cast(Any, None)
            scope.clear()
            await self._life

    def abort(self) -> None:
        """Drop the connection, and what is on its way."""
        self.transport.abort()

    def hear(self, heard: Heard) -> None:
        """Hand all messages to `heard` from now on, and those that came already."""
        self._heard = heard
        for waits in self._mail.take_all():
            if waits["type"] == "websocket.receive":
                heard(waits.get("text"))
            else:
                self._mail.put_nowait(waits)
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    async def ended(self) -> int:
        """Return once the connection is closed by either side, with the code of its close."""
        return cast("int | None", (await self._mail.get()).get("code")) or 1005

    def data_received(self, data: bytes) -> None:
        self._heard_at = self.loop.time()
        super().data_received(data)
        if not self.handshake_initiated and self.conn.handshake_exc is not None:
            self.transport.write(b"".join(self.conn.data_to_send()))  # uvicorn would say nothing, and keep it
            self.transport.close()

    def send_receive_event_to_app(self) -> None:
        if self._heard is None or self.close_sent:
            super().send_receive_event_to_app()
        elif self.curr_msg_data_type == "bytes":
            self.frames = []
            self._heard(None)
        else:
            try:
                text = b"".join(self.frames).decode()
            except UnicodeDecodeError:
                super().send_receive_event_to_app()  # which closes with 1007
                return
            self.frames = []
            self._heard(text)

    def at_once(self, text: bytes) -> bool:
        """Write a frame if that needs no waiting."""
        if self.conn.state is not OPEN or self.transport.is_closing() or not self.writable.is_set():
            return False
        self.transport.write(_head(len(text)) + text)
        return True

    async def write(self, text: bytes) -> None:
        """Write a frame when there is room; raise ClientDisconnected when there will be none."""
        await self.writable.wait()
        if not self.at_once(text):
            raise ClientDisconnected

    async def close(self, code: int) -> None:
        """Close; raise ClientDisconnected or RuntimeError where that has been done."""
        await self.send({"type": "websocket.close", "code": code, "reason": ""})

    def start_keepalive(self) -> None:
        self._look_after(self.ping_interval or 0.0)

    def _look_after(self, seconds: float) -> None:
        self.ping_timer = self.loop.call_later(seconds, self._look)

    def _look(self) -> None:
        """Ping a client of which nothing was heard for a while; if nothing was since, it is silent."""
        self.ping_timer = None
        if self.close_sent or self.transport.is_closing():
            return
        now, interval = self.loop.time(), self.ping_interval or 0.0
        if self._pinged_at > self._heard_at:
            self.keepalive_timeout()
        elif now - self._heard_at < interval:
            self._look_after(self._heard_at + interval - now)
        else:
            self._pinged_at = now
            self.transport.write(PING)
            self._look_after(self.ping_timeout or 0.0)

    def keepalive_timeout(self) -> None:
        """Say `silent`, for whoever may hear it late, and close."""
        last = bye("silent")
        if last is not None:
            self.conn.send_text(last)
        self.conn.send_close(CloseCode.SILENT)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": CloseCode.SILENT, "reason": ""})
        self.transport.close()


def _head(length: int) -> bytes:
    """What comes before an unmasked text of `length` bytes, in one piece (RFC 6455, 5.2)."""
    if length < 126:
        return bytes((0x81, length))
    if length < 65_536:
        return b"\x81\x7e" + length.to_bytes(2)
    return b"\x81\x7f" + length.to_bytes(8)
