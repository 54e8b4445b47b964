"""A Chromium for the browser tests: one that is there, else one that can be had."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SHELL = "chromium-headless-shell"
"""The same engine without windows and profiles: a person more at a table costs 1.0 s of a core, not 2.4."""
PATIENCE_S = 600


def find_browser() -> str | None:
    """Return the path of a browser; install one if there is none, and return None if that cannot be done."""
    return _named() or _installed() or _playwrights() or _from_apt() or _downloaded()


def find_shell() -> str | None:
    """Return the path of Debian's headless shell; install it if that can be done, else None."""
    if not shutil.which(SHELL):
        _install(SHELL)
    return shutil.which(SHELL)


def _named() -> str | None:
    return os.environ.get("CHROMIUM")


def _installed() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def _playwrights() -> str | None:
    """The browser that Playwright has downloaded before."""
    from playwright.sync_api import sync_playwright  # here, since most machines never need it

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def _from_apt() -> str | None:
    """Debian's package, which brings the libraries that it needs; for root only."""
    return _installed() if _install("chromium") else None


def _install(package: str) -> bool:
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    print(f"installing {package} with apt-get ...", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    commands = (["update"], ["install", "-y", "--no-install-recommends", package])
    return all(_succeeds(["apt-get", "-qq", *command], environment) for command in commands)


def _downloaded() -> str | None:
    print("downloading chromium with Playwright ...", flush=True)
    _succeeds([sys.executable, "-m", "playwright", "install", "chromium"], dict(os.environ))
    return _playwrights()


def _succeeds(command: list[str], environment: dict[str, str]) -> bool:
    try:
        done = subprocess.run(command, env=environment, timeout=PATIENCE_S, stdout=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0
