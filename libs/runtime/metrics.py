"""Every metric, by name and unit. A label never carries an id: its values are few and known."""

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    PlatformCollector,
    ProcessCollector,
)

REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)
PlatformCollector(registry=REGISTRY)

BUILD = Info("doublesix_build", "The release that runs here.", registry=REGISTRY)

_FAST = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
_LATE = (0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

TURN_LATENCY = Histogram(
    "doublesix_turn_latency_seconds",
    "From a command read by a gateway until a view that shows it was sent on to a client.",
    registry=REGISTRY,
    buckets=_FAST,
)
COMMANDS = Counter(
    "doublesix_commands_total",
    "Commands handled, by kind and outcome: accepted, repeated, or the code of the refusal.",
    ("service", "kind", "outcome"),
    registry=REGISTRY,
)
COMMAND_SECONDS = Histogram(
    "doublesix_command_seconds",
    "Time to handle one command in its service.",
    ("service", "kind"),
    registry=REGISTRY,
    buckets=_FAST,
)
REQUEST_SECONDS = Histogram(
    "doublesix_request_seconds",
    "Time until another service answered, all tries together, by whom was asked.",
    ("to",),
    registry=REGISTRY,
    buckets=_FAST,
)
STORE_SECONDS = Histogram(
    "doublesix_store_seconds",
    "Time until the store answered, by what it did; what concerns all shards at once is one call.",
    ("call",),
    registry=REGISTRY,
    buckets=_FAST,
)
COMMIT_CONFLICTS = Counter(
    "doublesix_commit_conflicts_total",
    "Commits that found that somebody else had committed first, and were decided anew.",
    ("service",),
    registry=REGISTRY,
)
DEADLINE_LATENESS = Histogram(
    "doublesix_deadline_lateness_seconds",
    "From when something was due until a timer claimed it, by kind.",
    ("kind",),
    registry=REGISTRY,
    buckets=_LATE,
)
LEASES_LAPSED = Counter(
    "doublesix_leases_lapsed_total",
    "Connections that were found to be over: closed and not back in time, or of a gateway that is gone.",
    registry=REGISTRY,
)
UNHEEDED = Counter(
    "doublesix_unheeded_total",
    "Reminders said over ten times in vain, by kind: a table stands still.",
    ("kind",),
    registry=REGISTRY,
)
TURNS_ENDED = Counter(
    "doublesix_turns_ended_total",
    "Turns, by who ended them: player, clock, table, computer; fallback where no computer player came.",
    ("by",),
    registry=REGISTRY,
)
BOT_TURNS = Counter(
    "doublesix_bot_turns_total",
    "Turns that a computer player was told of, by level and outcome: accepted, stale (left to the table), "
    "unavailable, failed, or the code of the refusal.",
    ("level", "outcome"),
    registry=REGISTRY,
)
BOT_THINK_SECONDS = Histogram(
    "doublesix_bot_think_seconds",
    "Time a computer player took to find its move, by level; the delay that follows is not in it.",
    ("level",),
    registry=REGISTRY,
    buckets=_FAST,
)
BOT_TURNS_WAITING = Gauge(
    "doublesix_bot_turns_waiting",
    "Turns this computer player was told of and has not played yet.",
    registry=REGISTRY,
)
OUTAGES = Counter(
    "doublesix_outages_total", "Times in which moves could not be taken, noticed by shard.", registry=REGISTRY
)
OUTAGE_SECONDS = Counter(
    "doublesix_outage_seconds_total",
    "Time given back to turns because moves could not be taken; the longest of all shards each time.",
    registry=REGISTRY,
)
STORE_KEEPS = Gauge(
    "doublesix_store_keeps",
    "1 as long as the store's append-only file is on and could be written, else 0.",
    registry=REGISTRY,
)
CONNECTIONS = Gauge("doublesix_connections", "Open client connections of this gateway.", registry=REGISTRY)
CONNECTIONS_CLOSED = Counter(
    "doublesix_connections_closed_total", "Connections that ended, by reason.", ("reason",), registry=REGISTRY
)
RESUMES = Counter(
    "doublesix_resumes_total",
    "Views fetched again, by kind: reconnect, behind (an event was lost), rollback (the store went back).",
    ("kind",),
    registry=REGISTRY,
)
RETRIES = Counter(
    "doublesix_request_retries_total",
    "Requests to another service that were tried again.",
    ("why",),
    registry=REGISTRY,
)
DROPPED = Counter(
    "doublesix_requests_dropped_total",
    "Requests that found too many waiting before them.",
    registry=REGISTRY,
)
TABLES = Gauge(
    "doublesix_tables", "Tables by state, counted over the whole store.", ("state",), registry=REGISTRY
)
REVEALS = Gauge(
    "doublesix_reveals",
    "Looks of operators at what players may not see, as many as are kept; every timer tells the same.",
    registry=REGISTRY,
)

M = TypeVar("M", Counter, Histogram)


def kept(metric: M) -> Callable[..., M]:
    """Return `metric.labels` that looks for each series but once: that takes 1.5 us, several times a turn."""
    return lru_cache(maxsize=1_000)(metric.labels)


# What is seen first at 1 has never increased, for Prometheus: what alerts count begins at 0.
for _kind in ("reconnect", "behind", "rollback"):
    RESUMES.labels(_kind)
for _kind in ("turn", "table", "lease"):
    UNHEEDED.labels(_kind)
for _by in ("computer", "fallback"):
    TURNS_ENDED.labels(_by)
