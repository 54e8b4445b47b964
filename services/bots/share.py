"""How much time a thought may take, where others wait behind it. Knows no clock: time is handed in."""

import math
from collections.abc import Iterable


def share(now: float, dues: Iterable[float]) -> float:
    """The seconds that the first of `dues` may take, so that all of them can be met with as much time each.

    `dues` are when moves are to be said, this thought's own among them. With none the time is endless; what
    cannot be met any more leaves none.
    """
    shares = ((due - now) / place for place, due in enumerate(sorted(dues), 1))
    return max(0.0, min(shares, default=math.inf))
