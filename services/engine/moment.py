"""What a decision may depend on beside the game and the command: time and chance, as values."""

from collections.abc import Sequence
from dataclasses import dataclass

from contracts.ids import UnixMs
from engine.clock import Timing
from runtime.store import Outage


@dataclass(frozen=True, slots=True)
class Moment:
    """The store's time, lost time, a seed never used, and what the platform sets."""

    now: UnixMs
    outages: Sequence[Outage]
    seed: bytes
    timing: Timing
