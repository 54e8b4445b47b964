"""People at a table: players with browsers that can be closed, fall silent, and be opened again."""

import asyncio
import json
from collections.abc import Sequence
from contextlib import suppress

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from tests.harness.player import Frame, Player
from tests.platform.eye import now_ms

NAMES = ("Amal", "Basim", "Carim", "Dunya")


class Person(Player):
    """A player with one tab, which does not come back by itself."""

    viewed_at: int = 0
    """When the last view came, Unix ms."""
    silent: bool = False

    async def go_silent(self) -> None:
        """Read and say nothing any more, not even a pong; the connection stays open."""
        assert self._socket is not None
        self.silent = True
        self._socket.transport.pause_reading()

    async def close_tab(self) -> None:
        await self.leave_page()
        assert self._reading is not None
        await asyncio.wait({self._reading})

    async def close(self) -> None:
        """End everything. The connection is cut first: then the reading ends by itself."""
        if self._socket is not None:
            self._socket.transport.abort()
        while self._reading is not None and not self._reading.done():
            self._reading.cancel()  # again and again: a frame that has just come wins over it
            await asyncio.wait({self._reading}, timeout=0.1)
        await self._http.aclose()

    async def another_tab(self, url: str | None = None) -> "Person":
        """Open the table once more in the same browser."""
        tab = Person(self.urls, self.name, self.rng, secret=self.secret, code=self.code, seat=self.seat)
        await tab.connect(url)
        return tab

    async def until_closed(self, within: float = 30.0) -> int | None:
        """Wait until the connection is closed; return the code it was closed with."""
        assert self._socket is not None
        async with asyncio.timeout(within):
            await self._socket.wait_closed()
        return self._socket.close_code

    async def say(self, text: str | bytes) -> None:
        """Send a frame as it is."""
        assert self._socket is not None
        await self._socket.send(text)

    async def _received(self, text: str, now: float) -> None:
        if text.startswith('{"type":"view"'):
            self.viewed_at = now_ms()
        await super()._received(text, now)

    async def _ping(self, socket: ClientConnection) -> None:
        with suppress(WebSocketException, OSError):
            while not self.silent:
                await socket.send(json.dumps({"type": "ping", "id": "p"}))
                await asyncio.sleep(1)


async def seated(
    urls: Sequence[str], *, kind: type[Person] = Person, preset: str = "partners", **options: int
) -> list[Person]:
    """Four people with a seat each, none of them connected yet; the first is the host."""
    people = [kind(urls, name) for name in NAMES]
    code = await people[0].open_table(preset, **options)
    for person in people[1:]:
        await person.sit(code)
    return people


async def at_a_table(urls: Sequence[str], *, kind: type[Person] = Person, **options: int) -> list[Person]:
    """Four people who are there; the match has not begun."""
    people = await seated(urls, kind=kind, **options)
    await asyncio.gather(*(person.connect() for person in people))
    return people


async def in_a_match(urls: Sequence[str], **options: int) -> list[Person]:
    """Four people who are there, at the first turn of their match."""
    people = await at_a_table(urls, **options)
    await begin(people)
    return people


async def begin(people: Sequence[Person]) -> None:
    reply = await people[0].ask({"type": "start"})
    assert reply["ok"], reply
    await asyncio.gather(*(person.until(lambda p=person: p.view is not None) for person in people))


async def play_until_turn_of(people: Sequence[Person], seat: int) -> None:
    """Let everybody play until it is this seat's turn."""
    while True:
        view = latest(people)
        if view["round"]["turn"] == seat:
            return
        person = people[view["round"]["turn"]]
        await moved(person)
        ply = view["round"]["ply"]
        await people[seat].until(lambda ply=ply: people[seat].view["round"]["ply"] > ply)  # type: ignore[index]


async def moved(person: Person) -> Frame:
    """Let a person play one allowed move at its turn."""
    await person.until(person.my_turn)
    reply = await person.ask(person.move())
    assert reply["ok"], reply
    return reply


def latest(people: Sequence[Person]) -> Frame:
    """The newest view that anybody was shown."""
    views = [person.view for person in people if person.view is not None]
    return max(views, key=lambda view: int(view["position"]["version"]))


async def go(people: Sequence[Person]) -> None:
    """All leave."""
    await asyncio.gather(*(person.close() for person in people))


def frame(**fields: object) -> str:
    return json.dumps(fields)
