"""One platform at a time on one data folder: two would write to the same files."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path

from deploy.embedded.errors import CannotStart

PATIENCE_S = 30.0
"""How long the rest of a platform may take to end after whoever started it was killed."""


@contextmanager
def only_one(data: Path) -> Iterator[int]:
    """Hold the folder's lock meanwhile, or raise CannotStart if another run has it.

    Yields the lock's file descriptor: whoever inherits it holds the lock, too.
    """
    data.mkdir(parents=True, exist_ok=True)
    with (data / "lock").open("a+") as file:
        deadline = time.monotonic() + PATIENCE_S
        while not _taken(file):
            file.seek(0)
            owner = file.read()
            if time.monotonic() > deadline or _lives(owner):
                raise CannotStart(f"Double Six already runs on {data} (process {owner}).")
            time.sleep(0.1)
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        yield file.fileno()


def _taken(file: TextIOWrapper) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _lives(pid: str) -> bool:
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return False
    except (ValueError, PermissionError):  # not written yet; somebody else's
        pass
    return True
