"""A new version is rolled out in the evening: a gateway and an engine go while 32 people play on."""

import asyncio
import random
import signal
import time
from collections.abc import Iterator

import pytest

from tests.harness.percentile import percentile
from tests.harness.platform import Platform
from tests.harness.player import Frame, Player

pytestmark = pytest.mark.slow

TABLES = 8
BACK_WITHIN_S = 2.0


@pytest.fixture
def platform() -> Iterator[Platform]:
    with Platform(gateways=2, engines=2) as platform:
        yield platform


class Evening:
    """Eight tables, four people each, who play until told to stop."""

    def __init__(self, platform: Platform) -> None:
        self._platform = platform
        self.players: list[Player] = []
        self.answers: list[float] = []
        self._over = asyncio.Event()

    async def begin(self) -> None:
        await asyncio.gather(*(self._table(number) for number in range(TABLES)))

    async def _table(self, number: int) -> None:
        urls = self._platform.urls
        players = [Player(urls, f"P{seat}", random.Random(4 * number + seat)) for seat in range(4)]
        code = await players[0].open_table(target=500)
        for player in players[1:]:
            await player.sit(code)
        for player in players:
            player.stay()
        assert (await players[0].ask({"type": "start"}))["ok"]
        self.players += players

    async def play(self) -> None:
        """Play until `end`. A turn is thought about for a moment, as people do."""

        def is_over(view: Frame) -> bool:
            return self._over.is_set() or view["phase"] == "over"

        await asyncio.gather(*(player.play(until=is_over, think=self._think) for player in self.players))

    def end(self) -> None:
        self._over.set()

    async def until_moves(self, more: int) -> None:
        """Return when so many more moves are acknowledged."""
        before = self.acknowledged
        deadline = time.monotonic() + 60
        while self.acknowledged < before + more:
            assert time.monotonic() < deadline, f"{self.acknowledged - before} of {more} moves in a minute"
            await asyncio.sleep(0.05)

    @property
    def acknowledged(self) -> int:
        return sum(len(player.acknowledged) for player in self.players)

    def _think(self) -> float:
        return random.uniform(0.05, 0.15)


async def test_nobody_loses_a_command_when_a_gateway_and_an_engine_end(
    platform: Platform,
) -> None:
    evening = Evening(platform)
    await evening.begin()
    playing = asyncio.create_task(evening.play())
    await evening.until_moves(100)

    await asyncio.to_thread(platform.kill, "engine", 0, signal.SIGTERM)
    await evening.until_moves(100)
    await asyncio.to_thread(platform.kill, "gateway", 0, signal.SIGTERM)
    await evening.until_moves(200)
    evening.end()
    await playing

    byes = [bye for player in evening.players for bye in player.byes]
    back = [resume.seconds for player in evening.players for resume in player.resumes]
    p50, p99 = percentile(back, 0.5), percentile(back, 0.99)
    told = f"{len(byes)} of 32 clients were sent away, {evening.acknowledged} moves acknowledged"
    print(f"{told}; back with a view after p50 {p50:.3f} s, p99 {p99:.3f} s")
    assert byes
    assert {bye["reason"] for bye in byes} == {"restart"}
    assert len(back) == len(byes)
    assert p99 < BACK_WITHIN_S
    assert [player.refused for player in evening.players] == [[]] * 32
    assert [player.put_off for player in evening.players] == [[]] * 32
    for player in evening.players:
        await player.close()
