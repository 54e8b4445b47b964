"""What processes took, from /proc: CPU seconds so far, and memory now."""

import os
from dataclasses import dataclass
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
"""Of a second, in which the kernel counts CPU time."""
PAGE = os.sysconf("SC_PAGE_SIZE")
"""In bytes; the kernel counts memory in pages."""


@dataclass(frozen=True, slots=True)
class Taken:
    """CPU seconds since the start, and resident bytes now."""

    cpu_s: float
    memory: int


def taken(pid: int) -> Taken:
    """Read one process; raise FileNotFoundError when it is gone."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return Taken((int(fields[11]) + int(fields[12])) / TICKS, int(fields[21]) * PAGE)
