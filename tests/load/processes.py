"""What processes took, from /proc: CPU seconds so far, and memory now."""

import os
from dataclasses import dataclass
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
"""Of a second, in which the kernel counts CPU time."""


@dataclass(frozen=True, slots=True)
class Taken:
    """CPU seconds since the start, resident bytes now, and the most there were."""

    cpu_s: float
    memory: int
    peak: int


def taken(pid: int) -> Taken:
    """Read one process; raise FileNotFoundError when it is gone."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    status = Path(f"/proc/{pid}/status").read_text()
    kilobytes = {
        line.split(":")[0]: int(line.split()[1]) for line in status.splitlines() if line.startswith("Vm")
    }
    return Taken(
        (int(fields[11]) + int(fields[12])) / TICKS, kilobytes["VmRSS"] * 1024, kilobytes["VmHWM"] * 1024
    )
