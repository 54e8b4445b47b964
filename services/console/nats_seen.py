"""Every server of NATS, asked for what it says of itself before anybody logs in."""

import asyncio
import json
import time
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from console.certificates import Certificate, of_nats
from runtime.settings import Settings

WITHIN_S = 3
PORT = 4222


@dataclass(frozen=True, slots=True)
class Server:
    """A server as it was reached, or why it was not. `named` where it stands in DOUBLESIX_NATS_URL."""

    address: str
    named: bool
    error: str | None = None
    version: str = "?"
    cluster: str | None = None
    others: tuple[str, ...] = ()
    wants_login: bool = False
    wants_tls: bool = False
    answered_ms: float = 0
    certificate: Certificate | None = None


async def servers(settings: Settings) -> list[Server]:
    """Return the servers that are named, and those of their cluster that they name."""
    named = [_host(url) for url in settings.nats_url.split(",")]
    tls = settings.nats_url.startswith("tls://")
    found = await asyncio.gather(*(_server(host, port, True, tls, settings) for host, port in named))
    others = {_host(other) for server in found for other in server.others} - set(named)
    more = await asyncio.gather(*(_server(*one, False, tls, settings) for one in sorted(others)))
    return [*found, *more]


async def _server(host: str, port: int, named: bool, tls: bool, settings: Settings) -> Server:
    address = f"{host}:{port}"
    began = time.monotonic()
    try:
        async with asyncio.timeout(WITHIN_S):
            told = await _info(host, port)
    except (OSError, TimeoutError, ValueError) as error:
        return Server(address, named, error=str(error) or type(error).__name__)
    return Server(
        address=address,
        named=named,
        version=str(told.get("version", "?")),
        cluster=told.get("cluster"),
        others=tuple(told.get("connect_urls", ())),
        wants_login=bool(told.get("auth_required")),
        wants_tls=bool(told.get("tls_required")),
        answered_ms=(time.monotonic() - began) * 1000,
        certificate=await of_nats(host, port, settings.nats_ca) if tls else None,
    )


async def _info(host: str, port: int) -> dict[str, Any]:
    """Return the server's first line; raise ValueError where it is not NATS's."""
    reader, writer = await asyncio.open_connection(host, port)
    try:
        word, _, told = (await reader.readline()).partition(b" ")
        if word != b"INFO":
            raise ValueError("what answers there is not NATS")
        info: dict[str, Any] = json.loads(told)
        return info
    finally:
        writer.close()


def _host(url: str) -> tuple[str, int]:
    parts = urlsplit(url if "://" in url else f"nats://{url}")
    return parts.hostname or "localhost", parts.port or PORT
