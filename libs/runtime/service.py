"""A service's life: start, ready, drain, stop. The same for all that live on the broker alone."""

import asyncio
import gc
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress

import uvloop
from faststream import FastStream
from faststream.nats import NatsRouter

from runtime import logs, metrics, traces
from runtime.broker import Broker
from runtime.inner import Check, Health, inner_server
from runtime.instance import Instance
from runtime.logs import log
from runtime.settings import Settings

logger = log("service")

Background = Callable[[], Awaitable[None]]
"""Work that goes on as long as the service does; it is cancelled before the broker drains."""


AGAIN_S = 0.1

GARBAGE = 50_000
"""Objects by which a process may grow until garbage is looked for. What is made by the thousand, such as a
round of leases, is soon gone of itself, and looking through all that connections and games are made of stops
everybody."""


def begin(service: str, settings: Settings) -> None:
    """Set up what tells operators about this process, and let garbage lie for a while; before all else."""
    logs.configure(service, settings, for_good=True)
    traces.configure(service, settings)
    metrics.BUILD.info({"service": service, "release": settings.release})
    gc.freeze()  # what was imported stays; to look through it for garbage is work for nothing
    gc.set_threshold(GARBAGE)


@asynccontextmanager
async def inner_port(settings: Settings, health: Health) -> AsyncIterator[None]:
    """Serve health and metrics meanwhile, if an inner port is set."""
    if not settings.inner_port:
        yield
        return
    server = inner_server(settings, health)
    serving = asyncio.create_task(server.serve())
    try:
        yield
    finally:
        server.should_exit = True
        with suppress(Exception):
            await serving


@asynccontextmanager
async def background(works: Sequence[Background]) -> AsyncIterator[None]:
    """Run `works` meanwhile.

    They are cancelled until they end: a library in between may swallow a cancellation.
    """
    tasks = [asyncio.ensure_future(work()) for work in works]
    try:
        yield
    finally:
        while going_on := [task for task in tasks if not task.done()]:
            for task in going_on:
                task.cancel()
            await asyncio.wait(going_on, timeout=AGAIN_S)
        await asyncio.gather(*tasks, return_exceptions=True)


async def broker_answers(broker: Broker) -> None:
    """Raise unless NATS answers within a second: `is_connected` alone may be a memory."""
    await broker.answers(within_s=1)


def run(
    broker: Broker,
    router: NatsRouter,
    settings: Settings,
    *,
    start: Callable[[], Awaitable[None]],
    works: Sequence[Background],
    checks: dict[str, Check],
    stop: Callable[[], Awaitable[None]],
    finish: Callable[[], Awaitable[None]] | None = None,
) -> None:
    """Live until SIGTERM or SIGINT: then take no more, finish what came, and end with 0."""
    broker.include_router(router)
    health = Health({"nats": lambda: broker_answers(broker), **checks})
    instance = Instance(broker.service, settings, health)

    @asynccontextmanager
    async def lifespan() -> AsyncIterator[None]:
        async with inner_port(settings, health):
            await start()
            yield
            await stop()

    app = FastStream(broker, lifespan=lifespan, logger=None)
    running = background(works)

    @app.after_startup
    async def begin() -> None:
        await running.__aenter__()
        await instance.listen(broker)
        logger.info("ready")

    @app.on_shutdown
    async def drain() -> None:
        health.ending = True
        await running.__aexit__(None, None, None)
        await broker.drain()
        if finish is not None:  # what handlers left to be done, while the broker still carries it
            await finish()
        logger.info("drained")

    with suppress(ConnectionError):  # NATS is away while this process ends
        uvloop.run(app.run())
