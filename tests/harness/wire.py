"""A wire between browsers and a gateway that can go dead without a word: a phone asleep, a tunnel.

with Wire(8000) as wire:
    browse(wire.url)
    wire.lose()
"""

import asyncio
import threading
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, Self, TypeVar

T = TypeVar("T")


class Wire:
    """`url` leads to a port of this machine."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._alive: set[object] = set()
        self._server: asyncio.Server
        self.url: str

    def __enter__(self) -> Self:
        self._thread.start()
        self._server = self._do(asyncio.start_server(self._join, "127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    def __exit__(self, *exc: object) -> None:
        self._do(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def lose(self) -> None:
        """Nothing more arrives over the connections of today, and nobody is told. New ones are good."""
        self._do(self._forget())

    async def _forget(self) -> None:
        self._alive.clear()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        mark = object()
        self._alive.add(mark)
        there, back = await asyncio.open_connection("127.0.0.1", self._port)
        await asyncio.gather(self._carry(mark, reader, back), self._carry(mark, there, writer))

    async def _carry(self, mark: object, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(65_536):
                if mark in self._alive:
                    writer.write(data)
                    await writer.drain()
        if mark in self._alive:
            writer.close()

    async def _end(self) -> None:
        self._server.close()
        tasks = [one for one in asyncio.all_tasks() if one is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _do(self, what: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(what, self._loop).result(10)
