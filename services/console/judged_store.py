"""How the store is, by what its nodes say. Pure."""

from collections.abc import Iterator, Sequence

from console.findings import Finding, fault, ok, warning
from console.judged_certificates import judged as certificate_of
from console.store_seen import Node
from runtime.functions import LIBRARY

PART = "store"
SKEWED_MS, FAR_MS = 500, 5_000
FULL = 0.9
BEHIND_S = 10
FSYNC = {
    "always": "a power cut loses nothing",
    "everysec": "a power cut loses up to two seconds",
}


def judged(nodes: Sequence[Node], replicas_wanted: int) -> Iterator[Finding]:
    """Yield what there is to say; `replicas_wanted` is DOUBLESIX_STORE_REPLICAS."""
    for node in nodes:
        yield from _node(node, replicas_wanted)
    answering = [node for node in nodes if node.error is None]
    if answering and not any(node.is_primary for node in answering):
        yield fault(PART, "no primary is there: nothing can be written", "Look at its failover; start one.")
    versions = sorted({_version(node) for node in answering})
    if len(versions) > 1:
        yield warning(PART, f"its nodes are of versions {', '.join(versions)}", "Make it one.")
    yield from _clocks(answering)


def _node(node: Node, replicas_wanted: int) -> Iterator[Finding]:
    if node.certificate is not None:
        yield certificate_of(PART, node.address, node.certificate)
    if node.error is not None:
        yield fault(
            PART,
            f"{node.address} does not answer: {node.error}",
            "Start it on its folder; or its password is wrong.",
        )
        return
    role = "primary" if node.is_primary else "replica"
    used = int(node.info.get("used_memory", 0)) / 2**20
    yield ok(
        PART,
        f"{node.address} is a {role}, version {_version(node)}, {node.answered_ms:.1f} ms, {used:.0f} MB",
    )
    if node.info.get("loading"):
        yield fault(PART, f"{node.address} is reading its file", "Wait until it has; then look again.")
    if node.cluster_state not in (None, "ok"):
        yield fault(
            PART, f"{node.address} says the cluster is {node.cluster_state}", "Look at CLUSTER NODES there."
        )
    yield from _memory(node)
    if node.is_primary:
        yield from _kept(node)
        yield from _copies(node, replicas_wanted)
        if LIBRARY not in node.libraries:
            yield warning(
                PART,
                f"{node.address} has no functions {LIBRARY}",
                "Services load them when they first miss them.",
            )
    elif node.info.get("master_link_status") != "up":
        yield warning(
            PART,
            f"{node.address} does not follow its primary",
            "Look at its log; a failover would lose moves.",
        )


def _kept(node: Node) -> Iterator[Finding]:
    info, where = node.info, node.address
    if info.get("aof_enabled") != 1:
        yield fault(
            PART, f"{where} keeps nothing on its disk", "appendonly yes, or every table goes with it."
        )
        return
    if info.get("aof_last_write_status") != "ok":
        yield fault(
            PART,
            f"{where} cannot write its file: moves are refused",
            "Make room on its disk; it goes on by itself.",
        )
    if info.get("aof_last_bgrewrite_status") not in (None, "ok"):
        yield warning(
            PART, f"{where} could not rewrite its file", "Make room: it takes as much again for a while."
        )
    fsync = node.configured.get("appendfsync")
    size = int(info.get("aof_current_size", 0)) / 2**20
    if fsync is None:
        yield warning(
            PART, f"{where} keeps its file ({size:.0f} MB); how, this user may not ask", "Let it CONFIG GET."
        )
    elif fsync in FSYNC:
        yield ok(PART, f"{where} keeps its file ({size:.0f} MB), fsync {fsync}: {FSYNC[fsync]}")
    else:
        yield warning(
            PART, f"{where} leaves its file to the system: fsync {fsync}", "appendfsync always, or everysec."
        )


def _memory(node: Node) -> Iterator[Finding]:
    policy = node.configured.get("maxmemory-policy", node.info.get("maxmemory_policy"))
    most, used = int(node.info.get("maxmemory", 0)), int(node.info.get("used_memory", 0))
    if policy not in (None, "noeviction"):
        told = fault if most else warning
        yield told(
            PART,
            f"{node.address} throws tables away when full: {policy}",
            "maxmemory-policy noeviction.",
        )
    if most and used > FULL * most:
        yield warning(PART, f"{node.address} is full to {used / most:.0%}", "Give it more memory.")


def _copies(node: Node, wanted: int) -> Iterator[Finding]:
    replicas = node.replicas
    online = [one for one in replicas if one.get("state") == "online" and int(one.get("lag", 0)) <= BEHIND_S]
    if len(online) < wanted:
        yield fault(
            PART,
            f"{node.address} has {len(online)} replicas that follow, and a move waits for {wanted}",
            "Start replicas: until then moves are answered unavailable.",
        )
    elif len(online) < len(replicas):
        yield warning(PART, f"{node.address} has replicas that lag behind", "Look at their machines.")
    elif replicas and not wanted:
        yield warning(
            PART,
            f"{node.address} has {len(replicas)} replicas, and no move waits for any",
            "A failover may lose moves: DOUBLESIX_STORE_REPLICAS=1 prevents it.",
        )
    elif replicas:
        yield ok(PART, f"{node.address} has {len(online)} replicas that follow; a move waits for {wanted}")


def _clocks(nodes: Sequence[Node]) -> Iterator[Finding]:
    """The store's clock is the only one that decides; those of its nodes must not differ."""
    if not nodes:
        return
    ahead = [node.ahead_ms for node in nodes]
    apart = max(ahead) - min(ahead)
    if apart > SKEWED_MS:
        told = fault if apart > FAR_MS else warning
        yield told(
            PART,
            f"the clocks of its nodes are {apart / 1000:.1f} s apart",
            "Keep their machines in time (NTP): a failover would move every turn's end by that.",
        )
    furthest = max(ahead, key=abs)
    if abs(furthest) > SKEWED_MS:
        yield warning(
            PART,
            f"its clock and this machine's are {abs(furthest) / 1000:.1f} s apart",
            "Nothing depends on this machine's; logs are easier to compare where both are kept in time.",
        )
    else:
        yield ok(PART, f"its clock and this machine's are {abs(furthest):.0f} ms apart")


def _version(node: Node) -> str:
    return str(node.info.get("valkey_version") or node.info.get("redis_version") or "?")
