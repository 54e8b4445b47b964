"""A store of one's own, and the command line on it."""

import pytest

from runtime.settings import Settings
from tests.console.tables import Console, Kept


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Real lengths of leases and turns: nothing here waits for them."""
    return settings.model_copy(update={"lease_ms": 12_500, "rest_ms": 60_000, "outage_ms": 2_000})


@pytest.fixture
def kept(settings: Settings) -> Kept:
    return Kept(settings)


@pytest.fixture
def console(settings: Settings) -> Console:
    return Console(settings)
