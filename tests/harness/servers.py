"""NATS and Valkey for tests of one part: given from outside, in containers, or (the default) embedded.

- TEST_NATS_URL and TEST_STORE_URL name servers that run already. Their store is emptied!
- TEST_CONTAINERS=1 starts containers of the images that compose.yaml runs.
- Otherwise the servers from the Python packages are started, each in some 100 ms.
"""

import os
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from deploy.embedded import probe
from deploy.embedded.ports import FreePorts
from deploy.embedded.probe import Probe
from deploy.embedded.servers import nats_binary, valkey_binary, valkey_conf
from tests.harness.node import Node

NATS_IMAGE = "nats:2.15-alpine"
VALKEY_IMAGE = "valkey/valkey:9"


@contextmanager
def nats_server() -> Iterator[str]:
    """Yield the URL of a NATS server on which everybody may do everything."""
    if url := os.environ.get("TEST_NATS_URL"):
        yield url
    elif os.environ.get("TEST_CONTAINERS"):
        from testcontainers.community.nats import NatsContainer

        with NatsContainer(NATS_IMAGE) as container:
            yield container.nats_uri()
    else:
        port = FreePorts().take()
        with running([str(nats_binary()), "-a", "127.0.0.1", "-p", str(port)], probe.nats(port)):
            yield f"nats://127.0.0.1:{port}"


@contextmanager
def store_server() -> Iterator[str]:
    """Yield the URL of a store that is the test's own."""
    if url := os.environ.get("TEST_STORE_URL"):
        yield url
    elif os.environ.get("TEST_CONTAINERS"):
        from testcontainers.community.valkey import ValkeyContainer

        with ValkeyContainer(VALKEY_IMAGE) as container:
            yield f"redis://{container.get_host()}:{container.get_exposed_port()}/0"
    else:
        with tempfile.TemporaryDirectory(prefix="doublesix-store-") as folder:
            port = FreePorts().take()
            conf = Path(folder) / "valkey.conf"
            conf.write_text(valkey_conf(port, Path(folder), password=None, fsync="everysec"))
            with running([str(valkey_binary()), str(conf)], probe.valkey(port, "")):
                yield f"redis://127.0.0.1:{port}/0"


@contextmanager
def running(
    command: list[str], ready: Probe, environment: Mapping[str, str] | None = None
) -> Iterator["subprocess.Popen[bytes]"]:
    """Run a server meanwhile, from when it is ready; raise RuntimeError with its words if it is not."""
    node = Node(command, ready, environment)
    try:
        node.start()
        yield node.process
    finally:
        node.close()
