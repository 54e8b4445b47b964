"""The nodes of the store, by its URL: one, or a primary that sentinels know, or a cluster.

    redis://host:6379/0                              one node; rediss:// over TLS
    redis+sentinel://host1,host2:26379/NAME/0        the primary called NAME; rediss+sentinel:// over TLS
    redis+cluster://host1,host2:6379                 a cluster; rediss+cluster:// over TLS

A URL may hold user and password, those of the store; a password that is set apart from it comes first. What
is not said is `localhost`, port 6379 (of a sentinel 26379) and database 0.
"""

from dataclasses import dataclass, replace
from typing import Any, Literal, cast
from urllib.parse import SplitResult, unquote, urlsplit

from pydantic import SecretStr
from redis.asyncio import BlockingConnectionPool, Redis, RedisCluster
from redis.asyncio.cluster import ClusterNode
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import Sentinel
from redis.backoff import ExponentialWithJitterBackoff
from redis.crc import key_slot
from redis.maint_notifications import MaintNotificationsConfig

from runtime.connections import Plain, PlainToPrimary, PrimaryPool, Secured, SecuredToPrimary
from runtime.settings import Settings

Shape = Literal["one", "sentinel", "cluster"]
SHAPES: dict[str, Shape] = {"redis": "one", "redis+sentinel": "sentinel", "redis+cluster": "cluster"}
PORTS: dict[Shape, int] = {"one": 6379, "sentinel": 26379, "cluster": 6379}
CONNECTIONS = 32
CLUSTER_CONNECTIONS = 256
"""To each node; a service handles some hundred commands at once."""


class WrongUrl(ValueError):
    """A store's URL that says nothing, and what is wrong about it. Its password is not repeated."""


@dataclass(frozen=True, slots=True)
class Address:
    """What a store's URL says."""

    shape: Shape
    hosts: tuple[tuple[str, int], ...]
    primary: str | None
    database: int
    tls: bool
    user: str | None
    password: str | None


def parse(url: str) -> Address:
    """Return what `url` says; raise WrongUrl."""
    parts = urlsplit(url)
    tls = parts.scheme.startswith("rediss")
    shape = SHAPES.get(parts.scheme.replace("rediss", "redis", 1))
    if shape is None:
        raise WrongUrl(f"{parts.scheme or 'no scheme'}: a store's URL begins with one of {', '.join(SHAPES)}")
    user, _, password = parts.netloc.rpartition("@")[0].partition(":")
    path = [part for part in parts.path.split("/") if part]
    primary = path.pop(0) if shape == "sentinel" and path else None
    if shape == "sentinel" and primary is None:
        raise WrongUrl("a URL of sentinels names the primary: redis+sentinel://host:26379/NAME")
    hosts = _hosts(parts, PORTS[shape])
    if shape == "one" and len(hosts) > 1:
        raise WrongUrl("several hosts are sentinels (redis+sentinel://) or a cluster (redis+cluster://)")
    if parts.query or parts.fragment:
        raise WrongUrl("a store's URL has no options behind it; DOUBLESIX_STORE_… variables have")
    database = path.pop(0) if path else "0"
    if path or not database.isdecimal() or (shape == "cluster" and database != "0"):
        raise WrongUrl("what follows the hosts is one database by its number; a cluster has none but 0")
    return Address(
        shape=shape,
        hosts=hosts,
        primary=primary,
        database=int(database),
        tls=tls,
        user=unquote(user) or None,
        password=unquote(password) or None,
    )


def connect(settings: Settings) -> "Redis":
    """Return a client that gives up within seconds. That of a cluster is asked as a `Redis` is."""
    address = parse(settings.store_url)
    options = _options(settings, address)
    match address.shape:
        case "one":
            return _one(address, options)
        case "sentinel":
            return _primary(address, options | {"ssl": address.tls}, settings.store_sentinel_password)
        case "cluster":
            return cast("Redis", _cluster(address, options | {"ssl": address.tls}))


def connect_to(settings: Settings, host: str, port: int) -> "Redis":
    """Return a client of one node, whatever it is to the others."""
    address = parse(settings.store_url)
    return _one(replace(address, hosts=((host, port),)), _options(settings, address))


def _options(settings: Settings, address: Address) -> dict[str, Any]:
    apart = settings.store_password
    options: dict[str, Any] = {
        "username": address.user,
        "password": apart.get_secret_value() if apart else address.password,
        "socket_timeout": 1,
        "socket_connect_timeout": 1,
        "protocol": 3,
        "maint_notifications_config": MaintNotificationsConfig(enabled=False),
        "retry": Retry(ExponentialWithJitterBackoff(cap=0.2, base=0.02), 2),
    }
    if address.tls and settings.store_ca:
        options["ssl_ca_certs"] = str(settings.store_ca)
    return options


def _one(address: Address, options: dict[str, Any]) -> "Redis":
    """A client that waits for a connection, where all are in use, instead of failing."""
    ((host, port),) = address.hosts
    pool = BlockingConnectionPool(
        connection_class=Secured if address.tls else Plain,
        host=host,
        port=port,
        db=address.database,
        max_connections=CONNECTIONS,
        timeout=1,
        **options,
    )
    return Redis.from_pool(pool)


def _primary(address: Address, options: dict[str, Any], password: SecretStr | None) -> "Redis":
    """A client that asks the sentinels, again and again, who the primary is.

    They are asked with a `password` of their own, or with none: what opens the store is not for them.
    """
    asking = options | {"username": None, "password": password.get_secret_value() if password else None}
    sentinel = Sentinel(  # type: ignore[no-untyped-call]
        address.hosts, sentinel_kwargs=asking, db=address.database, **options
    )
    kind = SecuredToPrimary if address.tls else PlainToPrimary
    primary = sentinel.master_for(
        cast(str, address.primary), connection_pool_class=PrimaryPool, connection_class=kind
    )
    return cast("Redis", primary)


def _cluster(address: Address, options: dict[str, Any]) -> "ClusterByKeys":
    """A client that fails when a node's connections are all in use: there are more than commands at once."""
    nodes = [ClusterNode(host, port) for host, port in address.hosts]
    cluster = ClusterByKeys(startup_nodes=nodes, max_connections=CLUSTER_CONNECTIONS, **options)
    cluster.connection_kwargs["connection_class"] = (
        Secured if address.tls else Plain
    )  # of all nodes it will find
    return cluster


class ClusterByKeys(RedisCluster):
    """A cluster's client that finds a function's node by its keys, instead of asking where they stand."""

    async def _determine_slot(self, command: str, *args: Any) -> int:
        if command.upper() == "FCALL" and int(args[1]):
            return key_slot(str(args[2]).encode())
        return int(await super()._determine_slot(command, *args))


def _hosts(parts: SplitResult, usual: int) -> tuple[tuple[str, int], ...]:
    hosts = []
    for host in parts.netloc.rpartition("@")[2].split(","):
        name, _, port = host.rpartition(":") if host.rpartition(":")[2].isdecimal() else (host, "", "")
        hosts.append((name.strip("[]") or "localhost", int(port) if port else usual))
    return tuple(hosts)
