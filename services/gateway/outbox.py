"""What is on its way to one client: bounded, and sent by one writer, so that nobody waits for a slow reader.

What can be written to the socket at once does not wait for the writer: with most clients everything can.
A table document or a view that still waits gives way to a newer one, which waits behind all else: a refusal
before it may have shown an older view, and the last one holds. Replies are never dropped.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel

from runtime import metrics

MOST = 64
"""Frames that may wait; one more, and the client reads too slowly."""
SEND_WITHIN_S = 5.0
"""How long one frame may take to be written to the socket's buffer."""

Slot = Literal["table", "view"]
Send = Callable[[bytes], Awaitable[None]]
AtOnce = Callable[[bytes], bool]
"""Writes a frame if the socket takes it without waiting; tells whether it did."""


class Overflow(Exception):
    """More frames wait than a client may leave unread."""


@dataclass(slots=True)
class _Waiting:
    """`received` is when the command behind a view was read by a gateway, Unix ms."""

    text: bytes
    received: int | None = None


class Outbox:
    """Frames in the order in which they are to be sent. Putting one never waits.

    `stirred` is called when something waits to be written, or the end does.
    """

    __slots__ = ("_at_once", "_closed", "_count", "_most", "_sending", "_waiting", "stirred")

    def __init__(self, most: int = MOST, at_once: AtOnce | None = None) -> None:
        self._most = most
        self._at_once = at_once
        self._sending = False
        self._waiting: dict[Slot | int, _Waiting] = {}
        self._count = 0
        self._closed = False
        self.stirred: Callable[[], None] = lambda: None

    def put(self, frame: BaseModel | bytes, slot: Slot | None = None, received: int | None = None) -> None:
        """Send `frame` after all that waits, or nothing after an end; raise Overflow when too much waits."""
        if self._closed:
            return
        text = frame if isinstance(frame, bytes) else frame.model_dump_json().encode()
        if self._at_once and not self._waiting and not self._sending and self._at_once(text):
            _observe(received)
            return
        before = self._waiting.get(slot) if slot else None
        if slot and before:
            oldest = min(at for at in (before.received, received) if at) if before.received else received
            del self._waiting[slot]
            self._waiting[slot] = _Waiting(text, oldest)
            return
        if len(self._waiting) >= self._most:
            raise Overflow
        self._count += 1
        self._waiting[slot or self._count] = _Waiting(text, received)
        self.stirred()

    def end(self, last: bytes | None, *, at_once: bool = False) -> None:
        """Send `last` after all that waits, or `at_once` instead of it, and then nothing more."""
        if self._closed:
            return
        if at_once:
            self._waiting.clear()
        if last is not None:
            self._count += 1
            self._waiting[self._count] = _Waiting(last)
        self._closed = True
        self.stirred()

    async def write(self, send: Send, within_s: float = SEND_WITHIN_S) -> None:
        """Send all that waits; raise TimeoutError when the client does not take a frame in time."""
        while self._waiting:
            waiting = self._waiting.pop(next(iter(self._waiting)))
            self._sending = True
            async with asyncio.timeout(within_s):
                await send(waiting.text)
            self._sending = False
            _observe(waiting.received)


def _observe(received: int | None) -> None:
    if received is not None:
        metrics.TURN_LATENCY.observe(max(0.0, time.time() - received / 1000))
