"""What an expression asks for: every metric with the labels it is chosen and grouped by."""

from collections.abc import Iterator
from typing import Any

import promql_parser
from prometheus_client import Metric
from promql_parser import AggregateExpr, VectorSelector

from runtime.metrics import REGISTRY

TARGETS = {"service", "instance", "job"}
"""Labels that Prometheus gives by what it scrapes."""
OTHERS = {"up": TARGETS, "process_cpu_seconds_total": TARGETS, "process_resident_memory_bytes": TARGETS}


def metrics() -> dict[str, set[str]]:
    """Every series that our metrics have, with its labels."""
    names: dict[str, set[str]] = dict(OTHERS)
    for collector in {*REGISTRY._collector_to_names}:
        labels = set(getattr(collector, "_labelnames", ())) | TARGETS
        for metric in collector.describe() if hasattr(collector, "describe") else ():
            if metric.type == "histogram":
                names |= {f"{metric.name}_bucket": labels | {"le"}}
                names |= {f"{metric.name}_{part}": labels for part in ("count", "sum")}
            else:
                names[full_name(metric)] = labels
    names["doublesix_build_info"] |= {"release"}
    return names


def full_name(metric: Metric) -> str:
    """A metric as Prometheus shows it; of a histogram what its series begin with."""
    return metric.name + {"counter": "_total", "info": "_info"}.get(metric.type, "")


def selectors(expression: str) -> Iterator[tuple[str, set[str]]]:
    """Each metric that `expression` reads, with the labels that it asks of it; ValueError if it is none."""
    yield from _walk(promql_parser.parse(expression), set())


def chosen(expression: str) -> list[str]:
    """Return the choice of series that each part of `expression` reads, without the time it is read over."""
    return [
        node.prettify() for node in _parts(promql_parser.parse(expression)) if type(node) is VectorSelector
    ]


def _parts(node: Any) -> Iterator[Any]:
    yield node
    for below in _below(node):
        yield from _parts(below)


def _below(node: Any) -> Iterator[Any]:
    """What a part of an expression is made of."""
    for part in ("lhs", "rhs", "expr", "param", "vector_selector", "args"):
        found = getattr(node, part, None)
        yield from found if isinstance(found, list) else [found] if found is not None else []


def _walk(node: Any, grouped: set[str]) -> Iterator[tuple[str, set[str]]]:
    if isinstance(node, AggregateExpr) and node.modifier:
        grouped = grouped | set(node.modifier.labels)
    if isinstance(node, VectorSelector):
        yield node.name, grouped | {matcher.name for matcher in node.matchers.matchers}
    for below in _below(node):
        yield from _walk(below, grouped)
