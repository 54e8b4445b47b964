"""How long certificates are good, found by connecting: to a NATS with TLS, and to what begins with it."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import trustme

from console.certificates import of_nats, of_store
from console.nats_seen import servers
from deploy.embedded import probe
from deploy.embedded.ports import FreePorts
from deploy.embedded.servers import nats_binary
from runtime.settings import Settings
from tests.harness.servers import running


class Signed:
    """A certificate that ends in so many days, and the files that a server and a client need."""

    def __init__(self, folder: Path, days: float) -> None:
        authority = trustme.CA()
        server = authority.issue_cert("127.0.0.1", not_after=datetime.now(UTC) + timedelta(days=days))
        self.ca, self.file, self.key = folder / "ca.pem", folder / "server.pem", folder / "server.key"
        authority.cert_pem.write_to_path(str(self.ca))
        server.cert_chain_pems[0].write_to_path(str(self.file))
        server.private_key_pem.write_to_path(str(self.key))


@pytest.fixture(scope="module")
def signed(tmp_path_factory: pytest.TempPathFactory) -> Signed:
    return Signed(tmp_path_factory.mktemp("signed"), days=5.5)


@pytest.fixture(scope="module")
def nats_port(signed: Signed) -> Iterator[int]:
    port = FreePorts().take()
    command = [str(nats_binary()), "-a", "127.0.0.1", "-p", str(port), "--tls"]
    with running([*command, "--tlscert", str(signed.file), "--tlskey", str(signed.key)], probe.nats(port)):
        yield port


@asynccontextmanager
async def a_server(signed: Signed) -> AsyncIterator[int]:
    """Something that begins with TLS, as a store does."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(signed.file, signed.key)
    server = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0, ssl=context)
    yield server.sockets[0].getsockname()[1]
    server.close()


async def test_a_nats_tells_how_long_its_certificate_is_good(nats_port: int, signed: Signed) -> None:
    settings = Settings(nats_url=f"tls://127.0.0.1:{nats_port}", nats_ca=signed.ca)

    (server,) = await servers(settings)

    assert server.wants_tls
    assert server.certificate is not None
    assert server.certificate.days == pytest.approx(5.5, abs=0.1)


async def test_a_certificate_that_nobody_signed_whom_we_trust_is_wrong(nats_port: int) -> None:
    found = await of_nats("127.0.0.1", nats_port, None)

    assert found.days is None
    assert "certificate" in (found.wrong or "")


async def test_a_store_tells_how_long_its_certificate_is_good(signed: Signed) -> None:
    async with a_server(signed) as port:
        found = await of_store("127.0.0.1", port, signed.ca)

    assert found.days == pytest.approx(5.5, abs=0.1)


async def test_a_certificate_that_has_ended_is_wrong(tmp_path: Path) -> None:
    ended = Signed(tmp_path, days=-1)
    async with a_server(ended) as port:
        found = await of_store("127.0.0.1", port, ended.ca)

    assert found.wrong == "certificate has expired"


async def test_a_server_that_is_away_is_told() -> None:
    assert (await of_store("127.0.0.1", 1, None)).wrong
