"""uvicorn's WebSocket protocol, with what a server needs against clients that do not read or answer."""

import logging
import socket
from asyncio import Transport
from asyncio.transports import BaseTransport
from typing import cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN

from contracts.frames import CloseCode
from gateway.endings import bye

UNREAD = 64 * 1024
"""Bytes that may lie in this process and in the kernel, each, for a client that does not read them."""
LINGER_S = 12.0
"""How long after the end a socket may take to close; uvicorn would wait for an unread buffer for ever."""


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
    """Closes silent connections as such, lets the application abort and write at once; leaves none behind."""

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        cast(Transport, transport).set_write_buffer_limits(high=UNREAD)
        raw = transport.get_extra_info("socket")
        if raw is not None:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD)

    async def run_asgi(self) -> None:
        self.scope["state"] |= {"abort": self.transport.abort, "at_once": self.at_once}
        try:
            await super().run_asgi()
        finally:
            self.loop.call_later(LINGER_S, self.transport.abort)

    def at_once(self, text: str) -> bool:
        """Write a frame if that needs no waiting; past ASGI: most of a turn's work here is its views."""
        if self.conn.state is not OPEN or self.transport.is_closing() or not self.writable.is_set():
            return False
        self.conn.send_text(text.encode())
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def keepalive_timeout(self) -> None:
        """Neither a pong nor anything else came: say `silent`, for whoever may hear it late, and close."""
        self.pong_timer = None
        self.pending_ping_payload = None
        if self.close_sent or self.transport.is_closing():
            return
        last = bye("silent")
        if last is not None:
            self.conn.send_text(last.encode())
        self.conn.send_close(CloseCode.SILENT)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": CloseCode.SILENT, "reason": ""})
        self.transport.close()
