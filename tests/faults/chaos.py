"""Kills and freezes processes of a platform at random. What is killed, the platform starts again itself."""

import asyncio
import random
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from tests.harness.platform import Platform

Kind = Literal["kill", "freeze", "cut", "failover", "alone", "move", "reshard"]
"""What is done to a process; but for the first two only to stores of several nodes."""

SERVICES = ("gateway", "engine", "seating", "timer", "bots", "nats", "valkey")
KINDS: tuple[Kind, ...] = ("kill", "freeze")
READY_LOOK_S = 0.1


EPOCH = time.time() - time.monotonic()
"""Where the monotonic clock began, in Unix seconds."""


@dataclass
class Fault:
    """What was done to one process; moments of the monotonic clock, in seconds.

    It has `ended` when the process goes on, or when the one started instead is ready.
    """

    service: str
    index: int
    kind: Kind
    began: float
    ended: float | None = None

    def __str__(self) -> str:
        length = f" {self.ended - self.began:.1f} s" if self.ended else ""
        return f"{self.kind} {self.service}-{self.index + 1}{length}"

    @property
    def stretch(self) -> tuple[int, int]:
        """From when to when, in Unix ms."""
        began = self.began + EPOCH
        return int(began * 1000), int((self.ended + EPOCH if self.ended else began + 3600) * 1000)

    def seen_from(self, moment: int) -> str:
        """Say what was done, and how long after a moment, in Unix ms."""
        return f"{self} at {(self.stretch[0] - moment) / 1000:+.1f} s"


class Chaos:
    """One fault every `every` seconds; freezes last `freeze` seconds, and may overlap with other faults."""

    def __init__(
        self,
        platform: Platform,
        rng: random.Random,
        *,
        every: tuple[float, float] = (1.0, 3.0),
        freeze: tuple[float, float] = (1.0, 8.0),
    ) -> None:
        self._platform = platform
        self._rng = rng
        self._every = every
        self._freeze = freeze
        self._deck = self._endless_deck()
        self._ending: set[asyncio.Task[None]] = set()
        self.faults: list[Fault] = []
        self.paused = False

    async def run(self) -> None:
        """Go on until cancelled."""
        while True:
            await asyncio.sleep(self._rng.uniform(*self._every))
            if not self.paused:
                await self._strike(*next(self._deck))

    async def calm(self) -> None:
        """Let everything go on, and return when all of it is ready."""
        self.paused = True
        if self._ending:
            await asyncio.gather(*self._ending)
        await asyncio.to_thread(self._platform.thaw)
        await asyncio.to_thread(self._platform.wait_ready, 60.0)

    @property
    def quiet_since(self) -> float:
        """When the last fault ended; now, while one goes on."""
        now = time.monotonic()
        return max((fault.ended or now for fault in self.faults), default=0.0)

    def _endless_deck(self) -> Iterator[tuple[str, Kind]]:
        """Every service is killed, and frozen, about as often as the others: kills first, once."""
        first = [(service, "kill") for service in SERVICES]
        self._rng.shuffle(first)
        yield from first  # type: ignore[misc]
        while True:
            cards = [(service, kind) for service in SERVICES for kind in KINDS]
            self._rng.shuffle(cards)
            yield from cards

    async def _strike(self, service: str, kind: Kind) -> None:
        index = self._rng.randrange(len(self._platform.programs(service)))
        fault = Fault(service, index, kind, time.monotonic())
        after = self._rng.uniform(*self._freeze)
        strike = self._platform.kill if kind == "kill" else self._platform.freeze
        struck = await asyncio.to_thread(strike, service, index)
        if struck is None:
            return
        self.faults.append(fault)
        ends = self._back(fault, struck) if kind == "kill" else self._thaw(fault, after)
        task = asyncio.create_task(ends)
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    async def _back(self, fault: Fault, killed: int) -> None:
        """Wait for the process that is started instead."""
        ready = False
        while not ready:
            await asyncio.sleep(READY_LOOK_S)
            ready = await asyncio.to_thread(self._platform.is_back, fault.service, fault.index, killed)
        fault.ended = time.monotonic()

    async def _thaw(self, fault: Fault, after: float) -> None:
        try:
            await asyncio.sleep(after)
        finally:
            await asyncio.to_thread(self._platform.kill, fault.service, fault.index, signal.SIGCONT)
            fault.ended = time.monotonic()
