"""Stores of several nodes for tests: a primary with a replica and sentinels, and a cluster. Embedded only."""

import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from redis import Redis
from redis.exceptions import RedisError

from deploy.embedded import probe
from deploy.embedded.ports import FreePorts
from deploy.embedded.servers import valkey_binary, valkey_conf
from tests.harness.servers import running

NAME = "doublesix"
"""What sentinels call the primary."""
NODE_TIMEOUT_MS = 1_000
"""Silence after which a node is held to be gone: short, so that tests are."""


@dataclass
class Node:
    """A Valkey process, and how to ask it."""

    port: int
    process: "subprocess.Popen[bytes]"
    password: str = ""

    @property
    def redis(self) -> Redis:
        return Redis(port=self.port, password=self.password or None, socket_timeout=2)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@dataclass
class Copies:
    """Nodes by port, and the URL that names them all."""

    url: str
    nodes: dict[int, Node] = field(default_factory=dict)

    def primaries(self) -> list[Node]:
        return [node for node in self.nodes.values() if _role(node) == "master"]


@contextmanager
def with_sentinels(password: str = "", asked_with: str = "") -> Iterator[Copies]:
    """Yield a primary with two replicas, watched by three sentinels.

    The store wants `password`, and sentinels want to be asked with one of their own, where these are given.
    """
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="doublesix-copies-")))
        ports = FreePorts()
        more = f"masterauth {password}\n" if password else ""
        primary = _started(stack, folder, ports.take(), more, password)
        follows = f"{more}replicaof 127.0.0.1 {primary.port}\nrepl-diskless-sync-delay 0\n"
        replicas = [_started(stack, folder, ports.take(), follows, password) for _ in range(2)]
        until(lambda: _followed(primary))
        watchers = [_sentinel(stack, folder, ports.take(), primary, asked_with) for _ in range(3)]
        hosts = ",".join(f"127.0.0.1:{port}" for port in watchers)
        until(lambda: all(_watched(port, asked_with) for port in watchers))
        yield Copies(f"redis+sentinel://{hosts}/{NAME}", {node.port: node for node in (primary, *replicas)})


@contextmanager
def cluster() -> Iterator[Copies]:
    """Yield a cluster of three primaries with two replicas each: one that takes over has one to wait for."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="doublesix-cluster-")))
        ports = FreePorts()
        more = f"cluster-enabled yes\ncluster-node-timeout {NODE_TIMEOUT_MS}\nrepl-diskless-sync-delay 0\n"
        nodes = [
            _started(
                stack, folder, port, f"{more}cluster-config-file nodes-{port}.conf\ncluster-port {bus}\n"
            )
            for port, bus in ((ports.take(), ports.take()) for _ in range(9))
        ]
        buses = {node.port: node.redis.config_get("cluster-port")["cluster-port"] for node in nodes}
        for number, node in enumerate(nodes[:3]):
            first, last = number * 16384 // 3, (number + 1) * 16384 // 3 - 1
            _says(node, "CLUSTER ADDSLOTSRANGE", first, last)
            _says(node, "CLUSTER SET-CONFIG-EPOCH", number + 1)
        for node in nodes[1:]:
            _says(nodes[0], "CLUSTER MEET", "127.0.0.1", node.port, buses[node.port])
        until(lambda: all(len(_says(node, "CLUSTER NODES")) == 9 for node in nodes))
        for primary, replica in zip(nodes[:3] * 2, nodes[3:], strict=True):
            _says(replica, "CLUSTER REPLICATE", _says(primary, "CLUSTER MYID"))
        until(lambda: all(_says(node, "CLUSTER INFO")["cluster_state"] == "ok" for node in nodes))
        until(lambda: all(_followed(node) for node in nodes[:3]))
        hosts = ",".join(f"127.0.0.1:{node.port}" for node in nodes)
        yield Copies(f"redis+cluster://{hosts}", {node.port: node for node in nodes})


def until(holds: Callable[[], bool], seconds: float = 30) -> None:
    """Wait until something holds at servers that tell nobody when it does."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            if holds():
                return
        except RedisError:
            pass
        time.sleep(0.02)
    raise AssertionError("it did not come to that")


def _started(stack: ExitStack, folder: Path, port: int, more: str, password: str = "") -> Node:
    data = folder / str(port)
    data.mkdir()
    conf = data / "valkey.conf"
    conf.write_text(valkey_conf(port, data, password=password or None, fsync="everysec") + more)
    return Node(port, _run(stack, [str(valkey_binary()), str(conf)], port, password), password)


def _sentinel(stack: ExitStack, folder: Path, port: int, primary: Node, asked_with: str) -> int:
    lines = [
        f"port {port}",
        "bind 127.0.0.1",
        f"sentinel monitor {NAME} 127.0.0.1 {primary.port} 2",
        f"sentinel down-after-milliseconds {NAME} {NODE_TIMEOUT_MS}",
        f"sentinel failover-timeout {NAME} 5000",
    ]
    if primary.password:
        lines.append(f"sentinel auth-pass {NAME} {primary.password}")
    if asked_with:
        lines += [f"requirepass {asked_with}", f"sentinel sentinel-pass {asked_with}"]
    conf = folder / f"sentinel-{port}.conf"
    conf.write_text("\n".join(lines) + "\n")
    _run(stack, [str(valkey_binary()), str(conf), "--sentinel"], port, asked_with)
    return port


def _run(stack: ExitStack, command: list[str], port: int, password: str) -> "subprocess.Popen[bytes]":
    return stack.enter_context(running(command, probe.valkey(port, password)))


def _role(node: Node) -> str:
    try:
        return str(node.redis.role()[0].decode())
    except (RedisError, OSError):
        return "gone"


def _followed(primary: Node) -> bool:
    return bool(primary.redis.info("replication")["connected_slaves"] == 2)


def _watched(port: int, password: str) -> bool:
    asked = Redis(port=port, password=password or None, decode_responses=True)
    told: Any = asked.sentinel_master(NAME)
    return bool(told["num-slaves"] == 2 and told["num-other-sentinels"] == 2)


def _says(node: Node, *command: Any) -> Any:
    return node.redis.execute_command(*command)  # type: ignore[no-untyped-call]
