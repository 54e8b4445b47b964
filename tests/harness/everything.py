"""Every test there is, part after part, with a summary at the end: `make test`.

A part that fails does not keep the others from running. Ends with 1 if any failed.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from typing import IO

from tests.harness.browser import find_browser, find_shell
from tests.harness.promtool import find_promtool

PYTEST = (sys.executable, "-m", "pytest")
CORES = min(4, os.cpu_count() or 1)
WHOLE = ("tests/faults", "tests/deploy", "tests/platform")
"""Where whole platforms run; those come first that take longest, so that all workers are done at once."""


def at_once(workers: int) -> tuple[str, ...]:
    """Tests that run side by side, file by file, with servers of their own unless one is given for all."""
    return "-n", "1" if "TEST_STORE_URL" in os.environ else str(workers), "--dist", "loadfile"


@dataclass(frozen=True)
class Part:
    """A part of the tests: its name, and the command that runs it."""

    name: str
    command: tuple[str, ...]


CHECKS = Part("checks", ("make", "check-python"))
CLIENT = Part("client", ("make", "check-web"))
SERVICES = Part(
    "services", (*PYTEST, *at_once(2 * CORES), "tests", *(f"--ignore={one}" for one in ("tests/e2e", *WHOLE)))
)
"""Two a core: they wait for most of their time."""
PLATFORM = Part("platform", (*PYTEST, *at_once(CORES), "--no-loadscope-reorder", *WHOLE))
STAGES = ("tests/e2e/on_stage/test_screens.py", "tests/e2e/on_stage")
"""All of them; what takes longest comes first, and is nobody's last."""
STAGE = Part("stage", (*PYTEST, "-n", str(CORES), "--dist=worksteal", *STAGES, "-p", "playwright"))
BROWSERS = Part("browsers", (*PYTEST, "tests/e2e", "--ignore=tests/e2e/on_stage", "-p", "playwright"))
"""One after the other: browsers at a platform have the machine to themselves."""


def main() -> int:
    rows = together((CHECKS, CLIENT))
    promtool = find_promtool()
    rows += [run(part, {"PROMTOOL": promtool} if promtool else {}) for part in (SERVICES, PLATFORM)]
    if promtool is None:
        rows.append(missing("promtool", "alerts"))
    browser = find_browser()
    if browser is None:
        rows.append(missing("chromium", "browsers"))
    else:
        named = {"CHROMIUM": browser}
        shell = find_shell() if "CHROMIUM" not in os.environ else None
        rows += [
            run(part, named | {"CHROMIUM_SHELL": shell} if shell else named) for part in (STAGE, BROWSERS)
        ]
    print("\n" + "\n".join(f"  {name:10}{outcome:10}{seconds:4.0f} s" for name, outcome, seconds in rows))
    return 1 if any(outcome == "FAILED" for _, outcome, _ in rows) else 0


Row = tuple[str, str, float]


def run(part: Part, environment: dict[str, str], into: IO[bytes] | None = None) -> Row:
    """Run one part; return its row of the summary."""
    if into is None:
        print(f"\n==== {part.name}: {' '.join(part.command)}", flush=True)
    began = time.monotonic()
    code = subprocess.run(
        part.command,
        env={**inherited(), **environment},
        stdout=into,
        stderr=None if into is None else subprocess.STDOUT,
    ).returncode
    return part.name, "FAILED" if code else "ok", time.monotonic() - began


def inherited() -> dict[str, str]:
    """The environment, but that bytecode is kept: else each of hundreds of processes compiles all anew."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def together(parts: Sequence[Part]) -> list[Row]:
    """Run parts side by side that use one core each; say what they said one after another."""
    with ThreadPoolExecutor() as threads, ExitStack() as files:
        logs = [files.enter_context(tempfile.TemporaryFile()) for _ in parts]
        rows = list(threads.map(lambda part, log: run(part, {}, log), parts, logs))
        for part, log in zip(parts, logs, strict=True):
            log.seek(0)
            print(
                f"\n==== {part.name}: {' '.join(part.command)}\n{log.read().decode(errors='replace')}",
                flush=True,
            )
    return rows


def missing(tool: str, tests: str) -> Row:
    """Say loudly that a tool is not to be had, and return the row of the tests that need it."""
    print(f"\n==== NO {tool.upper()} IS TO BE HAD: install it, or name one: {tool.upper()}=/path", flush=True)
    return tests, "FAILED" if os.environ.get("CI") else "SKIPPED", 0.0


if __name__ == "__main__":
    sys.exit(main())
