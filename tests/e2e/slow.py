"""A slow network in front of a server: all connections of a browser go through it, workers' and sockets' too.

A browser's own throttling holds back neither what a worker fetches nor what a WebSocket says.
"""

import asyncio
import threading
import time
from contextlib import suppress

CHUNK = 1_400
"""Bytes that travel together."""


class SlowLine:
    """`origin` is that of the server at `port`, as far away as `rtt` and as narrow as `rate` say."""

    def __init__(self, port: int, *, rtt: float = 0.150, rate: float = 1_600_000) -> None:
        """`rtt` is there and back in seconds; `rate`, in bit/s, is shared by all connections, each way."""
        self._port = port
        self._rtt = rtt
        self._rate = rate
        self._free = {"up": 0.0, "down": 0.0}
        """When each way is free again; one thing travels at a time."""
        ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve(ready)))
        self._thread.start()
        ready.wait()

    @property
    def origin(self) -> str:
        return f"http://localhost:{self._own}"

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._done.set)
        self._thread.join(20)

    async def _serve(self, ready: threading.Event) -> None:
        self._loop = asyncio.get_running_loop()
        self._done = asyncio.Event()
        server = await asyncio.start_server(self._pass_on, "127.0.0.1", 0)
        self._own = server.sockets[0].getsockname()[1]
        ready.set()
        await self._done.wait()
        server.close()

    async def _pass_on(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        await asyncio.sleep(self._rtt)  # until a connection is made
        far, on = await asyncio.open_connection("127.0.0.1", self._port)
        with suppress(ConnectionError, asyncio.CancelledError):  # one that is cut off has nothing to say
            await asyncio.gather(self._travel("up", near, on), self._travel("down", far, back))

    async def _travel(self, way: str, source: asyncio.StreamReader, to: asyncio.StreamWriter) -> None:
        under_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        arriving = asyncio.create_task(_arrive(under_way, to))
        while data := await source.read(CHUNK):
            leaves = max(time.monotonic(), self._free[way])
            self._free[way] = leaves + len(data) * 8 / self._rate
            under_way.put_nowait((self._free[way] + self._rtt / 2, data))
        under_way.put_nowait((time.monotonic() + self._rtt / 2, b""))
        await arriving


async def _arrive(under_way: asyncio.Queue[tuple[float, bytes]], to: asyncio.StreamWriter) -> None:
    """Hand on what travels, each at its time; nothing more comes after what is empty."""
    while True:
        due, data = await under_way.get()
        await asyncio.sleep(max(0, due - time.monotonic()))
        if not data:
            to.close()
            return
        to.write(data)
        await to.drain()
