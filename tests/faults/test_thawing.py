"""A process that was frozen goes on with what it believed then. It takes nothing from anybody."""

import asyncio
import random
from collections.abc import Iterator

import pytest
from websockets.exceptions import WebSocketException

from tests.harness.platform import Platform
from tests.harness.player import Player

pytestmark = pytest.mark.slow


@pytest.fixture
def platform() -> Iterator[Platform]:
    with Platform(gateways=2) as platform:
        yield platform


async def test_a_gateway_that_thaws_takes_no_seat_for_a_client_that_has_gone_elsewhere(
    platform: Platform,
) -> None:
    player = Player(platform.urls, "Ana", random.Random(1))
    await player.open_table()
    platform.freeze("gateway", 0)
    for _ in range(3):
        with pytest.raises((TimeoutError, WebSocketException, OSError)):
            async with asyncio.timeout(0.3):
                await player.connect(platform.urls[0])
    await player.connect(platform.urls[1])

    platform.thaw()
    await asyncio.sleep(3)

    assert player.byes == []
    assert player.connected
    await player.close()
