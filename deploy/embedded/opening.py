"""From nothing to a platform that is ready: group after group, and a reason in one line when it cannot be."""

import time
from collections import Counter
from collections.abc import Callable

from deploy.embedded.errors import CannotStart
from deploy.embedded.plan import STAGES, Program
from deploy.embedded.supervised import Supervised

LOOK_S = 0.05
PATIENCE_S = 60.0
TRIES = 3
"""Starts of one program that may fail before the rest is called off."""


def open_platform(platform: Supervised, say: Callable[[str], None] = lambda line: None) -> None:
    """Start everything and return when it is ready; raise CannotStart, and leave the ending to the caller."""
    platform.start()
    for stage in STAGES:
        programs = platform.plan.of(*stage)
        if programs:
            say("starting " + ", ".join(program.name for program in programs))
            for group in {program.group for program in programs}:
                platform.start_group(group)
            wait_ready(platform, programs)


def wait_ready(platform: Supervised, programs: list[Program], patience_s: float = PATIENCE_S) -> None:
    """Return when all of `programs` are ready."""
    deadline = time.monotonic() + patience_s
    waiting = list(programs)
    ended: Counter[tuple[str, int]] = Counter()
    while waiting := [program for program in waiting if not program.probe.passes()]:
        names = {program.name for program in waiting}
        for state in platform.states():
            if state.name in names and state.pid is None and state.started:
                ended[state.name, state.started] = 1
        for program in waiting:
            if sum(1 for name, _ in ended if name == program.name) >= TRIES:
                raise CannotStart(f"{program.name} could not start: {last_words(platform, program)}")
        if time.monotonic() > deadline:
            one = waiting[0]
            raise CannotStart(
                f"{one.name} was not ready within {patience_s:.0f} s: {last_words(platform, one)}"
            )
        time.sleep(LOOK_S)


def last_words(platform: Supervised, program: Program) -> str:
    """Return the last line of a program's log, and where the rest is."""
    log = platform.plan.log(program.name)
    lines = log.read_text(errors="replace").strip().splitlines() if log.exists() else []
    return f"{lines[-1].strip() if lines else 'it said nothing'} (more in {log})"
