"""People who play every game, and ask now and then for what they may not do; all they receive is kept."""

import asyncio
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import httpx

from engine.game import Game as StoredGame
from tests.faults.games import Game
from tests.harness.player import Frame
from tests.platform.eye import Eye
from tests.platform.people import Person, go, latest
from tests.platform.truth import Truth

AT_ONCE = 6
"""Tables that people play at, at a time."""
PROBE_S = 0.2
"""At most so long, at each table, until something is asked for that may not be."""


class Prober(Person):
    """Asks now and then for what it may not do, to be refused; remembers which tiles it has named."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.keep_raw = True
        self.named: set[str] = set()
        self.http: list[str] = []
        self.records: list[str] = []

    async def probe(self, chance: Random) -> None:
        assert self.view is not None
        low, high = sorted((chance.randrange(7), chance.randrange(7)))
        at = {"match": self.view["match"]["number"], "round": self.view["round"]["number"]}
        ply = max(0, self.view["round"]["ply"] + chance.choice((-1, 0, 0, 1)))
        kind = chance.choice(("pass", "draw", "place"))
        frame: dict[str, Any] = {"type": kind, **at, "ply": ply}
        if kind == "place":
            frame |= {"tile": f"{low}-{high}", "end": chance.choice(("left", "right", "up", "down"))}
            if self.my_turn():
                return  # it might be allowed
            self.named.add(frame["tile"])
        elif self.my_turn():
            return
        await self.ask(frame)

    async def peek(self) -> None:
        """Ask for the round under way as if it were an old one."""
        assert self.view is not None
        match, round_ = self.view["match"]["number"], self.view["round"]["number"]
        headers = {"Authorization": f"Bearer {self.secret}"}
        url = f"{self.urls[0]}/api/tables/{self.code}/rounds"
        async with httpx.AsyncClient(timeout=30, headers=headers) as fresh:
            answer = await fresh.get(f"{url}/{match}/{round_}")
        assert answer.status_code in (200, 404), answer.text
        if answer.status_code == 404:
            self.http.append(f"{answer.headers} {answer.text}")
        else:  # it is over by now; the scanner knows whether it was
            self.records.append(answer.text)

    async def look(self) -> None:
        """What anybody can ask over HTTP."""
        async with httpx.AsyncClient(timeout=30) as fresh:  # the other one's connections may be closed by now
            for path in (f"/api/tables/{self.code}", "/api/presets", "/"):
                answer = await fresh.get(self.urls[0] + path)
                self.http.append(f"{answer.headers} {answer.text}")


class Host:
    """Opens a table for every game, and has rounds of it played; remembers all who came."""

    def __init__(self, urls: Sequence[str], eye: Eye, truth: Truth, chance: Random) -> None:
        self.played: list[Prober] = []
        self._urls = urls
        self._eye = eye
        self._truth = truth
        self._chance = chance
        self._room = asyncio.Semaphore(AT_ONCE)

    async def play_all(self, games: Sequence[Game], rounds: int) -> None:
        """Play so many rounds of each."""
        await asyncio.gather(*(self._play(game, rounds) for game in games))

    async def _play(self, game: Game, rounds: int) -> None:
        async with self._room:
            people = await self._sit(game)
            for number in range(rounds):
                if number == 0 and game.settings.leaving == "computer" and len(people) > 1:
                    await self._leave_and_return(people)
                if number == 0 and "abandons" in game.habits:
                    await self._abandon(people)
                await self._until(people, lambda view: view["round"]["hands"] is not None)
                stored = await self._eye.until(people[0].code, lambda game: game.match.round.end is not None)
                self._truth.learn(stored)
                if number == 0 and "newcomer" in game.habits:
                    people.append(await self._somebody(people[0].code))
                if number + 1 < rounds:
                    await _go_on(people, stored)
            for person in people:
                await person.look()
            await go(people)

    async def _sit(self, game: Game) -> list[Prober]:
        host = Prober(self._urls, "Amal", self._chance)
        code = await host.open_table(game.preset, **game.options(game.targets[0]))
        self._note(host)
        people = [host, *[await self._somebody(code) for _ in range(game.people - 1)]]
        await host.connect()
        if not game.alone:
            reply = await host.ask({"type": "start"})
            assert reply["ok"], reply
        for person in people:
            await person.until(lambda person=person: person.view is not None)  # type: ignore[misc]
        return people

    async def _somebody(self, code: str) -> Prober:
        person = Prober(self._urls, "Basim", self._chance)
        await person.sit(code)
        self._note(person)
        await person.connect()
        return person

    def _note(self, person: Prober) -> None:
        self.played.append(person)
        if person.secret:
            self._truth.secrets.add(person.secret)

    async def _until(self, people: Sequence[Prober], holds: Callable[[Frame], bool]) -> None:
        """Play, and probe, until all see what is waited for."""
        probing = asyncio.create_task(self._probe(people))
        await asyncio.gather(*(person.play(holds) for person in people))
        probing.cancel()
        await asyncio.wait({probing})
        if not probing.cancelled():
            probing.result()  # it ended by itself: what it failed on

    async def _probe(self, people: Sequence[Prober]) -> None:
        while True:
            await asyncio.sleep(PROBE_S * self._chance.random())
            await self._chance.choice(people).probe(self._chance)
            await self._chance.choice(people).peek()

    async def _leave_and_return(self, people: list[Prober]) -> None:
        """One leaves in the middle of the round: a computer player has the hand meanwhile."""
        await self._until(people, _ply(3))
        *others, leaver = people
        assert (await leaver.leave())["ok"]
        await self._until(others, _ply(9))
        await leaver.connect()

    async def _abandon(self, people: list[Prober]) -> None:
        """All ask for a new round while one is being played."""
        await self._until(people, _ply(3))
        first = people[0].view
        assert first is not None
        while (view := latest(people))["round"]["number"] == first["round"]["number"]:
            stored = await self._eye.game(people[0].code)
            assert stored is not None
            self._truth.learn(stored)
            at = {"match": 1, "round": stored.match.round.number, "ply": stored.match.round.ply}
            for person in people:
                await person.ask({"type": "new_round", **at})
            await asyncio.sleep(PROBE_S)
            if view["round"]["hands"] is not None:
                return


def _ply(ply: int) -> Callable[[Frame], bool]:
    """Whether a round has come so far, or is over."""
    return lambda view: view["round"]["ply"] >= ply or view["round"]["hands"] is not None


async def _go_on(people: Sequence[Prober], stored: StoredGame) -> None:
    """All ask for what comes after a round; return when all see it."""
    match, round_ = stored.match.number, stored.match.round
    at: Frame = {"match": match, "round": round_.number}
    asked: Frame = {"type": "ready", **at}
    if stored.phase == "over":
        asked = {"type": "again", "match": match}
    elif stored.match.rules.next_round == "consent":
        asked = {"type": "new_round", **at, "ply": round_.ply}
    await asyncio.gather(*(person.ask(asked) for person in people))
    await asyncio.gather(
        *(person.until(lambda p=person: p.view["round"]["hands"] is None) for person in people)  # type: ignore[misc]
    )
