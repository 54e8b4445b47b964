"""What is shown on a stage."""

import pytest

from tests.e2e.matches import all_scenes
from tests.e2e.scenes import Scene


@pytest.fixture(scope="module")
def seen(request: pytest.FixtureRequest) -> dict[str, Scene]:
    """Every scene by its name, in the LANGUAGE of the file's pages."""
    return all_scenes(request.module.LANGUAGE)
