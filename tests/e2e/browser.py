"""Which Chromium the browser tests use, and how it is started."""

import os
import shutil

LAUNCH = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def executable() -> str | None:
    """The browser named by CHROMIUM, else the one on the PATH, else None: Playwright's own."""
    return os.environ.get("CHROMIUM") or shutil.which("chromium")
