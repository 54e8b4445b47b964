"""Logs tell of an error in either format, and never what a player holds."""

from collections.abc import Iterator

import pytest
import structlog

from runtime import logs
from runtime.settings import Settings

HAND = "3-5 4-6"


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    yield
    structlog.reset_defaults()
    structlog.contextvars.clear_contextvars()


@pytest.mark.parametrize("log_format", ["json", "text"])
def test_an_error_is_logged_with_its_traceback_and_without_variables(
    log_format: str, settings: Settings, capfd: pytest.CaptureFixture[str]
) -> None:
    logs.configure("engine", settings.model_copy(update={"log_format": log_format}))
    hand = " ".join(HAND.split())
    try:
        raise LookupError
    except LookupError as error:
        logs.log("desk").error("a handler failed", exc_info=error)

    said = capfd.readouterr().err
    assert "a handler failed" in said
    assert "LookupError" in said
    assert hand not in said
