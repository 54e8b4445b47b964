"""The client of the protocol's page plays whole matches; all that is said meanwhile is as it is published."""

import asyncio
import json
import random
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import httpx
import pytest

from contracts.channels import CHANNELS, OPERATED
from runtime.settings import REPOSITORY
from tests.harness.platform import Platform
from tests.harness.player import Player
from tests.harness.published import wrong_answer, wrong_frame
from tests.harness.traffic import Traffic, traffic

pytestmark = pytest.mark.slow

EXAMPLE = REPOSITORY / "libs/contracts/example/client.py"
ENV = {
    "DOUBLESIX_BOT_DELAY_MIN_MS": "20",
    "DOUBLESIX_BOT_DELAY_MAX_MS": "40",
    "DOUBLESIX_BOT_BUDGET_MS": "20",
}
WITHIN_S = 180
LOOKING_BACK = {"engine-rounds", "engine-round"}
"""What nobody asks for who only plays."""
COMPARED = {"seating-positions", "engine-positions"}
"""Asked every two and a half seconds, within which a gateway may be killed and a match be over."""


@pytest.fixture(scope="module")
def platform() -> Iterator[Platform]:
    with Platform(bots=1, env=ENV) as platform:
        yield platform


@asynccontextmanager
async def example(platform: Platform, *code: str) -> AsyncIterator[Process]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(EXAMPLE), platform.urls[0], *code, stdout=PIPE
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def scores(process: Process) -> list[int]:
    """Return what the example says at the end of the match."""
    async with asyncio.timeout(WITHIN_S):
        out, _ = await process.communicate()
    assert process.returncode == 0
    return [int(score) for score in out.split()]


def moves(heard: Traffic) -> int:
    """How many tiles people said that they place."""
    return sum(b'"type":"place"' in message.data for message in heard.said)


async def look_back(player: Player, path: str) -> httpx.Response:
    """Ask for what was played at a player's table."""
    bearer = {"authorization": f"Bearer {player.secret}"}
    async with httpx.AsyncClient(base_url=player.urls[0], headers=bearer) as http:
        return await http.get(f"/api/tables/{player.code}/{path}")


async def test_the_example_plays_a_match_alone_though_its_gateway_dies_under_it(platform: Platform) -> None:
    async with traffic(platform) as heard, example(platform) as process:
        await heard.until(lambda heard: moves(heard) >= 5, WITHIN_S)
        killed = platform.kill("gateway")
        assert killed

        ended = await scores(process)

    assert max(ended) >= 50
    assert heard.wrong() == []
    everything = {channel.name for channel in CHANNELS} - LOOKING_BACK - {*OPERATED}
    assert everything - COMPARED <= heard.channels() <= everything


async def test_the_example_sits_down_by_a_code_and_plays_with_people(platform: Platform) -> None:
    frames: list[str] = []
    host = Player(
        platform.urls, "Host", random.Random(1), on_frame=lambda _, frame, text: frames.append(text)
    )
    platform.wait_ready()
    code = await host.open_table("draw", players=2, target=50)
    async with traffic(platform) as heard, example(platform, code) as process:
        await host.connect()
        await host.until(lambda: host.table is not None and all(host.table["seats"]))
        assert (await host.ask({"type": "start"}))["ok"]

        await host.play(until=lambda view: view["phase"] == "over")
        ended = await scores(process)
        looks = [await look_back(host, path) for path in ("rounds", "rounds/1/1", "rounds/9/9")]

    assert host.view
    assert [(look.status_code, wrong_answer(look)) for look in looks] == [
        (200, None),
        (200, None),
        (404, None),
    ]
    assert heard.channels() >= LOOKING_BACK
    assert ended == host.view["match"]["scores"]
    assert [why for text in frames if (why := wrong_frame(json.loads(text)))] == []
    assert heard.wrong() == []
    await host.close()
