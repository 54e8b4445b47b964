"""What is done to a house of several nodes, one strike after the other; play goes on in between."""

import asyncio
import time

from tests.faults.chaos import Fault
from tests.faults.houses import House

CALM_S = 4.0
"""Between two strikes, and before the first."""


class Strikes:
    """Done in order; each fault lasts from its strike until all is whole again."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.faults: list[Fault] = []
        self.paused = False
        self._strike: asyncio.Task[None] | None = None

    @property
    def left(self) -> int:
        return len(self._house.strikes) - sum(fault.ended is not None for fault in self.faults)

    async def run(self) -> None:
        for kind, strike in self._house.strikes:
            await asyncio.sleep(CALM_S)
            while self.paused:  # noqa: ASYNC110, whoever watches sets it
                await asyncio.sleep(0.2)
            fault = Fault(self._house.service, 0, kind, time.monotonic())
            self.faults.append(fault)
            await asyncio.to_thread(strike)
            fault.ended = time.monotonic()

    async def calm(self) -> None:
        """Play on for a while after the last of them."""
        await asyncio.sleep(CALM_S)

    @property
    def quiet_since(self) -> float:
        now = time.monotonic()
        return max((fault.ended or now for fault in self.faults), default=0.0)
