"""A gateway in this process, on a free port, in front of stand-ins for the other services."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
import pytest_asyncio

from gateway.server import Gateway
from runtime.settings import Settings
from tests.gateway.world import World


@pytest.fixture
def settings(nats_url: str, tmp_path: Path) -> Settings:
    return Settings(
        nats_url=nats_url,
        port=0,
        instance="test",
        web_dist=tmp_path / "dist",
        request_ms=300,
        answer_ms=1_500,
        renew_ms=200,
        silence_ms=1_500,
        positions_ms=200,
        restart_spread_ms=100,
    )


@asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[Gateway]:
    """Run a gateway until it is stopped, or no longer needed."""
    gateway = Gateway(settings)
    task = asyncio.create_task(gateway.run())
    try:
        async with asyncio.timeout(20):
            await gateway.server.listening.wait()
        yield gateway
    finally:
        gateway.stop()
        async with asyncio.timeout(15):
            await task


@pytest_asyncio.fixture
async def world(nats_url: str) -> AsyncIterator[World]:
    async with World(nats_url) as world:
        yield world


@pytest_asyncio.fixture
async def gateway(settings: Settings, world: World) -> AsyncIterator[Gateway]:
    async with running(settings) as gateway:
        yield gateway


@pytest.fixture
def port(gateway: Gateway) -> int:
    return gateway.server.port


@pytest_asyncio.fixture
async def http(gateway: Gateway) -> AsyncIterator[httpx.AsyncClient]:
    async with http_to(gateway) as client:
        yield client


def http_to(gateway: Gateway) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=f"http://127.0.0.1:{gateway.server.port}", timeout=10, trust_env=False)
