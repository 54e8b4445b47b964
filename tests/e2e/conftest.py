"""The client in a browser. A run of its own: `pytest tests/e2e -p playwright`.

Playwright's and asyncio's event loops do not live in one session, so without that plugin nothing here is
collected. A browser is the headless shell named by CHROMIUM_SHELL, the one named by CHROMIUM, the `chromium`
on the PATH, or Playwright's own; without any the tests are skipped, loudly, and fail where CI is set.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.browser import LAUNCH, executable
from tests.harness.platform import Platform

PHONE = {"width": 360, "height": 740}

expect.set_options(timeout=20_000)
"""In ms: when a page is taken never to show what it should. What a busy machine shows late is no fault."""


def pytest_report_header(config: pytest.Config) -> str:
    if config.pluginmanager.hasplugin("playwright"):
        return f"browser: {executable() or 'of Playwright'}"
    return "browser tests left out; they are run by `pytest tests/e2e -p playwright`"


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return None if config.pluginmanager.hasplugin("playwright") else True


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], browser_type: Any) -> dict[str, Any]:
    path = executable()
    if path is None and not Path(browser_type.executable_path).exists():
        missing = "no Chromium: set CHROMIUM, or install `chromium` or Playwright's own"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    return {**browser_type_launch_args, "executable_path": path, "args": LAUNCH}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """As on a phone, but that a pixel is one: nobody looks at them, and four times as many take longer."""
    return {**browser_context_args, "viewport": PHONE, "device_scale_factor": 1, "has_touch": True}


@pytest.fixture(scope="session")
def platform() -> Iterator[Platform]:
    """The whole platform, as it is run, with the client that was built last.

    A gateway that is killed is taken to be gone later than usual: on a busy machine it takes that long to
    start, and browsers are there again just as late.
    """
    with Platform(env={"DOUBLESIX_LEASE_MS": "40000"}) as platform:
        yield platform


@pytest.fixture
def faults() -> list[str]:
    """What a page complained of. A test that expects a complaint takes it out."""
    return []


@pytest.fixture(autouse=True)
def no_faults(faults: list[str]) -> Iterator[None]:
    """Errors on the console, errors thrown, and what the content security policy refused."""
    yield
    assert faults == []


@pytest.fixture
def watched(new_context: Callable[..., Any], faults: list[str]) -> Callable[..., Any]:
    """Make browser contexts, each a person of its own, whose pages' faults are collected.

    Without a worker that keeps files, unless it is asked for: a stage does not see what that fetches.
    """

    def context(**options: Any) -> Any:
        made = new_context(**{"service_workers": "block", **options})
        made.on("weberror", lambda error: faults.append(f"thrown: {error.error}"))
        made.on("console", lambda message: _note(message, faults))
        made.add_init_script(
            "addEventListener('securitypolicyviolation', (event) =>"
            " console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`))"
        )
        return made

    return context


def _note(message: Any, faults: list[str]) -> None:
    """A refusal over HTTP is an answer like any other; the browser says it on the console all the same.

    So does Playwright of a worker that it keeps from coming.
    """
    blocked = message.text.startswith("Service Worker registration blocked by Playwright")
    refused = message.text.startswith("Failed to load resource") and "/api/" in message.location.get(
        "url", ""
    )
    if message.type in ("error", "warning") and not refused and not blocked:
        faults.append(f"{message.type}: {message.text}")
