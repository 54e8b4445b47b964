"""Houses whose broker or store has several nodes, and what can be done to those: `--cluster`."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from secrets import token_hex

from deploy.embedded.plan import NATS_VARIABLES
from tests.faults.chaos import Kind
from tests.faults.nodes_struck import OneOfBrokers, OneOfSlots, PrimaryOfSentinels, Strike
from tests.harness.brokers import nats_cluster
from tests.harness.copies import Copies, cluster, with_sentinels

DOWN_AFTER_MS = 2_000
"""Silence after which a node of the store is held to be gone."""
GUARDED = "min-replicas-to-write 1\nmin-replicas-max-lag 2\n"
"""A primary whose replicas have all been silent for so many seconds takes no writes."""
CAN: Mapping[str, Sequence[Kind]] = {
    "nats": ("kill", "freeze"),
    "sentinels": ("kill", "freeze", "cut", "failover", "alone"),
    "slots": ("kill", "failover", "move", "reshard"),
}
"""What can be done to each house."""


@dataclass(frozen=True)
class Wanted:
    """Which house, and what is done to it how often.

    A commit waits for so many `replicas` of its primary. `guarded` primaries take no writes without any.
    """

    cluster: str
    kinds: Sequence[Kind] = ()
    times: int = 3
    replicas: int = 1
    guarded: bool = False


@dataclass(frozen=True)
class House:
    """What services are told, whose nodes there are, and what is done to them, in this order.

    `copies` are the nodes of the store, where it has several.
    """

    service: str
    environment: Mapping[str, str]
    strikes: Sequence[tuple[Kind, Strike]]
    copies: Copies | None = None


@contextmanager
def house(wanted: Wanted) -> Iterator[House]:
    """Run the nodes meanwhile."""
    with {"nats": _nats, "sentinels": _sentinels, "slots": _slots}[wanted.cluster](wanted) as made:
        yield made


@contextmanager
def _nats(wanted: Wanted) -> Iterator[House]:
    words = {name: f"p-{token_hex(16)}" for name in NATS_VARIABLES.values()}
    with nats_cluster(words) as brokers:
        one = OneOfBrokers(brokers)
        environment = {**words, "DOUBLESIX_NATS_URL": brokers.url}
        yield House("nats", environment, _strikes(wanted, one))


@contextmanager
def _sentinels(wanted: Wanted) -> Iterator[House]:
    more = GUARDED if wanted.guarded else ""
    with with_sentinels(timeout_ms=DOWN_AFTER_MS, fsync="always", more=more) as copies:
        strikes = _strikes(wanted, PrimaryOfSentinels(copies))
        yield House("valkey", _store(copies, wanted), strikes, copies)


@contextmanager
def _slots(wanted: Wanted) -> Iterator[House]:
    with cluster(timeout_ms=DOWN_AFTER_MS, fsync="always") as copies:
        strikes = _strikes(wanted, OneOfSlots(copies))
        yield House("valkey", _store(copies, wanted), strikes, copies)


def _store(copies: Copies, wanted: Wanted) -> Mapping[str, str]:
    return {"DOUBLESIX_STORE_URL": copies.url, "DOUBLESIX_STORE_REPLICAS": str(wanted.replicas)}


def _strikes(
    wanted: Wanted, one: OneOfBrokers | PrimaryOfSentinels | OneOfSlots
) -> list[tuple[Kind, Strike]]:
    """Return what is done, one kind after the other, each so many times."""
    kinds = wanted.kinds or CAN[wanted.cluster]
    return [(kind, getattr(one, kind)) for kind in kinds for _ in range(wanted.times)]
