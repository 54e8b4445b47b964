"""What is shown on a stage, and where: a file's pages are in its LANGUAGE."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.e2e.house import House
from tests.e2e.matches import all_scenes
from tests.e2e.scenes import Scene
from tests.e2e.stage import DIST, Stage


@pytest.fixture
def stage(watched: Callable[..., Any], request: pytest.FixtureRequest) -> Stage:
    """A stage, and a person before it."""
    return Stage(watched(), request.module.LANGUAGE)


@pytest.fixture
def house() -> Iterator[House]:
    """A small house, with the client as it was built."""
    house = House(DIST)
    yield house
    house.close()


@pytest.fixture(scope="module")
def seen(request: pytest.FixtureRequest) -> dict[str, Scene]:
    """Every scene by its name."""
    return all_scenes(request.module.LANGUAGE)
