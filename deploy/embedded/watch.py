"""While the platform runs: tell what ended by itself, and that it was started again."""

import os
import signal
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from http.client import HTTPException

from deploy.embedded.errors import CannotStart
from deploy.embedded.supervised import State, Supervised

LOOK_S = 0.5


def watch(platform: Supervised, say: Callable[[str], None], done: Callable[[], bool]) -> None:
    """Report until `done`; raise CannotStart when supervisord is gone."""
    before = {state.name: state for state in platform.states()}
    while not done() and platform.alive:
        time.sleep(LOOK_S)
        with suppress(OSError, HTTPException):  # supervisord is on its way out: the next look tells
            for state in platform.states():
                if _ended(before[state.name], state):
                    say(f"{state.name} ended and is started again, see {platform.plan.log(state.name)}")
                before[state.name] = state
    if not platform.alive:
        _kill(before.values())
        raise CannotStart("supervisord ended, and everything with it; it can be started again.")


def _ended(before: State, now: State) -> bool:
    return before.pid is not None and before.pid != now.pid


def _kill(states: Iterable[State]) -> None:
    """Kill what is left. On Linux nothing is: a program is killed with its supervisord."""
    for state in states:
        if state.pid:
            with suppress(ProcessLookupError):
                os.kill(state.pid, signal.SIGKILL)
