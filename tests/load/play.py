"""One run: a platform of its own, tables that play for a while, and what it took."""

import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil
from typing import Any

from deploy.embedded.servers import Fsync
from tests.harness.platform import Platform
from tests.load.crowd import Crowd, Part, Seen, sockets_of_a_process
from tests.load.figures import Latency, latency
from tests.load.processes import Taken, taken

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
TELLS_S = 5.0
"""How often it is told how far a run is."""

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
    with (
        Platform(
            gateways=wanted.gateways, engines=wanted.engines, bots=1, env=UNHURRIED, fsync=wanted.fsync
        ) as platform,
        _crowds(wanted, platform.urls) as crowds,
    ):
        return _play(platform, wanted, crowds, say)


def _play(platform: Platform, wanted: Wanted, crowds: Sequence[Crowd], say: Say) -> Result:
    idle = _memory(platform)
    _open(crowds, wanted.tables + wanted.idle, say)
    _all(crowds, "start")
    say(f"warming up for {wanted.warm_up:.0f} s")
    time.sleep(wanted.warm_up)
    before, began = _cpu(platform), time.perf_counter()
    _all(crowds, "count")
    ends = began + wanted.seconds
    while (left := ends - time.perf_counter()) > 0:
        time.sleep(min(TELLS_S, left))
        turns, gone = sum(_all(crowds, "turns")), time.perf_counter() - began
        say(f"{gone:5.0f} s  {turns} turns, {turns / gone:.0f} a second")
    seconds, after, memory = time.perf_counter() - began, _cpu(platform), _memory(platform)
    seen: list[Seen] = _all(crowds, "end")
    tallies = [one.tally for one in seen]
    late = [after for tally in tallies for after in tally.late]
    return Result(
        wanted=wanted,
        turns=sum(one.turns for one in seen),
        seconds=seconds,
        latency=latency([took for tally in tallies for took in tally.latencies]),
        late=latency(late),
        timed_out=len(late),
        too_late=sum(tally.too_late for tally in tallies),
        cpu_s={name: after[name] - before[name] for name in after},
        memory=memory,
        idle_memory=idle,
        generator_cpu_s=sum(one.cpu_s for one in seen),
        refusals=dict(sum((Counter(tally.refusals) for tally in tallies), Counter())),
        lost=sum(tally.lost for tally in tallies),
        gaps=sum(tally.behind for tally in tallies),
    )


def _open(crowds: Sequence[Crowd], tables: int, say: Say) -> None:
    """Wait until all tables are open."""
    began = told = time.perf_counter()
    while (opened := sum(_all(crowds, "opened"))) < tables:
        if (now := time.perf_counter()) - told > TELLS_S:
            say(f"{now - began:5.0f} s  {opened} of {tables} tables are open")
            told = now
        time.sleep(0.2)


def _all(crowds: Sequence[Crowd], what: str) -> list[Any]:
    """Ask all, then hear all."""
    for crowd in crowds:
        crowd.ask(what)
    return [crowd.answer() for crowd in crowds]


@contextmanager
def _crowds(wanted: Wanted, urls: list[str]) -> Iterator[Sequence[Crowd]]:
    """As few processes of players as have sockets for all."""
    tables = wanted.tables + wanted.idle
    count = ceil(4 * tables / sockets_of_a_process())
    playing, still = _shares(wanted.tables, count), _shares(wanted.idle, count)
    firsts = [sum(playing[:n]) + sum(still[:n]) for n in range(count)]
    crowds = [
        Crowd(Part(urls, first, plays, rests, wanted.pace))
        for first, plays, rests in zip(firsts, playing, still, strict=True)
    ]
    try:
        yield crowds
    finally:
        for crowd in crowds:
            crowd.end()


def _shares(of: int, count: int) -> list[int]:
    return [of // count + (n < of % count) for n in range(count)]


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
