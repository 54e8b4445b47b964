"""Load on a platform of its own: `make load LOAD="--tables 200 --pace 3 --seconds 30"`.

Each run ends with a table for people; `--json FILE` adds a line for programs.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from tests.load.figures import Latency
from tests.load.play import Result, Wanted, cores, run

MB = 1024 * 1024


def main(arguments: list[str] | None = None) -> int:
    """Run, and return 1 if anything was refused, lost or not seen."""
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    parser.add_argument("--tables", type=int, default=50, help="tables of four that play `partners`")
    parser.add_argument("--pace", type=float, default=0.0, help="mean thinking time in s; 0: play at once")
    parser.add_argument("--seconds", type=float, default=10.0, help="how long is measured")
    parser.add_argument("--warm-up", type=float, default=3.0, help="seconds of play before that")
    parser.add_argument("--gateways", type=int, default=1)
    parser.add_argument("--engines", type=int, default=1)
    parser.add_argument("--idle", type=int, default=0, help="more tables, at which nobody plays")
    parser.add_argument("--fsync", choices=("everysec", "always"), default="everysec")
    parser.add_argument("--json", type=Path, help="append the figures to this file, as one line")
    asked = parser.parse_args(arguments)
    wanted = Wanted(**{name: value for name, value in vars(asked).items() if name != "json"})
    result = run(wanted, lambda line: print(f"  {line}", file=sys.stderr, flush=True))
    print(table(result))
    if asked.json:
        with asked.json.open("a") as file:
            file.write(
                json.dumps({**asdict(result), "cpu_s_per_1000_turns": result.cpu_s_per_1000_turns}) + "\n"
            )
    return 1 if result.faults else 0


def table(result: Result) -> str:
    """The figures, for people."""
    return "\n".join(f"{name:24} {text}" for name, text in rows(result))


def rows(result: Result) -> Iterator[tuple[str, str]]:
    wanted, turns = result.wanted, max(1, result.turns)
    yield "tables", f"{wanted.tables}, pace {wanted.pace:g} s, {wanted.idle} idle"
    yield (
        "machine",
        f"{cores()} cores, {wanted.gateways} gateways, {wanted.engines} engines, fsync {wanted.fsync}",
    )
    yield "turns", f"{result.turns} in {result.seconds:.1f} s, {result.turns / result.seconds:.0f} a second"
    yield "until all four saw it", percentiles(result.latency)
    if result.timed_out:
        unused = f"{result.timed_out} turns, {result.too_late} moves came too late"
        yield "time over, seen after", f"{percentiles(result.late)}  ({unused})"
    each = ", ".join(f"{name} {1000 * s / turns:.3f}" for name, s in result.cpu_s.items())
    yield "CPU s per 1,000 turns", f"{result.cpu_s_per_1000_turns:.3f}  ({each})"
    own = result.generator_cpu_s
    yield "the generator's own", f"{1000 * own / turns:.3f}, {100 * own / result.seconds:.0f} % of a core"
    memory = ", ".join(f"{name} {size / MB:.0f}" for name, size in result.memory.items())
    yield "memory", f"{memory} = {sum(result.memory.values()) / MB:.0f} MB"
    yield "memory without tables", f"{sum(result.idle_memory.values()) / MB:.0f} MB"
    yield "gateway, a connection", f"{result.kb_a_connection:.1f} KB"
    yield "refused", str(result.refusals or "none")
    yield "lost, or not seen", f"{result.lost} connections, {result.gaps} turns"


def percentiles(of: Latency) -> str:
    return f"p50 {of.p50:.2f}  p95 {of.p95:.2f}  p99 {of.p99:.2f}  most {of.most:.1f} ms"


if __name__ == "__main__":
    sys.exit(main())
