"""Stores of several nodes for tests: a primary with replicas and sentinels, and a cluster. Embedded only."""

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from redis import Redis
from redis.exceptions import RedisError

from deploy.embedded import probe
from deploy.embedded.ports import FreePorts
from deploy.embedded.servers import Fsync, valkey_binary, valkey_conf
from tests.harness.node import Node

N = TypeVar("N", bound=Node)

NAME = "doublesix"
"""What sentinels call the primary."""
NODE_TIMEOUT_MS = 1_000
"""Silence after which a node is held to be gone: short, so that tests are."""
SLOTS = 16_384


class Valkey(Node):
    """A node, how to ask it, and the folder where it keeps everything."""

    def __init__(self, folder: Path, port: int, more: str, fsync: Fsync, password: str = "") -> None:
        self.password = password
        self.folder = folder / str(port)
        self.folder.mkdir()
        conf = self.folder / "valkey.conf"
        conf.write_text(
            valkey_conf(port, self.folder, password=password or None, fsync=fsync) + ALWAYS + more
        )
        super().__init__([str(valkey_binary()), str(conf)], probe.valkey(port, password))

    @property
    def redis(self) -> Redis:
        return Redis(port=self.port, password=self.password or None, socket_timeout=2)

    def says(self, *command: Any) -> Any:
        return self.redis.execute_command(*command)  # type: ignore[no-untyped-call]

    @property
    def is_primary(self) -> bool:
        try:
            return bool(self.redis.role()[0] == b"master")
        except (RedisError, OSError):
            return False

    @property
    def copies(self) -> int:
        """How many replicas have all that it has."""
        told = self.redis.info("replication")
        return sum(isinstance(one, dict) and one.get("state") == "online" for one in told.values())

    @property
    def follows(self) -> bool:
        """Tell whether it is a replica that is up to date."""
        told = self.redis.info("replication")
        return bool(told["role"] == "slave" and told["master_link_status"] == "up")


ALWAYS = "repl-diskless-sync-delay 0\nauto-aof-rewrite-percentage 0\n"


@dataclass
class Copies:
    """Nodes, and the URL that names them all."""

    url: str
    nodes: list[Valkey]
    sentinels: list[Node]

    def primaries(self) -> list[Valkey]:
        return [node for node in self.nodes if node.is_primary]

    def primary(self) -> Valkey:
        """The one that sentinels send everybody to."""
        _, port = self.sentinel().sentinel_get_master_addr_by_name(NAME)
        return next(node for node in self.nodes if node.port == int(port))

    def sentinel(self) -> Any:
        return Redis(port=self.sentinels[0].port, decode_responses=True, socket_timeout=2)

    def whole(self) -> bool:
        """Tell whether every node that is no primary follows one, and each primary has its share of them."""
        primaries = self.primaries()
        others = [node for node in self.nodes if node not in primaries]
        each = len(others) // max(1, len(primaries))
        return all(node.follows for node in others) and all(node.copies == each for node in primaries)


@contextmanager
def with_sentinels(
    password: str = "",
    asked_with: str = "",
    *,
    timeout_ms: int = NODE_TIMEOUT_MS,
    fsync: Fsync = "everysec",
    more: str = "",
) -> Iterator[Copies]:
    """Yield a primary with two replicas, watched by three sentinels; `more` is for each node's settings.

    The store wants `password`, and sentinels want to be asked with one of their own, where these are given.
    """
    with _nodes() as (stack, folder, ports):
        more += f"masterauth {password}\n" if password else ""
        primary = _started(stack, Valkey(folder, ports.take(), more, fsync, password))
        follows = f"{more}replicaof 127.0.0.1 {primary.port}\n"
        replicas = [_started(stack, Valkey(folder, ports.take(), follows, fsync, password)) for _ in range(2)]
        until(lambda: primary.copies == 2)
        watchers = [_sentinel(stack, folder, ports.take(), primary, asked_with, timeout_ms) for _ in range(3)]
        hosts = ",".join(f"127.0.0.1:{one.port}" for one in watchers)
        until(lambda: all(_watched(one.port, asked_with) for one in watchers))
        yield Copies(f"redis+sentinel://{hosts}/{NAME}", [primary, *replicas], watchers)


