"""A match from the first deal to its winner, by four clients over real connections, and the one after it."""

import asyncio
import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.harness.platform import Platform
from tests.harness.player import Player

pytestmark = pytest.mark.slow


@pytest.fixture
def platform() -> Iterator[Platform]:
    with Platform(gateways=2, engines=2) as platform:
        yield platform


class Logs:
    """The public log of every round, as it grows in the views of all four seats."""

    def __init__(self) -> None:
        self.of: dict[tuple[int, int], list[dict[str, Any]]] = {}

    def see(self, player: Player, view: dict[str, Any]) -> None:
        at = (view["match"]["number"], view["round"]["number"])
        log, known = view["round"]["log"], self.of.get(at, [])
        shorter = min(len(log), len(known))

        assert log[:shorter] == known[:shorter], f"seat {player.seat} was shown another past of {at}"

        self.of[at] = max(log, known, key=len)


async def test_four_clients_at_two_gateways_play_a_match_to_100_and_then_another(platform: Platform) -> None:
    logs = Logs()
    players = [
        Player([platform.urls[seat % 2]], f"P{seat}", random.Random(seat), on_view=logs.see)
        for seat in range(4)
    ]
    host = players[0]
    code = await host.open_table(target=100)
    for player in players[1:]:
        await player.sit(code)
    for player in players:
        await player.connect()
    assert (await host.ask({"type": "start"}))["ok"]

    await asyncio.gather(*(player.play(until=lambda view: view["phase"] == "over") for player in players))

    views = [player.view for player in players if player.view]
    winner = views[0]["match"]["winner"]
    assert [view["match"]["winner"] for view in views] == [winner] * 4
    assert max(views[0]["match"]["scores"]) == views[0]["match"]["scores"][winner] >= 100
    assert [player.refused for player in players] == [[]] * 4

    for player in players:
        assert (await player.ask({"type": "again", "match": 1}))["ok"]
    await asyncio.gather(
        *(player.until(lambda player=player: began_anew(player)) for player in players)  # type: ignore[misc]
    )
    await asyncio.gather(
        *(player.play(until=lambda view: len(view["round"]["log"]) > 7) for player in players)
    )

    for player in players:
        assert player.acknowledged
        for move in player.acknowledged:
            logged = logs.of[move.match, move.round][move.ply]
            assert logged["by"] == "player"
            assert (logged["seat"], logged["type"]) == (move.seat, move.type)
            assert (logged.get("tile"), logged.get("end")) == (move.tile, move.end)
    played = sum(entry["by"] == "player" for log in logs.of.values() for entry in log)
    assert played == sum(len(player.acknowledged) for player in players)
    for player in players:
        await player.close()


def began_anew(player: Player) -> bool:
    view = player.view
    return bool(
        view
        and view["match"]["number"] == 2
        and view["match"]["scores"] == [0, 0]
        and view["match"]["rounds"] == []
        and view["phase"] == "playing"
    )
