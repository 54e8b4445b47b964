"""supervisord, with two promises added: it ends with whoever started it, and its programs end with it.

Run as `python -m deploy.embedded.daemon CONF`, with a pipe as standard input whose other end the starter
keeps. When the starter is gone, however it went, the pipe is closed.
"""

import ctypes
import os
import resource
import signal
import sys

from supervisor.options import ServerOptions
from supervisor.poller import Poller
from supervisor.states import SupervisorStates
from supervisor.supervisord import go

LOOK_S = 0.1
"""How often it looks around; for supervisord's own second a killed program would be away."""

OPEN_FILES = 65_536
"""For each program, where so many are allowed: a connection is an open file, and 1024 are soon used up."""

PR_SET_PDEATHSIG = 1


class _Poller(Poller):  # type: ignore[misc]
    def poll(self, timeout: float) -> tuple[list[int], list[int]]:
        if _starter_is_gone() and self.options.mood == SupervisorStates.RUNNING:
            self.options.mood = SupervisorStates.SHUTDOWN
        found: tuple[list[int], list[int]] = super().poll(min(timeout, LOOK_S))
        return found


class _Options(ServerOptions):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        self.poller = _Poller(self)
        self._libc = ctypes.CDLL(None)

    def setpgrp(self) -> None:
        """Run in the child, between fork and exec: Linux is to kill it when its parent is killed."""
        super().setpgrp()
        if sys.platform == "linux":
            self._libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def _starter_is_gone() -> bool:
    try:
        return os.read(0, 1) == b""
    except BlockingIOError:
        return False


def main(conf: str) -> None:
    os.set_blocking(0, False)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = OPEN_FILES if most == resource.RLIM_INFINITY else min(OPEN_FILES, most)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, most))
    options = _Options()
    options.realize(["-c", conf])
    options.first = True
    options.test = False
    go(options)


if __name__ == "__main__":
    main(sys.argv[1])
