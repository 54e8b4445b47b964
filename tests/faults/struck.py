"""When the platform was not whole: stretches of time, and what they have in common. Moments in Unix ms."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from tests.faults.chaos import Fault

Stretch = tuple[int, int]
"""From when to when."""

SILENCE_MS = 1_000
"""Engines prove twice a second that broker and store answer them; without a proof for longer they did not."""


def union(stretches: Iterable[Stretch]) -> list[Stretch]:
    """Return the same time as stretches that do not touch, in order."""
    whole: list[Stretch] = []
    for began, ended in sorted(stretches):
        if whole and began <= whole[-1][1]:
            whole[-1] = (whole[-1][0], max(whole[-1][1], ended))
        else:
            whole.append((began, ended))
    return whole


def common(one: Iterable[Stretch], other: Iterable[Stretch]) -> list[Stretch]:
    """Return the time that is in both."""
    return union((max(a, c), min(b, d)) for a, b in one for c, d in other if max(a, c) < min(b, d))


def length(stretches: Iterable[Stretch]) -> int:
    return sum(ended - began for began, ended in union(stretches))


def silences(pulses: Sequence[int]) -> list[Stretch]:
    """Return the time for which no engine had proved that moves could be taken."""
    return [(before, after) for before, after in pairwise(pulses) if after - before > SILENCE_MS]


def out(faults: Sequence[Fault], service: str, instances: int) -> list[Stretch]:
    """Return the time in which no instance of a service ran."""
    time: list[Stretch] | None = None
    for index in range(instances):
        own = union(fault.stretch for fault in faults if (fault.service, fault.index) == (service, index))
        time = own if time is None else common(time, own)
    return time or []


def during(faults: Sequence[Fault], service: Sequence[str], when: Stretch) -> list[Fault]:
    """Return what was done to any instance of these services in that time."""
    return [fault for fault in faults if fault.service in service and common([fault.stretch], [when])]
