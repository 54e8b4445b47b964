"""A WebSocket client that does as little as can be: it has to carry tens of thousands of players.

It knows what a gateway sends: text frames in one piece, without extensions, and pings. It checks nothing that
a gateway's own tests check.
"""

import asyncio
import os
from collections.abc import Callable
from ipaddress import IPv4Address
from typing import cast

Heard = Callable[["Wire", bytes], None]
"""Gets every text frame's bytes."""

TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A
HANDSHAKE = (
    "GET /ws/{code} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    "Sec-WebSocket-Protocol: doublesix.v1\r\nAuthorization: Bearer {secret}\r\n\r\n"
)


class Refused(ConnectionError):
    """The gateway did not open the socket; the first line of its answer."""


class Wire(asyncio.Protocol):
    """One connection of one seat. `heard` gets its frames from the first one on.

    It is `opened` with that: whoever begins a match before its seats are taken has players who are away.
    """

    def __init__(self, heard: Heard, lost: Callable[["Wire"], None]) -> None:
        self._heard = heard
        self._lost = lost
        self._buffer = b""
        self._open = False
        self._transport: asyncio.Transport
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(Refused("closed"))
        else:
            self._lost(self)

    def data_received(self, data: bytes) -> None:
        self._buffer = self._buffer + data if self._buffer else data
        if not self._open and not self._shake():
            return
        start, held = 0, len(self._buffer)
        while held - start >= 2:
            kind, length, body = self._buffer[start], self._buffer[start + 1], start + 2
            if length == 126:
                body += 2
                length = int.from_bytes(self._buffer[start + 2 : body])
            elif length == 127:
                body += 8
                length = int.from_bytes(self._buffer[start + 2 : body])
            if held < body + length:
                break
            start = body + length
            if kind == TEXT:
                if not self.opened.done():
                    self.opened.set_result(None)
                self._heard(self, self._buffer[body:start])
            elif kind == PING:
                self._transport.write(_masked(PONG, self._buffer[body:start]))
            elif kind == CLOSE:
                self._transport.close()
        self._buffer = self._buffer[start:]

    def send(self, text: bytes) -> None:
        """Send a text frame; to nobody, when the gateway has closed."""
        if not self._transport.is_closing():
            self._transport.write(_masked(TEXT, text))

    def ask(self, host: str, code: str, secret: str) -> None:
        self._transport.write(HANDSHAKE.format(code=code, host=host, secret=secret).encode())

    def abort(self) -> None:
        self._transport.abort()

    def _shake(self) -> bool:
        head, found, rest = self._buffer.partition(b"\r\n\r\n")
        if not found:
            return False
        if not head.startswith(b"HTTP/1.1 101"):
            self.opened.set_exception(Refused(head.partition(b"\r\n")[0].decode()))
            self._transport.abort()
            return False
        self._open, self._buffer = True, rest
        return True


def _masked(kind: int, body: bytes) -> bytes:
    """Return a frame whose mask is zero, which is as good as any for a server."""
    length = len(body)
    head = bytes((kind, 0x80 | length)) if length < 126 else bytes((kind, 0xFE)) + length.to_bytes(2)
    return head + b"\0\0\0\0" + body


async def open_wire(
    address: tuple[str, int], code: str, secret: str, heard: Heard, lost: Callable[[Wire], None], here: str
) -> Wire:
    """Open the socket of a seat from the local address `here`; raise OSError, Refused with it."""
    loop = asyncio.get_running_loop()
    _, wire = await loop.create_connection(lambda: Wire(heard, lost), *address, local_addr=(here, 0))
    wire.ask(f"{address[0]}:{address[1]}", code, secret)
    await wire.opened
    return wire


def local_addresses(number: int = 8) -> list[str]:
    """Addresses of this machine to connect from: each has ports of its own. Linux answers to all of 127/8."""
    first = IPv4Address("127.0.0.2")
    return [str(first + n) for n in range(number)] if os.path.exists("/proc/net") else ["127.0.0.1"]
