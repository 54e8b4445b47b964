"""promtool, which reads and tries alerts: one that is there, else the one in Debian's package, unpacked."""

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from runtime.settings import REPOSITORY

UNPACKED = REPOSITORY / ".venv" / "prometheus"
PATIENCE_S = 120
HOW = "Install it, or name one: PROMTOOL=/path"


@cache
def find_promtool() -> str | None:
    """Return its path, or None where it cannot be had."""
    return os.environ.get("PROMTOOL") or shutil.which("promtool") or _unpacked() or _from_apt()


def promtool(*words: str) -> str:
    """Run it; return what it says, and fail with that if it finds a fault."""
    tool = find_promtool()
    if tool is None and not os.environ.get("CI"):
        pytest.skip(f"NO PROMTOOL IS TO BE HAD, and nothing has tried this. {HOW}")
    assert tool, f"promtool is needed. {HOW}"
    told = subprocess.run([tool, *words], capture_output=True, text=True)
    assert told.returncode == 0, told.stdout + told.stderr
    return told.stdout


def _unpacked() -> str | None:
    tool = UNPACKED / "usr" / "bin" / "promtool"
    return str(tool) if tool.exists() else None


def _from_apt() -> str | None:
    """Taken out of the package: installed, it would start a Prometheus of its own."""
    if not shutil.which("apt-get") or not shutil.which("dpkg-deb"):
        return None
    print("unpacking promtool from Debian's prometheus ...", flush=True)
    UNPACKED.mkdir(parents=True, exist_ok=True)
    if not _downloads() and os.geteuid() == 0:
        _succeeds(["apt-get", "-qq", "update"])
        _downloads()
    for package in UNPACKED.glob("*.deb"):
        _succeeds(["dpkg-deb", "--extract", str(package), str(UNPACKED)])
        package.unlink()
    return _unpacked()


def _downloads() -> bool:
    return _succeeds(["apt-get", "-qq", "download", "prometheus"], UNPACKED)


def _succeeds(command: list[str], folder: Path = REPOSITORY) -> bool:
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            timeout=PATIENCE_S,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0
