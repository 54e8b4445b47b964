"""The inner port: health and metrics, for operators. Never reachable from the internet."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

import uvicorn
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from runtime import metrics
from runtime.settings import Settings

Check = Callable[[], Awaitable[None]]
"""Raises unless what it checks is there."""


class QuietServer(uvicorn.Server):
    """A uvicorn server inside a process that handles signals itself."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class Health:
    """What /health/ready answers: every check passes, and the process is not on its way out."""

    def __init__(self, checks: dict[str, Check]) -> None:
        self.checks = checks
        self.ending = False

    async def faults(self) -> dict[str, str]:
        """Name each check that fails, and why."""
        faults = {"process": "ending"} if self.ending else {}
        for name, check in self.checks.items():
            try:
                await check()
            except Exception as error:
                faults[name] = type(error).__name__
        return faults


def inner_server(settings: Settings, health: Health) -> QuietServer:
    """Return a server for /health/live, /health/ready and /metrics."""

    async def live(request: Request) -> Response:
        return PlainTextResponse("alive\n")

    async def ready(request: Request) -> Response:
        faults = await health.faults()
        text = "".join(f"{name}: {why}\n" for name, why in faults.items()) or "ready\n"
        return PlainTextResponse(text, status_code=503 if faults else 200)

    async def show_metrics(request: Request) -> Response:
        return Response(generate_latest(metrics.REGISTRY), media_type=CONTENT_TYPE_LATEST)

    app = Starlette(
        routes=[
            Route("/health/live", live),
            Route("/health/ready", ready),
            Route("/metrics", show_metrics),
        ]
    )
    return QuietServer(
        uvicorn.Config(
            app,
            host=settings.inner_host,
            port=settings.inner_port,
            log_level="warning",
            access_log=False,
            lifespan="off",
            ws="none",
            timeout_graceful_shutdown=1,
        )
    )
