"""What an expression asks for: every metric with the labels it is chosen and grouped by."""

from collections.abc import Iterator
from typing import Any

import promql_parser
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
                names[metric.name + {"counter": "_total", "info": "_info"}.get(metric.type, "")] = labels
    names["doublesix_build_info"] |= {"release"}
    return names


def selectors(expression: str) -> Iterator[tuple[str, set[str]]]:
    """Each metric that `expression` reads, with the labels that it asks of it; ValueError if it is none."""
    yield from _walk(promql_parser.parse(expression), set())


def _walk(node: Any, grouped: set[str]) -> Iterator[tuple[str, set[str]]]:
    if isinstance(node, AggregateExpr) and node.modifier:
        grouped = grouped | set(node.modifier.labels)
    if isinstance(node, VectorSelector):
        yield node.name, grouped | {matcher.name for matcher in node.matchers.matchers}
    for part in ("lhs", "rhs", "expr", "param", "vector_selector", "args"):
        below = getattr(node, part, None)
        for one in below if isinstance(below, list) else [below] if below is not None else []:
            yield from _walk(one, grouped)
