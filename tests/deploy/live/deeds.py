"""What is done to running containers while people play, one thing after the other."""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests.deploy.live import containers
from tests.faults.chaos import Fault

REST_S = 3.0
"""Between two deeds."""
NOTHING = "nothing"
NOTHING_S = 20.0
"""For comparison."""


@dataclass(frozen=True)
class Deed:
    """One thing that is done, in words, and to which instance of which service."""

    what: str
    service: str
    index: int
    do: Callable[[], None]


@dataclass
class Deeds:
    """A list of words: `engine` starts each of its containers anew, `gateway=3` lets three of them run.

    `nothing` leaves all as it is for a while, to compare with.
    """

    words: Sequence[str]
    say: Callable[[str], None]

    def __post_init__(self) -> None:
        self.done: list[tuple[Deed, Fault]] = []

    async def run(self) -> None:
        """Do all of them; what is done to whom is known only when its turn comes."""
        for word in self.words:
            for deed in await asyncio.to_thread(_deeds, word):
                fault = Fault(deed.service, deed.index, "kill", time.monotonic())
                self.done.append((deed, fault))
                await asyncio.to_thread(deed.do)
                fault.ended = time.monotonic()
                self.say(f"{deed.what}: {fault.ended - fault.began:.1f} s")
                await asyncio.sleep(REST_S)


def _deeds(word: str) -> list[Deed]:
    service, counted, count = word.partition("=")
    if word == NOTHING:
        return [Deed(word, word, 0, lambda: time.sleep(NOTHING_S))]
    if counted:
        return [Deed(word, service, 0, lambda: containers.scale(service, int(count)))]
    return [
        Deed(f"{service} {index + 1} anew", service, index, _renewed(service, container))
        for index, container in enumerate(containers.those_of(service))
    ]


def _renewed(service: str, container: str) -> Callable[[], None]:
    def do() -> None:
        containers.renew(container)
        if service == "valkey":
            containers.never_rewritten()

    return do
