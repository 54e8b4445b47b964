"""A budget of two: so much of one core, and not beyond so long on the wall."""

import time
from dataclasses import dataclass

from bots.budget import Milliseconds


@dataclass(frozen=True, slots=True)
class Hurried:
    """Ends with whichever ends first: a machine that does other things makes a move no later."""

    core: Milliseconds
    wall: Milliseconds

    def start(self) -> None:
        self.core.start()
        self.wall.start()

    def goes_on(self) -> bool:
        """Whether both go on; both are asked each time, since each measures the steps by that."""
        core = self.core.goes_on()
        return self.wall.goes_on() and core


def hurried(core_ms: float, wall_ms: float) -> Hurried:
    """A budget by this thread's own time and by the time that passes."""
    return Hurried(Milliseconds(core_ms, time.thread_time), Milliseconds(wall_ms, time.monotonic))
