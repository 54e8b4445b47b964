"""How long a search may go on: by a clock, or by a count where the answer has to be the same each time."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Protocol

SHARE: Final = 0.95
"""Of the time, that is spent on playouts."""


class Budget(Protocol):
    def start(self) -> None:
        """A move is to be found from now on."""

    def goes_on(self) -> bool:
        """Whether one more round may be played out; asked before each."""


@dataclass(slots=True)
class Playouts:
    """So many rounds played out: the move is a function of the view."""

    limit: int
    _done: int = field(default=0, init=False)

    def start(self) -> None:
        self._done = 0

    def goes_on(self) -> bool:
        self._done += 1
        return self._done <= self.limit


@dataclass(slots=True)
class Milliseconds:
    """So much time by a `clock` that tells seconds; a twentieth is kept for what comes around the playouts.

    It ends while the longest step so far would still fit in twice.
    """

    limit: float
    clock: Callable[[], float]
    _began: float = field(default=0.0, init=False)
    _last: float = field(default=0.0, init=False)
    _longest: float = field(default=0.0, init=False)

    def start(self) -> None:
        self._began = self._last = self.clock()
        self._longest = 0.0

    def goes_on(self) -> bool:
        now = self.clock()
        self._longest = max(self._longest, now - self._last)
        self._last = now
        return now - self._began + 2 * self._longest < self.limit * SHARE / 1000
