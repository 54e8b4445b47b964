"""How long a computer player seems to take. Knows no turn, so that it can tell nothing of one."""

from collections.abc import Callable
from random import SystemRandom

Delay = Callable[[], float]
"""Seconds from the news of a turn until its move is said, drawn before anything is known of it."""


def human_like(least_ms: int, most_ms: int) -> Delay:
    """Delays between `least_ms` and `most_ms`, all alike."""
    random = SystemRandom()
    return lambda: random.uniform(least_ms, most_ms) / 1000
