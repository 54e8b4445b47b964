"""The standing set of benchmarks: `make bench`, or a part of it: `make bench BENCH="--only storm --runs 5"`.

Each is run several times, on a platform of its own; what is told is the median, with the least and the most.
Every run is also a line of a file, with date and machine, for comparing with later ones.
"""

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import ceil
from pathlib import Path
from statistics import median
from typing import Any, Final

from tests.load.crowd import sockets_of_a_process
from tests.load.play import Wanted, cores, idle, run
from tests.load.rounds import rounds
from tests.load.storm import storm

MANY_GATEWAYS = ceil(40_000 / sockets_of_a_process())
"""As many as are needed for 40,000 sockets: a process may have only so many files open."""
MB = 1024 * 1024
RESULTS = Path("test-results/bench.jsonl")

Figures = Mapping[str, float]


@dataclass(frozen=True)
class Benchmark:
    """What is measured, and how: `figures` runs it once."""

    name: str
    figures: Callable[[], Figures]


def say(line: str) -> None:
    print(f"    {line}", file=sys.stderr, flush=True)


def played(wanted: Wanted) -> Figures:
    result = run(wanted, say)
    return {
        "turns a second": result.turns / result.seconds,
        "p50 ms": result.latency.p50,
        "p99 ms": result.latency.p99,
        "deadlines late, p99 ms": result.late.p99,
        "CPU s per 1,000 turns": result.cpu_s_per_1000_turns,
        "memory MB": sum(result.memory.values()) / MB,
        "KB a connection": result.kb_a_connection,
        "faults": result.faults,
    }


def stormed(sockets: int) -> Figures:
    result = storm(sockets, say)
    return {
        "p50 ms": result.latency.p50,
        "p99 ms": result.latency.p99,
        "most ms": result.latency.most,
        "faults": result.different + result.missing,
    }


def rested() -> Figures:
    cpu, memory = idle(20.0)
    return {"% of a core": 100 * sum(cpu.values()), "memory MB": sum(memory.values()) / MB}


def of_tables(name: str, **wanted: Any) -> Benchmark:
    return Benchmark(name, lambda: played(Wanted(**wanted)))


STANDING: Final[Sequence[Benchmark]] = (
    Benchmark("rules: rounds a second", lambda: {"rounds a second": rounds(1_000)}),
    Benchmark("nobody there", rested),
    of_tables("1 table, at once", tables=1, seconds=10),
    of_tables("50 tables, at once", tables=50, seconds=10),
    of_tables("200 tables, at once", tables=200, seconds=10),
    of_tables("10 tables, 3 s", tables=10, pace=3, seconds=60, warm_up=10),
    of_tables("1,000 tables, 3 s", tables=1_000, pace=3, seconds=20, warm_up=15),
    of_tables(
        "1,000 tables, 3 s, two of each", tables=1_000, pace=3, seconds=20, warm_up=15, gateways=2, engines=2
    ),
    of_tables("200 tables, at once, two of each", tables=200, seconds=10, gateways=2, engines=2),
    of_tables("10,000 tables, 30 s", tables=10_000, pace=30, seconds=60, warm_up=120, gateways=MANY_GATEWAYS),
    of_tables("1 table, 1,000 idle", tables=1, idle=1_000, seconds=10),
    Benchmark("storm of 1,000", lambda: stormed(1_000)),
)


def main(arguments: list[str] | None = None) -> int:
    """Run, print a table in Markdown, and return 1 if anything was refused, lost or different."""
    parser = argparse.ArgumentParser(prog="python -m tests.load.bench", description=__doc__)
    parser.add_argument("--only", default="", help="benchmarks whose name has this in it")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--results", type=Path, default=RESULTS, help="where each run becomes a line")
    asked = parser.parse_args(arguments)
    chosen = [one for one in STANDING if asked.only in one.name]
    if not chosen:
        parser.error(f"there is none of: {', '.join(one.name for one in STANDING)}")
    asked.results.parent.mkdir(parents=True, exist_ok=True)
    print(f"{date()}, {machine()}, {asked.runs} runs each: median (least to most)\n\n| | |\n| --- | --- |")
    faults = 0.0
    for one in chosen:
        runs = [measured(one, number, asked) for number in range(asked.runs)]
        faults += sum(each.get("faults", 0) for each in runs)
        print(f"| {one.name} | {row(runs)} |", flush=True)
    return 1 if faults else 0


def measured(one: Benchmark, number: int, asked: argparse.Namespace) -> Figures:
    say(f"{one.name}, run {number + 1} of {asked.runs}, load {os.getloadavg()[0]:.1f}")
    figures = one.figures()
    about = {"date": date(), "machine": machine(), "load": os.getloadavg()[0], "benchmark": one.name}
    with asked.results.open("a") as file:
        file.write(json.dumps({**about, **figures}) + "\n")
    return figures


def row(runs: Sequence[Figures]) -> str:
    return "; ".join(told(name, [each[name] for each in runs]) for name in runs[0])


def told(name: str, values: Sequence[float]) -> str:
    if name == "faults":
        return f"{sum(values):.0f} faults"
    return f"{name} {number(median(values))} ({number(min(values))} to {number(max(values))})"


def number(value: float) -> str:
    """Three digits that mean something."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def date() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%d %H:%M")


def machine() -> str:
    return f"{cores()} cores {platform.machine()}, Python {platform.python_version()}"


if __name__ == "__main__":
    sys.exit(main())
