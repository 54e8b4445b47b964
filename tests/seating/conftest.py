"""A store, an engine that only listens, and seating with a gateway's way to it."""

from collections.abc import AsyncIterator

import pytest

from runtime.nodes import connect
from runtime.settings import Settings
from runtime.store import Store
from tests.seating.house import FakeEngine, House, a_gateway, seating


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Closed connections lapse nearly at once, and the engine has time to be told."""
    return settings.model_copy(update={"lapse_ms": 30, "handling_ms": 3_000})


@pytest.fixture
async def store(settings: Settings) -> AsyncIterator[Store]:
    store = Store(connect(settings), settings)
    await store.prepare()
    yield store
    await store.close()


@pytest.fixture
async def engine(settings: Settings) -> AsyncIterator[FakeEngine]:
    async with FakeEngine().running(settings) as engine:
        yield engine


@pytest.fixture
async def house(settings: Settings, store: Store) -> AsyncIterator[House]:
    """Seating, and a gateway."""
    async with seating(settings, store), a_gateway(settings, store) as house:
        yield house
