"""A small house for the client: a real server with a gateway's own files and headers, which tells one scene.

On a stage every request is made up. Here connections break, files are kept and workers live as in life.
"""

import asyncio
import socket
import threading
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from contracts.frames import SUBPROTOCOL
from contracts.http import Preset, Presets
from gateway.headers import SafeHeaders
from gateway.problems import Refusal, response
from gateway.static import Site
from rules.presets import GAMES
from tests.e2e.scenes import Scene


class House:
    """Open or closed, with one release of the client. While it is `deaf` its sockets answer nothing."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.scene: Scene | None = None
        self.deaf = False
        self.asked: list[str] = []
        """Every path that was asked for, sockets too."""
        self._sockets: list[WebSocket] = []
        self._port = 0
        self.open()

    @property
    def origin(self) -> str:
        return f"http://localhost:{self._port}"

    def open(self) -> None:
        """Open, at the same address as before, with what is in the folder now."""
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", self._port))
        listener.listen(128)  # who comes before the server runs waits, and is not refused
        self._port = listener.getsockname()[1]
        self._site = Site(self.folder)
        config = uvicorn.Config(
            self._app(), log_config=None, lifespan="off", loop="asyncio", timeout_graceful_shutdown=1
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._run, args=(listener,))
        self._thread.start()

    def close(self) -> None:
        """Close, as a machine that goes: nobody answers any more."""
        self._server.should_exit = True
        self._thread.join(20)
        assert not self._thread.is_alive()

    def release(self, folder: Path) -> None:
        """Start anew with another release of the client."""
        self.close()
        self.folder = folder
        self.open()

    def play(self, scene: Scene) -> None:
        """Tell everybody at the table what holds now."""
        self.scene = scene
        for each in list(self._sockets):
            asyncio.run_coroutine_threadsafe(self._tell(each), self._loop).result(10)

    def times(self, path: str) -> int:
        return self.asked.count(path)

    def _run(self, listener: socket.socket) -> None:
        async def serve() -> None:
            self._loop = asyncio.get_running_loop()
            await self._server.serve([listener])

        asyncio.run(serve())

    def _app(self) -> Starlette:
        return Starlette(
            routes=[
                Route("/api/presets", self._presets),
                Route("/api/{path:path}", self._look),
                WebSocketRoute("/ws/{code}", self._sit),
                Route("/{path:path}", self._file),
            ],
            middleware=[Middleware(SafeHeaders)],
            exception_handlers={Refusal: self._refuse, HTTPException: self._refuse},
        )

    async def _file(self, request: Request) -> Response:
        self.asked.append(request.url.path)
        return await self._site.answer(request)

    async def _presets(self, request: Request) -> Response:
        presets = tuple(Preset(name=name, settings=game.columns) for name, game in GAMES.items())
        return _json(Presets(presets=presets))

    async def _look(self, request: Request) -> Response:
        if self.scene is None:
            raise Refusal("unknown_table")
        return _json(self.scene.seen)

    async def _refuse(self, request: Request, error: Exception) -> Response:
        return response(error if isinstance(error, Refusal) else Refusal("not_found"))

    async def _sit(self, socket: WebSocket) -> None:
        self.asked.append(socket.url.path)
        await socket.accept(SUBPROTOCOL)
        self._sockets.append(socket)
        try:
            await self._tell(socket)
            while True:
                frame = await socket.receive_json()
                if frame["type"] == "ping" and not self.deaf:
                    await socket.send_json({"type": "pong", "id": frame["id"]})
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            self._sockets.remove(socket)

    async def _tell(self, socket: WebSocket) -> None:
        for frame in self.scene.frames if self.scene else ():
            await socket.send_text(frame.model_dump_json())


def _json(model: Any) -> Response:
    return Response(model.model_dump_json(), media_type="application/json")


def another_release(dist: Path, folder: Path) -> Path:
    """The same client under other names: what the first release is made of is not there any more."""
    folder.mkdir()
    (folder / "assets").mkdir()
    built = [path for path in dist.rglob("*") if path.is_file() and path.suffix != ".br"]
    names = {path.name: f"{path.stem}2{path.suffix}" for path in built if path.parent.name == "assets"}
    for path in built:
        content = path.read_bytes()
        if path.suffix in (".html", ".js", ".css", ".txt"):
            for old, new in names.items():
                content = content.replace(old.encode(), new.encode())
            content = content.replace(release_of(dist).encode(), b"another")
        (folder / path.relative_to(dist)).with_name(names.get(path.name, path.name)).write_bytes(content)
    return folder


def release_of(dist: Path) -> str:
    return (dist / "release.txt").read_text().strip()
