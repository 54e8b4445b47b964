"""A store of one's own, and the command line on it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

from runtime.settings import Settings
from tests.console.tables import Console, Kept


@pytest.fixture(autouse=True)
def logs_of_others_are_their_own() -> Iterator[None]:
    """A command sets up how its process logs, and to an output that is closed after it."""
    yield
    structlog.reset_defaults()
    structlog.contextvars.clear_contextvars()


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Real lengths of leases and turns: nothing here waits for them, but a restore for two renewals."""
    real = {"lease_ms": 12_500, "rest_ms": 60_000, "outage_ms": 2_000}
    return settings.model_copy(update=real | {"renew_ms": 50})


@pytest.fixture
def kept(settings: Settings) -> Kept:
    return Kept(settings)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where a backup goes."""
    return tmp_path / "tables.doublesix"


@pytest.fixture
def console(settings: Settings) -> Console:
    return Console(settings)
