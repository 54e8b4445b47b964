"""Every test there is, part after part, with a summary at the end: `make test`.

A part that fails does not keep the others from running. Ends with 1 if any failed.
"""

import os
import subprocess
import sys
import time
from dataclasses import dataclass

from tests.harness.browser import find_browser

PYTEST = (sys.executable, "-m", "pytest")
AT_ONCE = "1" if "TEST_STORE_URL" in os.environ else str(min(4, os.cpu_count() or 1))
"""Files of tests that run side by side, with servers of their own unless one is given for all. Most of them
wait most of the time; a browser does not, and has the machine to itself."""


@dataclass(frozen=True)
class Part:
    """A part of the tests: its name, and the command that runs it."""

    name: str
    command: tuple[str, ...]


CHECKS = Part("checks", ("make", "check-python"))
CLIENT = Part("client", ("make", "check-web"))
SERVICES = Part("services", (*PYTEST, "-n", AT_ONCE, "--dist", "loadfile", "tests", "--ignore=tests/e2e"))
BROWSER = Part("browser", (*PYTEST, "tests/e2e", "-p", "playwright"))


def main() -> int:
    rows: list[tuple[str, str, float]] = []
    for part in (CHECKS, CLIENT, SERVICES):
        rows.append(run(part, {}))
    rows.append(run_in_browser())
    print("\n" + "\n".join(f"  {name:10}{outcome:10}{seconds:4.0f} s" for name, outcome, seconds in rows))
    return 1 if any(outcome == "FAILED" for _, outcome, _ in rows) else 0


def run(part: Part, environment: dict[str, str]) -> tuple[str, str, float]:
    """Run one part; return its row of the summary."""
    print(f"\n==== {part.name}: {' '.join(part.command)}", flush=True)
    began = time.monotonic()
    code = subprocess.run(part.command, env={**os.environ, **environment}).returncode
    return part.name, "FAILED" if code else "ok", time.monotonic() - began


def run_in_browser() -> tuple[str, str, float]:
    """Run the browser's part; without a browser it is skipped, or has failed where CI is set."""
    browser = find_browser()
    if browser is not None:
        return run(BROWSER, {"CHROMIUM": browser})
    print("\n==== browser: NONE IS TO BE HAD. Install chromium, or name one: CHROMIUM=/path", flush=True)
    return "browser", "FAILED" if os.environ.get("CI") else "SKIPPED", 0.0


if __name__ == "__main__":
    sys.exit(main())
