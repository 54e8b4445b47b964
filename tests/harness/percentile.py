"""Percentiles by nearest rank: each is one of the values that were seen."""

import math
from collections.abc import Iterable


def percentile(values: Iterable[float], share: float) -> float:
    """The smallest value that `share` of all do not exceed; 0 without any."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)] if ordered else 0.0
