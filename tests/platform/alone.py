"""A person among computer players: plays on, and takes down how long they take."""

import re
import time
from dataclasses import dataclass, field
from typing import Any

from tests.harness.platform import Platform
from tests.harness.player import Frame, Player
from tests.platform.people import Person


@dataclass
class Watch:
    """How long each action of a computer player took, as the person saw it, in seconds."""

    lasted: list[float] = field(default_factory=list)
    _since: tuple[Any, float] | None = None

    def on_view(self, player: Player, view: Frame) -> None:
        place, now = (player.place_in_time(), view["round"]["turn"]), time.monotonic()
        if self._since is not None and self._since[0] != place:
            self.lasted.append(now - self._since[1])
            self._since = None
        if self._since is None and view["phase"] == "playing" and view["round"]["computer"]:
            self._since = (place, now)


async def until_my_turn(person: Person) -> None:
    """Wait until the person is to act: in the next round where one ends, in another match where that ends."""
    await person.play(lambda view: person.my_turn() or view["phase"] == "over")
    if not person.my_turn():
        assert person.view is not None
        await person.ask({"type": "again", "match": person.view["match"]["number"]})
        await person.until(person.my_turn)


async def play_once(person: Person) -> None:
    """Move until it is no longer the person's turn."""
    await until_my_turn(person)
    while person.my_turn():
        before = person.place_in_time()
        reply = await person.ask(person.move())
        assert reply["ok"], reply
        await person.until(lambda before=before: person.place_in_time() != before)  # type: ignore[misc]


async def play_on(person: Person, turns: int) -> None:
    """Play so many turns of the person, and wait for its next one."""
    for _ in range(turns):
        await play_once(person)
    await until_my_turn(person)


def turns_ended(platform: Platform, by: str) -> int:
    return _sum(platform, "engine", rf'doublesix_turns_ended_total{{by="{by}"}} (\S+)')


def turns_of_level(platform: Platform, level: str) -> int:
    return _sum(platform, "bots", rf'doublesix_bot_turns_total{{level="{level}",outcome="accepted"}} (\S+)')


def _sum(platform: Platform, service: str, sample: str) -> int:
    """Add a metric up over all processes of a service."""
    pages = (platform.metrics(service, index) for index in range(len(platform.programs(service))))
    return sum(int(float(value)) for page in pages for value in re.findall(sample, page))
