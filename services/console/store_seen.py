"""Every node of the store, asked for what it says of itself."""

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from redis.asyncio import Redis, RedisCluster
from redis.exceptions import RedisError

from console.certificates import Certificate, of_store
from runtime.nodes import connect, connect_to, parse
from runtime.settings import Settings

SECTIONS = ("server", "persistence", "memory", "replication", "cluster")
REPLICA = re.compile(r"slave\d+")
CONFIGURED = ("appendonly", "appendfsync", "maxmemory-policy")


@dataclass(frozen=True, slots=True)
class Node:
    """A node as it was reached, or why it was not. `ahead_ms` is its clock before this machine's.

    `configured` is empty where this user may not ask for it.
    """

    address: str
    error: str | None = None
    ahead_ms: float = 0
    answered_ms: float = 0
    info: Mapping[str, Any] = field(default_factory=dict)
    configured: Mapping[str, str] = field(default_factory=dict)
    libraries: tuple[str, ...] = ()
    cluster_state: str | None = None
    certificate: Certificate | None = None

    @property
    def is_primary(self) -> bool:
        return self.info.get("role") == "master"

    @property
    def replicas(self) -> list[Mapping[str, Any]]:
        """What a primary says of each replica."""
        found = (told for name, told in self.info.items() if REPLICA.fullmatch(name))
        return [told for told in found if isinstance(told, Mapping)]


async def nodes(settings: Settings) -> list[Node]:
    """Return every node that is known; raise WrongUrl, or RedisError where nobody says which there are."""
    found = [await _node(settings, host, port) for host, port in await _addresses(settings)]
    if parse(settings.store_url).shape != "cluster":
        return found  # sentinels have named the replicas; those of one node may be reached by itself alone
    known = {node.address for node in found}
    followers = {(str(told["ip"]), int(told["port"])) for node in found for told in node.replicas}
    more = [one for one in sorted(followers) if f"{one[0]}:{one[1]}" not in known]
    return found + [await _node(settings, host, port) for host, port in more]


async def _addresses(settings: Settings) -> list[tuple[str, int]]:
    address = parse(settings.store_url)
    if address.shape == "one":
        return list(address.hosts)
    client: Any = connect(settings)
    try:
        if isinstance(client, RedisCluster):
            await client.initialize()
            return sorted((str(node.host), int(node.port)) for node in client.get_nodes())
        pool = client.connection_pool
        primary = await pool.get_master_address()
        replicas = await pool.sentinel_manager.discover_slaves(address.primary)
        return [tuple(primary), *sorted(tuple(one) for one in replicas)]
    finally:
        await client.aclose()


async def _node(settings: Settings, host: str, port: int) -> Node:
    address, tls = f"{host}:{port}", parse(settings.store_url).tls
    certificate = await of_store(host, port, settings.store_ca) if tls else None
    client = connect_to(settings, host, port)
    try:
        return await _asked(client, address, certificate)
    except (RedisError, OSError) as error:
        return Node(address, error=str(error) or type(error).__name__, certificate=certificate)
    finally:
        await client.aclose()


async def _asked(client: "Redis", address: str, certificate: Certificate | None) -> Node:
    await client.ping()  # connected: what follows is the time of one answer
    began = time.time()
    seconds, micros = await client.time()
    ended = time.time()
    info = await client.info(*SECTIONS)
    cluster = await client.cluster("INFO") if info.get("cluster_enabled") else {}
    return Node(
        address=address,
        ahead_ms=(int(seconds) + int(micros) / 1e6 - (began + ended) / 2) * 1000,
        answered_ms=(ended - began) * 1000,
        info=info,
        configured=await _configured(client),
        libraries=await _libraries(client),
        cluster_state=cluster.get("cluster_state"),
        certificate=certificate,
    )


async def _configured(client: "Redis") -> dict[str, str]:
    try:
        told: Any = await client.config_get(*CONFIGURED)
    except RedisError:  # not allowed
        return {}
    return dict(told)


async def _libraries(client: "Redis") -> tuple[str, ...]:
    try:
        told: Any = await client.function_list()
    except RedisError:
        return ()
    return tuple(library[b"library_name"].decode() for library in told)
