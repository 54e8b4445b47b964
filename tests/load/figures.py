"""Figures of a sample."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Latency:
    """Percentiles in ms; of nothing they are 0."""

    p50: float
    p95: float
    p99: float
    most: float


def latency(seconds: Sequence[float]) -> Latency:
    return Latency(*(1000 * percentile(seconds, share) for share in (0.5, 0.95, 0.99, 1.0)))


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that `share` of all are not above; 0 without any."""
    ordered = sorted(values)
    return ordered[max(0, min(len(ordered) - 1, round(share * len(ordered)) - 1))] if ordered else 0.0
