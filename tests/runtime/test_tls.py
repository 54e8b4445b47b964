"""NATS and the store over TLS: a certificate is asked for, and only that of one's own authority is taken."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import nats
import pytest
import trustme

from deploy.embedded import probe
from deploy.embedded.ports import FreePorts
from deploy.embedded.servers import nats_binary
from runtime.broker import Broker, security_of
from runtime.nodes import connect
from runtime.settings import Settings
from runtime.store import Store, StoreError
from tests.harness.servers import running


class Authority:
    """Somebody who signs certificates, and the files that tell so."""

    def __init__(self, folder: Path) -> None:
        self._ca = trustme.CA()
        server = self._ca.issue_cert("127.0.0.1")
        self.ca, self.certificate, self.key = folder / "ca.pem", folder / "server.pem", folder / "server.key"
        self._ca.cert_pem.write_to_path(str(self.ca))
        server.cert_chain_pems[0].write_to_path(str(self.certificate))
        server.private_key_pem.write_to_path(str(self.key))


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("ours"))


@pytest.fixture(scope="module")
def theirs(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("theirs"))


@pytest.fixture(scope="module")
def nats_over_tls(ours: Authority) -> Iterator[str]:
    port = FreePorts().take()
    command = [str(nats_binary()), "-a", "127.0.0.1", "-p", str(port), "--tls"]
    command += ["--tlscert", str(ours.certificate), "--tlskey", str(ours.key)]
    with running(command, probe.nats(port)):
        yield f"tls://127.0.0.1:{port}"


async def test_a_service_speaks_with_nats_over_tls(
    nats_over_tls: str, ours: Authority, settings: Settings
) -> None:
    secured = settings.model_copy(update={"nats_url": nats_over_tls, "nats_ca": ours.ca})
    async with Broker("seating", secured) as broker:
        await broker.answers(within_s=2)


async def test_a_nats_with_a_certificate_of_somebody_else_is_not_spoken_with(
    nats_over_tls: str, theirs: Authority, settings: Settings
) -> None:
    security = security_of("seating", settings.model_copy(update={"nats_ca": theirs.ca}))
    assert security is not None

    with pytest.raises(ssl.SSLCertVerificationError):
        await nats.connect(nats_over_tls, tls=security.ssl_context, allow_reconnect=False)


@pytest.fixture
async def store_over_tls(store_url: str, ours: Authority) -> AsyncIterator[str]:
    """The store behind a relay that speaks TLS: the embedded Valkey does not."""
    store = urlsplit(store_url)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(ours.certificate, ours.key)

    async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        back, forth = await asyncio.open_connection(store.hostname, store.port)
        async with asyncio.TaskGroup() as both:
            both.create_task(_pass_on(reader, forth))
            both.create_task(_pass_on(back, writer))

    server = await asyncio.start_server(relay, "127.0.0.1", 0, ssl=context)
    yield f"rediss://127.0.0.1:{server.sockets[0].getsockname()[1]}/0"
    server.close()


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while part := await reader.read(65_536):
            writer.write(part)
            await writer.drain()
    writer.close()


async def test_a_service_speaks_with_the_store_over_tls(
    store_over_tls: str, ours: Authority, settings: Settings
) -> None:
    secured = settings.model_copy(update={"store_url": store_over_tls, "store_ca": ours.ca})
    store = Store(connect(secured), secured)

    await store.prepare()
    await store.ping()
    for _ in range(3):  # first by a connection of the pool, then by the one that calls share
        assert (await store.load("match", "7K3MXY52")).position is None
    assert store._calls is not None
    assert store._calls._lane is not None
    assert store._calls._lane.open
    await store.close()


async def test_a_store_with_a_certificate_of_somebody_else_is_not_spoken_with(
    store_over_tls: str, theirs: Authority, settings: Settings
) -> None:
    secured = settings.model_copy(update={"store_url": store_over_tls, "store_ca": theirs.ca})
    store = Store(connect(secured), secured)

    with pytest.raises(StoreError):
        await store.ping()
    await store.close()
