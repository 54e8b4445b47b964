"""One run: a platform of its own, tables that play for a while, and what it took."""

import asyncio
import os
import time
from collections.abc import Callable
from dataclasses import dataclass

import uvloop

from deploy.embedded.servers import Fsync
from tests.harness.platform import Platform
from tests.load.figures import Latency, latency
from tests.load.opening import open_tables, start
from tests.load.processes import Taken, taken
from tests.load.tables import Tally
from tests.load.wire import local_addresses

SERVICES = ("gateway", "engine", "seating", "timer", "bots", "nats", "valkey")
UNHURRIED = {
    "DOUBLESIX_TABLES_PER_MINUTE": "1000000",
    "DOUBLESIX_FRAMES_PER_SECOND": "1000",
    "DOUBLESIX_FRAMES_BURST": "1000",
    "DOUBLESIX_LOG_LEVEL": "warning",
}
"""All clients come from one address here, and in a closed loop play faster than people may."""

SETTLES_S = 5.0
"""After its start a platform is no longer busy with that."""

Say = Callable[[str], None]


@dataclass(frozen=True)
class Wanted:
    """What to run: `pace` is the mean thinking time in seconds, 0 for none; `seconds` are measured."""

    tables: int
    pace: float = 0.0
    seconds: float = 10.0
    gateways: int = 1
    engines: int = 1
    warm_up: float = 3.0
    fsync: Fsync = "everysec"
    idle: int = 0  # more tables at which nobody plays


@dataclass(frozen=True)
class Result:
    """What it took."""

    wanted: Wanted
    turns: int
    seconds: float
    latency: Latency
    late: Latency  # turns that nobody used, after their end
    timed_out: int
    too_late: int
    cpu_s: dict[str, float]
    memory: dict[str, int]
    idle_memory: dict[str, int]  # before the first table
    generator_cpu_s: float
    refusals: dict[str, int]
    lost: int
    gaps: int

    @property
    def cpu_s_per_1000_turns(self) -> float:
        return 1000 * sum(self.cpu_s.values()) / max(1, self.turns)

    @property
    def kb_a_connection(self) -> float:
        """What the gateways grew by, for each connection."""
        sockets = 4 * (self.wanted.tables + self.wanted.idle)
        return (self.memory["gateway"] - self.idle_memory["gateway"]) / sockets / 1024

    @property
    def faults(self) -> int:
        """What should never be: a refusal, a connection lost, a turn that somebody did not see."""
        return sum(self.refusals.values()) + self.lost + self.gaps


def run(wanted: Wanted, say: Say) -> Result:
    """Start a platform, play, and end it."""
    with Platform(
        gateways=wanted.gateways, engines=wanted.engines, bots=1, env=UNHURRIED, fsync=wanted.fsync
    ) as platform:
        return uvloop.run(_play(platform, wanted, say))


async def _play(platform: Platform, wanted: Wanted, say: Say) -> Result:
    idle = _memory(platform)
    tally, here = Tally(), local_addresses()
    say(f"opening {wanted.tables + wanted.idle} tables")
    still = await open_tables(wanted.idle, platform.urls, tally, wanted.pace, here) if wanted.idle else []
    tables = await open_tables(wanted.tables, platform.urls, tally, wanted.pace, here, first=wanted.idle)
    for number, table in enumerate(tables):
        start(table)
        if number % 50 == 49:  # their first turns are not all at once
            await asyncio.sleep(min(0.1, wanted.pace / 20))
    say(f"warming up for {wanted.warm_up:.0f} s")
    await asyncio.sleep(wanted.warm_up)
    before, own, began = _cpu(platform), time.process_time(), time.perf_counter()
    tally.counting = True
    turns = sum(table.turns for table in tables)
    ends = began + wanted.seconds
    while (left := ends - time.perf_counter()) > 0:
        await asyncio.sleep(min(5.0, left))
        done, gone = sum(table.turns for table in tables) - turns, time.perf_counter() - began
        say(f"{gone:5.0f} s  {done} turns, {done / gone:.0f} a second")
    seconds, tally.counting = time.perf_counter() - began, False
    after = _cpu(platform)
    result = Result(
        wanted=wanted,
        turns=sum(table.turns for table in tables) - turns,
        seconds=seconds,
        latency=latency(tally.latencies),
        late=latency(tally.late),
        timed_out=len(tally.late),
        too_late=tally.too_late,
        cpu_s={name: after[name] - before[name] for name in after},
        memory=_memory(platform),
        idle_memory=idle,
        generator_cpu_s=time.process_time() - own,
        refusals=tally.refusals,
        lost=tally.lost,
        gaps=tally.behind,
    )
    for table in (*tables, *still):
        table.stop()
    return result


def idle(seconds: float) -> tuple[dict[str, float], dict[str, int]]:
    """Return the share of a core that each service takes while nobody is there, and its memory."""
    with Platform(bots=1, env=UNHURRIED, fsync="everysec") as platform:
        time.sleep(SETTLES_S)
        before = _cpu(platform)
        time.sleep(seconds)
        after = _cpu(platform)
        return {name: (after[name] - before[name]) / seconds for name in after}, _memory(platform)


def _each(platform: Platform) -> dict[str, list[Taken]]:
    return {name: [taken(pid) for pid in platform.pids(name)] for name in SERVICES}


def _cpu(platform: Platform) -> dict[str, float]:
    return {name: sum(one.cpu_s for one in all_) for name, all_ in _each(platform).items()}


def _memory(platform: Platform) -> dict[str, int]:
    return {name: sum(one.memory for one in all_) for name, all_ in _each(platform).items()}


def cores() -> int:
    return os.cpu_count() or 1