@contextmanager
def cluster(
    *, timeout_ms: int = NODE_TIMEOUT_MS, fsync: Fsync = "everysec", replicas: int = 2
) -> Iterator[Copies]:
    """Yield a cluster of three primaries with two replicas each: one that takes over has one to wait for."""
    with _nodes() as (stack, folder, ports):
        more = f"cluster-enabled yes\ncluster-node-timeout {timeout_ms}\n"
        nodes = [
            _started(
                stack,
                Valkey(
                    folder, port, f"{more}cluster-config-file nodes-{port}.conf\ncluster-port {bus}\n", fsync
                ),
            )
            for port, bus in ((ports.take(), ports.take()) for _ in range(3 + 3 * replicas))
        ]
        buses = {node.port: node.redis.config_get("cluster-port")["cluster-port"] for node in nodes}
        for number, node in enumerate(nodes[:3]):
            first, last = number * SLOTS // 3, (number + 1) * SLOTS // 3 - 1
            node.says("CLUSTER ADDSLOTSRANGE", first, last)
            node.says("CLUSTER SET-CONFIG-EPOCH", number + 1)
        for node in nodes[1:]:
            nodes[0].says("CLUSTER MEET", "127.0.0.1", node.port, buses[node.port])
        until(lambda: all(len(node.says("CLUSTER NODES")) == len(nodes) for node in nodes))
        for primary, replica in zip(nodes[:3] * replicas, nodes[3:], strict=True):
            replica.says("CLUSTER REPLICATE", primary.says("CLUSTER MYID"))
        until(lambda: all(node.says("CLUSTER INFO")["cluster_state"] == "ok" for node in nodes))
        until(lambda: all(node.copies == replicas for node in nodes[:3]))
        hosts = ",".join(f"127.0.0.1:{node.port}" for node in nodes)
        yield Copies(f"redis+cluster://{hosts}", nodes, [])


def until(holds: Callable[[], bool], seconds: float = 30) -> None:
    """Wait until something holds at servers that tell nobody when it does."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            if holds():
                return
        except (RedisError, OSError):
            pass
        time.sleep(0.02)
    raise AssertionError("it did not come to that")


@contextmanager
def _nodes() -> Iterator[tuple[ExitStack, Path, FreePorts]]:
    """What nodes are started in."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="doublesix-copies-"))
        yield stack, Path(folder), FreePorts()


def _started(stack: ExitStack, node: N) -> N:
    stack.callback(node.close)
    node.start()
    return node


def _sentinel(
    stack: ExitStack, folder: Path, port: int, primary: Valkey, asked_with: str, timeout_ms: int
) -> Node:
    lines = [
        f"port {port}",
        "bind 127.0.0.1",
        f"sentinel monitor {NAME} 127.0.0.1 {primary.port} 2",
        f"sentinel down-after-milliseconds {NAME} {timeout_ms}",
        f"sentinel failover-timeout {NAME} 5000",
    ]
    if primary.password:
        lines.append(f"sentinel auth-pass {NAME} {primary.password}")
    if asked_with:
        lines += [f"requirepass {asked_with}", f"sentinel sentinel-pass {asked_with}"]
    conf = folder / f"sentinel-{port}.conf"
    conf.write_text("\n".join(lines) + "\n")
    command = [str(valkey_binary()), str(conf), "--sentinel"]
    return _started(stack, Node(command, probe.valkey(port, asked_with)))


def _watched(port: int, password: str) -> bool:
    asked = Redis(port=port, password=password or None, decode_responses=True)
    told: Any = asked.sentinel_master(NAME)
    return bool(told["num-slaves"] == 2 and told["num-other-sentinels"] == 2)
