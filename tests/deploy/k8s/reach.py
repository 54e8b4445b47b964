"""Who can reach whom by network policies: a connection has to be allowed at both of its ends."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]


@dataclass(frozen=True)
class Pod:
    """`name` is for the tests; `ports` by name."""

    name: str
    namespace: str
    labels: Mapping[str, str]
    ports: Mapping[str, int] = field(default_factory=dict)


def reachable(
    policies: Iterable[Json], pods: Sequence[Pod], ports: Iterable[int]
) -> set[tuple[str, str, int]]:
    """Every (from, to, port) over TCP that is not kept from happening."""
    rules = list(policies)
    tried = [(one, other, port) for one in pods for other in pods for port in ports]
    return {
        (one.name, other.name, port)
        for one, other, port in tried
        if _allowed(rules, "Egress", one, other, other, port)
        and _allowed(rules, "Ingress", other, one, other, port)
    }


def _allowed(rules: list[Json], way: str, own: Pod, peer: Pod, listener: Pod, port: int) -> bool:
    """Whether `own` may do this; without any policy that is about it, it may."""
    about = [
        rule
        for rule in rules
        if rule["metadata"]["namespace"] == own.namespace
        and way in rule["spec"]["policyTypes"]
        and _matches(rule["spec"]["podSelector"], own.labels)
    ]
    peers, key = ("to", "egress") if way == "Egress" else ("from", "ingress")
    return not about or any(
        any(_is_peer(end, peer, own.namespace) for end in line[peers])
        and any(_is_port(one, listener, port) for one in line["ports"])
        for rule in about
        for line in rule["spec"].get(key, ())
    )


def _is_peer(end: Json, pod: Pod, own_namespace: str) -> bool:
    if "namespaceSelector" in end:
        if not _matches(end["namespaceSelector"], {"kubernetes.io/metadata.name": pod.namespace}):
            return False
    elif pod.namespace != own_namespace:
        return False
    return _matches(end.get("podSelector", {}), pod.labels)


def _is_port(one: Json, listener: Pod, port: int) -> bool:
    number = listener.ports.get(one["port"]) if isinstance(one["port"], str) else one["port"]
    return one["protocol"] == "TCP" and number == port


def _matches(selector: Json, labels: Mapping[str, str]) -> bool:
    assert set(selector) <= {"matchLabels", "matchExpressions"}
    if any(labels.get(key) != value for key, value in selector.get("matchLabels", {}).items()):
        return False
    expressions = selector.get("matchExpressions", ())
    assert all(one["operator"] == "In" for one in expressions)
    return all(labels.get(one["key"]) in one["values"] for one in expressions)
