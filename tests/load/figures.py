"""Figures of a sample."""

from collections.abc import Sequence
from dataclasses import dataclass

from tests.harness.percentile import percentile


@dataclass(frozen=True, slots=True)
class Latency:
    """Percentiles in ms; of nothing they are 0."""

    p50: float
    p95: float
    p99: float
    most: float


def latency(seconds: Sequence[float]) -> Latency:
    return Latency(*(1000 * percentile(seconds, share) for share in (0.5, 0.95, 0.99, 1.0)))
