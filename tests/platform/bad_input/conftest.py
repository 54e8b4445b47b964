"""A platform at which a table plays on, whatever is said elsewhere."""

from collections.abc import AsyncIterator, Iterator

import pytest

from tests.harness.platform import Platform
from tests.platform.bad_input.asking import Client, assert_no_error_logged
from tests.platform.bad_input.said import BURST
from tests.platform.eye import Eye
from tests.platform.people import Person
from tests.platform.rude import OtherTable, Rude, Scene, a_scene, until_quiet

ENV = {
    "DOUBLESIX_FRAMES_PER_SECOND": "1000",
    "DOUBLESIX_FRAMES_BURST": str(BURST),
    "DOUBLESIX_TABLES_PER_MINUTE": "100000",
    "DOUBLESIX_LAPSE_MS": "10000",
    "DOUBLESIX_COMPUTER_MS": "200",
}


@pytest.fixture(scope="module")
def platform() -> Iterator[Platform]:
    with Platform(env=ENV) as platform:
        yield platform
        assert_no_error_logged(platform)


@pytest.fixture(scope="module")
def other_table(platform: Platform) -> Iterator[OtherTable]:
    with OtherTable(platform) as table:
        yield table


@pytest.fixture(autouse=True)
async def meanwhile(other_table: OtherTable) -> AsyncIterator[None]:
    """Whatever happens in a test, another table plays on."""
    yield
    await other_table.is_served()


@pytest.fixture
async def scene(platform: Platform) -> AsyncIterator[Scene]:
    async with a_scene(platform) as scene:
        yield scene


@pytest.fixture
async def lobby(platform: Platform) -> AsyncIterator[Scene]:
    """Four at a table whose match has not begun."""
    async with a_scene(platform, begun=False) as scene:
        yield scene


@pytest.fixture
async def alone(platform: Platform) -> AsyncIterator[Scene]:
    """One person at a table to play alone, where a new round needs consent; it is that person's turn."""
    async with Eye.open(platform) as eye:
        person = Rude(platform.urls, "Amal")
        await person.open_table("duel", alone=True)
        await person.connect()
        await person.until(person.my_turn)
        await until_quiet(eye, [person])
        yield Scene(eye, [person])
        await person.close()


@pytest.fixture
async def client(platform: Platform) -> AsyncIterator[Client]:
    client = Client(platform)
    yield client
    await client.close()


@pytest.fixture
async def code(platform: Platform) -> AsyncIterator[str]:
    """A table with its host and three free seats; nothing may change about it."""
    host = Person(platform.urls, "Amal")
    code = await host.open_table()
    async with Eye.open(platform) as eye:
        before = await eye.positions(code)
        yield code
        assert await eye.positions(code) == before
    await host.close()
