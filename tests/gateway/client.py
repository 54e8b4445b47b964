"""A client as small as can be: what it receives is JSON, and it can wait for what it expects."""

import asyncio
import json
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin, Subprotocol

from contracts.frames import SUBPROTOCOL
from tests.gateway.world import CODE, SECRETS

Frame = dict[str, Any]
WITHIN_S = 5.0


class Client:
    """One WebSocket, opened as a browser would, or with `bearer` as a program."""

    def __init__(
        self,
        port: int,
        *,
        secret: str | None = SECRETS[0],
        code: str = CODE,
        bearer: bool = False,
        origin: str | None = "own",
        protocol: str | None = SUBPROTOCOL,
        headers: dict[str, str] | None = None,
        max_queue: int | None = None,
        ping: bool = True,
    ) -> None:
        own = {"Authorization": f"Bearer {secret}"} if bearer else {"Cookie": f"player={secret}"}
        if origin == "own":
            origin = None if bearer else f"http://127.0.0.1:{port}"
        self._connecting = connect(
            f"ws://127.0.0.1:{port}/ws/{code}",
            origin=Origin(origin) if origin else None,
            subprotocols=[Subprotocol(protocol)] if protocol else None,
            additional_headers={**(own if secret else {}), **(headers or {})},
            compression=None,
            max_queue=max_queue,
            proxy=None,
            ping_interval=None,
            close_timeout=1,
        )
        self.frames: list[Frame] = []
        self.ws: ClientConnection

    async def __aenter__(self) -> "Client":
        self.ws = await self._connecting
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.ws.close()

    async def next(self) -> Frame:
        """Return the next frame; raise ConnectionClosed at the end."""
        async with asyncio.timeout(WITHIN_S):
            frame: Frame = json.loads(await self.ws.recv())
        self.frames.append(frame)
        return frame

    async def until(self, kind: str, **fields: object) -> Frame:
        """Return the next frame of `kind` with these fields."""
        async with asyncio.timeout(WITHIN_S):
            while True:
                frame = await self.next()
                if frame["type"] == kind and fields.items() <= frame.items():
                    return frame

    async def welcomed(self) -> "Client":
        """Return once the seat is taken and the table known."""
        await self.until("welcome")
        await self.until("table")
        return self

    async def say(self, kind: str, request: str = "r1", **fields: object) -> None:
        await self.ws.send(json.dumps({"type": kind, "id": request, **fields}))

    async def ask(self, kind: str, request: str = "r1", **fields: object) -> Frame:
        """Say something, and return its reply."""
        await self.say(kind, request, **fields)
        return await self.until("reply", id=request)

    async def closed(self) -> tuple[int | None, list[Frame]]:
        """Return the code of the close, and all frames that came before it."""
        try:
            async with asyncio.timeout(WITHIN_S):
                while True:
                    await self.next()
        except ConnectionClosed as closed:
            return (closed.rcvd.code if closed.rcvd else None), self.frames
