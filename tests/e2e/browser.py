"""Which Chromium the browser tests use, and how it is started."""

import json
import os
import shutil

from playwright.sync_api import BrowserContext

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
    """The headless shell named by CHROMIUM_SHELL, which takes less, else what `whole` finds."""
    return os.environ.get("CHROMIUM_SHELL") or whole()


def whole() -> str | None:
    """The browser named by CHROMIUM, else the one on the PATH, else None: Playwright's own."""
    return os.environ.get("CHROMIUM") or shutil.which("chromium")


def speak(context: BrowserContext, language: str) -> None:
    """Have the client's pages in this language, as if it had been chosen before."""
    _remember(context, "language", language)


def prefer(context: BrowserContext, **prefs: object) -> None:
    """Have them as the settings say, as if they had been made before."""
    _remember(context, "prefs", prefs)


def _remember(context: BrowserContext, name: str, value: object) -> None:
    kept = json.dumps(json.dumps(value))
    context.add_init_script(
        f"if (location.protocol !== 'about:') localStorage.setItem('doublesix.{name}', {kept})"
    )
