"""How long a server's certificate is good, as whoever connects to it finds out."""

import asyncio
import ssl
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

WITHIN_S = 3


@dataclass(frozen=True, slots=True)
class Certificate:
    """Days until it ends, or what is wrong about it."""

    days: float | None
    wrong: str | None = None


async def of_store(host: str, port: int, ca: Path | None) -> Certificate:
    """Return the certificate of a server that begins with TLS."""
    return await _looked_at(host, port, ca, greets=False)


async def of_nats(host: str, port: int, ca: Path | None) -> Certificate:
    """Return that of NATS, which says a line before it does."""
    return await _looked_at(host, port, ca, greets=True)


async def _looked_at(host: str, port: int, ca: Path | None, *, greets: bool) -> Certificate:
    try:
        async with asyncio.timeout(WITHIN_S):
            return Certificate(await _days(host, port, ssl.create_default_context(cafile=ca), greets))
    except ssl.SSLCertVerificationError as error:
        return Certificate(None, error.verify_message)
    except (OSError, TimeoutError) as error:
        return Certificate(None, str(error) or type(error).__name__)


async def _days(host: str, port: int, context: ssl.SSLContext, greets: bool) -> float:
    reader, writer = await asyncio.open_connection(host, port, ssl=None if greets else context)
    try:
        if greets:
            await reader.readline()
            await writer.start_tls(context, server_hostname=host)
        told = writer.get_extra_info("peercert")
        return (ssl.cert_time_to_seconds(told["notAfter"]) - time.time()) / 86_400
    finally:
        writer.close()
        with suppress(OSError, ssl.SSLError):
            await writer.wait_closed()
