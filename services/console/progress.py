"""What a long command has done so far, for whoever watches it; nothing where nobody does."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

EVERY_S = 0.2


@contextmanager
def progress(what: str, of: int | None = None) -> Iterator[Callable[..., None]]:
    """Yield a function to call with how many more are done. A terminal is shown one line, until the end."""
    done, said_at, seen = 0, time.monotonic() + EVERY_S, sys.stderr.isatty()

    def step(more: int = 1) -> None:
        nonlocal done, said_at
        done += more
        if seen and time.monotonic() >= said_at:
            said_at = time.monotonic() + EVERY_S
            sys.stderr.write(f"\r{done:,} {f'of {of:,} ' if of else ''}{what} ")
            sys.stderr.flush()

    try:
        yield step
    finally:
        if seen:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
