"""What is done to nodes of a broker or a store. Each strike returns when all is whole again."""

import random
import time
from collections.abc import Callable
from typing import Any

from redis.crc import key_slot

from runtime.keys import SHARDS
from tests.harness.brokers import Brokers
from tests.harness.copies import NAME, Copies, Valkey, until
from tests.harness.node import Node

Strike = Callable[[], None]

AWAY_S = 3.0
"""How long a node of NATS, or replicas, stay away that were killed."""
FROZEN_S = 8.0
"""Longer than it takes until another node has taken over."""
LOST_S = 20.0
"""Longer than it takes until a node of NATS is given up that says nothing: its machine is lost."""
CUT_S = 1.0
"""How long a primary is heard by services, and not by its replicas, before it is gone."""
NOBODYS_PORT = 9
WHOLE_S = 60.0
AT_ONCE = 6
"""Slots that are moved together."""


class OneOfBrokers:
    """One node of NATS after the other."""

    def __init__(self, brokers: Brokers) -> None:
        self._brokers = brokers
        self._struck = -1

    def kill(self) -> None:
        node = self._next()
        node.kill()
        time.sleep(AWAY_S)
        node.start()

    def freeze(self) -> None:
        node = self._next()
        node.freeze()
        time.sleep(LOST_S)
        node.thaw()

    def _next(self) -> Node:
        self._struck += 1
        return self._brokers.nodes[self._struck % len(self._brokers.nodes)]


class PrimaryOfSentinels:
    """Whichever node sentinels have for the primary."""

    def __init__(self, copies: Copies) -> None:
        self._copies = copies

    def kill(self) -> None:
        fallen = self._copies.primary()
        fallen.kill()
        self._another_than(fallen)
        fallen.start()
        until(self._copies.whole, WHOLE_S)

    def cut(self) -> None:
        """As when a machine drops off: for a moment replicas get nothing more, and then it is gone."""
        primary = self._copies.primary()
        others = [node for node in self._copies.nodes if node is not primary]
        for node in others:
            node.says("REPLICAOF", "127.0.0.1", NOBODYS_PORT)
        time.sleep(CUT_S)
        primary.kill()
        self._another_than(primary)
        primary.start()
        until(self._copies.whole, WHOLE_S)

    def failover(self) -> None:
        """As an operator does it, before maintenance."""
        before = self._copies.primary()
        self._copies.sentinel().execute_command("SENTINEL", "FAILOVER", NAME, "COORDINATED")
        self._another_than(before)
        until(self._copies.whole, WHOLE_S)

    def freeze(self) -> None:
        """As if it were cut off: when it goes on it is a primary still, for all that it knows."""
        began, frozen = time.monotonic(), self._copies.primary()
        frozen.freeze()
        self._another_than(frozen)
        time.sleep(max(0.0, began + FROZEN_S - time.monotonic()))
        frozen.thaw()
        until(self._copies.whole, WHOLE_S)

    def alone(self) -> None:
        """Both replicas are killed: nothing can be confirmed until one of them is back."""
        primary = self._copies.primary()
        others = [node for node in self._copies.nodes if node is not primary]
        for node in others:
            node.kill()
        time.sleep(AWAY_S)
        for node in others:
            node.start()
        until(self._copies.whole, WHOLE_S)

    def _another_than(self, before: Valkey) -> None:
        until(lambda: (now := self._copies.primary()) is not before and now.is_primary, WHOLE_S)


class OneOfSlots:
    """One primary of a cluster, and slots that tables lie in."""

    def __init__(self, copies: Copies) -> None:
        self._copies = copies
        self._rng = random.Random(1)

    def kill(self) -> None:
        fallen = self._rng.choice(self._copies.primaries())
        fallen.kill()
        until(lambda: len(self._copies.primaries()) == 3, WHOLE_S)
        fallen.start()
        until(self._copies.whole, WHOLE_S)

    def failover(self) -> None:
        """As an operator does it, before maintenance."""
        replica = self._rng.choice([node for node in self._copies.nodes if not node.is_primary])
        replica.says("CLUSTER FAILOVER")
        until(lambda: replica.is_primary, WHOLE_S)
        until(self._copies.whole, WHOLE_S)

    def move(self) -> None:
        """Move slots as a whole, as Valkey does from version 9 on."""
        source, target, slots = self._some()
        words = [word for slot in slots for word in (slot, slot)]
        source.says("CLUSTER MIGRATESLOTS", "SLOTSRANGE", *words, "NODE", _id(target))
        until(lambda: set(slots) <= _slots(target), WHOLE_S)
        until(self._known, WHOLE_S)

    def reshard(self) -> None:
        """Move slots key by key, as command-line tools do."""
        source, target, slots = self._some()
        for slot in slots:
            target.says("CLUSTER SETSLOT", slot, "IMPORTING", _id(source))
            source.says("CLUSTER SETSLOT", slot, "MIGRATING", _id(target))
            while keys := source.says("CLUSTER GETKEYSINSLOT", slot, 10):
                source.says("MIGRATE", "127.0.0.1", target.port, "", 0, 5_000, "KEYS", *keys)
            for node in (target, source, *self._copies.primaries()):
                node.says("CLUSTER SETSLOT", slot, "NODE", _id(target))
        until(self._known, WHOLE_S)

    def _some(self) -> tuple[Valkey, Valkey, list[int]]:
        """Choose slots, where they lie, and where they are to lie."""
        source, target = self._rng.sample(self._copies.primaries(), 2)
        ours = {key_slot(f"{{s{shard}}}".encode()) for shard in range(SHARDS)} & _slots(source)
        return source, target, self._rng.sample(sorted(ours), min(AT_ONCE, len(ours)))

    def _known(self) -> bool:
        """Tell whether all nodes say the same of every slot."""
        return len({str(sorted(map(str, node.says("CLUSTER SLOTS")))) for node in self._copies.nodes}) == 1


def _id(node: Valkey) -> str:
    return bytes(node.says("CLUSTER MYID")).decode()


def _slots(node: Valkey) -> set[int]:
    told: Any = node.says("CLUSTER SLOTS")
    own = [(first, last) for first, last, (_, port, *_), *_ in told if port == node.port]
    return {slot for first, last in own for slot in range(first, last + 1)}
