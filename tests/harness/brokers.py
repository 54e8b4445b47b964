"""NATS of three nodes for tests, each with the users of `nats.conf`. Embedded only."""

import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from deploy.embedded import probe
from deploy.embedded.ports import FreePorts
from deploy.embedded.servers import nats_command
from tests.harness.node import Node


@dataclass
class Brokers:
    """The nodes, and the URLs that name them all."""

    url: str
    nodes: list[Node]


@contextmanager
def nats_cluster(passwords: Mapping[str, str]) -> Iterator[Brokers]:
    """Yield three nodes that know each other; `passwords` are variables as `nats.conf` names them."""
    free = FreePorts()
    ports = [(free.take(), free.take()) for _ in range(3)]
    routes = ",".join(f"nats://127.0.0.1:{route}" for _, route in ports)
    with ExitStack() as stack:
        nodes = []
        for port, route in ports:
            own = (
                "--cluster_name",
                "doublesix",
                "--cluster",
                f"nats://127.0.0.1:{route}",
                "--routes",
                routes,
            )
            node = Node((*nats_command(port), *own), probe.nats(port), {**os.environ, **passwords})
            stack.callback(node.close)
            node.start()
            nodes.append(node)
        yield Brokers(",".join(f"nats://127.0.0.1:{node.port}" for node in nodes), nodes)
