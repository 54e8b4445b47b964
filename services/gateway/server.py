"""The parts of a gateway put together, and the server that faces the internet."""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import uvicorn

from gateway.api import Api
from gateway.app import build
from gateway.arriving import Arriving
from gateway.door import Door
from gateway.drain import drain
from gateway.feeds import Feeds
from gateway.front import Front
from gateway.guesses import Guesses
from gateway.hub import Hub
from gateway.leases import LeaseKeeper
from gateway.link import Link
from gateway.positions import Comparer
from gateway.static import Site
from gateway.tasks import Tasks
from gateway.wire import NotClientsFaults, Wire
from runtime.broker import Broker
from runtime.inner import Health, QuietServer
from runtime.instance import Instance
from runtime.logs import log
from runtime.service import background, inner_port
from runtime.settings import Settings

LONGEST_FRAME = 16 * 1024
"""Bytes; a longer one closes the connection with 1009."""
GRACE_S = 5
"""How long open requests and sockets may take at the end."""

logger = log("server")


class Server(QuietServer):
    """uvicorn, which says goodbye before it closes."""

    def __init__(self, config: uvicorn.Config, gateway: "Gateway") -> None:
        super().__init__(config)
        self._gateway = gateway
        self.listening = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            logger.info("ready", port=self.port)
            self.listening.set()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._gateway.health.ending = True
        for server in self.servers:
            server.close()
        await self._gateway.drain()
        await super().shutdown(sockets)

    @property
    def port(self) -> int:
        """The port it listens on, once it does."""
        port: int = self.servers[0].sockets[0].getsockname()[1]
        return port


class Gateway:
    """Everything one gateway is made of. Building it opens nothing."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._broker = Broker("gateway", settings)
        self.link = Link(self._broker, settings)
        self.health = Health({"nats": self.link.check})
        self.hub = Hub()
        self.instance = Instance("gateway", settings, self.health, self.hub.__len__, self.stop)
        self.later = Tasks(at_once=32)
        self.commands = Tasks()
        self.leases = LeaseKeeper(self.hub, self.link, self.later, settings)
        self.comparer = Comparer(self.hub, self.link, self.later, settings)
        self.feeds = Feeds(self.link.listen)
        self.arriving = Arriving(self.link, self.commands)
        guesses = Guesses(settings.guesses_per_minute, self.link)
        self.door = Door(self, guesses)
        self.site = Site(settings.web_dist)
        self.server = Server(
            _config(build(Api(self.link, guesses, settings), self.door, self.site), settings), self
        )

    async def run(self) -> None:
        """Serve until `stop`, be the broker there or not."""
        if not self.site.load():
            logger.warning("the client has not been built; only the API is served")
        async with self._parts():
            await self.server.serve()
        logger.info("drained")

    def stop(self) -> None:
        """Say goodbye to every client, and end."""
        self.server.should_exit = True

    async def drain(self) -> None:
        await drain(self.hub, self.leases, self.settings)

    @asynccontextmanager
    async def _parts(self) -> AsyncIterator[None]:
        """The inner port, the broker and the work that goes on meanwhile."""
        connecting = asyncio.create_task(self._connect())
        try:
            async with (
                inner_port(self.settings, self.health),
                background((self.leases.run, self.comparer.run)),
            ):
                yield
        finally:
            connecting.cancel()
            await asyncio.gather(connecting, return_exceptions=True)
            await self.later.cancel()
            await self.commands.cancel()
            await self.link.close()

    async def _connect(self) -> None:
        try:
            await self.link.connect()
            await self.instance.listen(self._broker)
        except Exception as error:
            logger.error("NATS does not let us in", error=type(error).__name__)
            self.stop()
            raise


def _config(app: object, settings: Settings) -> uvicorn.Config:
    logging.getLogger("uvicorn.error").addFilter(NotClientsFaults())
    silence = settings.silence_ms / 1000
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        host=settings.host,
        port=settings.port,
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        lifespan="off",
        loop="uvloop",
        http=Front,
        ws=Wire,
        ws_max_size=LONGEST_FRAME,
        ws_per_message_deflate=False,
        ws_ping_interval=silence / 2,
        ws_ping_timeout=silence / 2,
        proxy_headers=True,
        forwarded_allow_ips=settings.trusted_proxies,
        timeout_graceful_shutdown=GRACE_S,
    )
