"""How far a long run has come: a line at its end, and one every ten seconds until then."""

import time
from types import TracebackType

EVERY = 10
"""Seconds."""


class Progress:
    """`with Progress("draw-for-2", 2000) as progress`: `one_more` after each, `done` at the end."""

    def __init__(self, what: str, of: int) -> None:
        self.what, self.of, self.count = what, of, 0

    def __enter__(self) -> "Progress":
        self.began = self.said = time.monotonic()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass

    def one_more(self) -> None:
        self.count += 1
        if time.monotonic() - self.said > EVERY:
            self.said = time.monotonic()
            print(f"  {self.what}: {self.count} of {self.of}", flush=True)

    def done(self, figures: str) -> None:
        print(f"{self.what}: {figures}; {time.monotonic() - self.began:.0f} s", flush=True)
