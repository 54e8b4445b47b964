"""One table from when its people come until they go: what each of them says when, and when it is enough."""

import asyncio
import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import chain
from uuid import uuid4

from tests.faults.games import Game
from tests.faults.habits import habits
from tests.faults.racing import RACING_CLOCK_S, shorten_clock
from tests.faults.witness import Witness
from tests.faults.words import Word, Words
from tests.harness.player import Frame, Player

ANSWER_S = 90.0
"""A command that nobody answers for so long is a fault, whatever was done to the platform."""
AGAIN = 0.6
"""Share of visits in which the same people play another match."""
ROUNDS = 10
"""Of a match; then they have had enough."""
NOT_YET = ("waiting", "computer_plays")
"""Refusals after which the same may be said again, when the view has changed."""


class Visit:
    """The people of one table. `code` is there once it is open."""

    def __init__(
        self,
        game: Game,
        urls: Sequence[str],
        witness: Witness,
        rng: random.Random,
        *,
        racing: bool,
        think_s: float,
        going: Callable[[], bool],
    ) -> None:
        self.game = game
        self.rng = rng
        self.code = ""
        self.people: list[Player] = []
        self._urls = urls
        self._witness = witness
        self._racing = racing
        self._think_s = think_s
        self._going = going
        self._matches = 2 if rng.random() < AGAIN else 1
        self._words = Words(game, rng.random())
        self._plays: list[asyncio.Task[None]] = []
        self._habits: list[asyncio.Task[None]] = []

    # coming

    def somebody(self) -> Player:
        """One more person, whom the witness follows."""
        person = Player(self._urls, f"P{len(self.people)}", random.Random(self.rng.random()))
        self._witness.follow(person)
        self.people.append(person)
        return person

    async def sit(self, store_url: str) -> None:
        """Open the table, sit down, and start."""
        game, host = self.game, self.somebody()
        self.code = await host.open_table(game.preset, **game.options(self.rng.choice(game.targets)))
        self._witness.games[self.code] = game.name
        gap = await self._sit_and_leave() if "gap" in game.habits else None
        for _ in range(game.people - 1):
            await self.somebody().sit(self.code)
        if gap is not None:
            await self._gone(gap)
        if self._racing:
            await shorten_clock(store_url, self.code)
        for person in self.people:
            person.stay()
        for person in self.people:
            await self._there(person)
        if not game.alone:
            await self.told(host, {"type": "start"})

    async def _there(self, person: Player) -> None:
        """Wait until a person's connection has its seat: one that starts sooner has players who are away."""
        await person.until(lambda: person.table is not None, ANSWER_S)

    async def _sit_and_leave(self) -> Player:
        person = self.somebody()
        await person.sit(self.code)
        person.stay()
        return person

    async def _gone(self, person: Player) -> None:
        if not await self.leave(person):
            raise RuntimeError("leaving before the start was refused")
        self.people.remove(person)
        person.seat = -1
        await person.close()

    async def leave(self, person: Player) -> bool:
        """Let a person leave; return whether that was accepted."""
        return bool((await person.leave(ANSWER_S))["ok"])

    async def told(self, person: Player, frame: dict[str, object]) -> None:
        """Let a person say what nothing can be wrong with."""
        reply = await person.ask(frame, ANSWER_S)
        if not reply["ok"]:
            raise RuntimeError(f"{frame} was refused: {reply}")

    # playing

    async def play(self) -> None:
        """Play until all have had enough."""
        for person in self.people:
            self.join(person)
        self._habits = [asyncio.create_task(habit) for habit in habits(self)]
        while not all(play.done() for play in self._plays):
            under_way = [task for task in chain(self._plays, self._habits) if not task.done()]
            await asyncio.wait(under_way, return_when=asyncio.FIRST_COMPLETED)
            for task in chain(self._plays, self._habits):
                if task.done():
                    task.result()
        await self._look_back(self.rng.choice(self.people))

    async def _look_back(self, person: Player) -> None:
        """Look at every round that was played, whatever is done to the platform meanwhile."""
        listed = await person.rounds(ANSWER_S)
        records = [await person.old_round(one["match"], one["round"], ANSWER_S) for one in listed]
        self._witness.looked_back(person, listed, records)

    def join(self, person: Player) -> None:
        """Let a person play here from now on."""
        self._plays.append(asyncio.create_task(self._play(person)))

    async def _play(self, person: Player) -> None:
        """Say what there is to say, each move once, until this person has had enough."""
        moved: Word | None = None
        said: tuple[Word, Frame] | None = None
        newest = 0
        while self._going() and not self._enough(person):
            version = person.view["position"]["version"] if person.view else 0
            if version < newest:  # a store went back: what was said there has to be said again
                moved = said = None
            newest = version
            word = None if person.out else self._words.of(person)
            if word is None or word == moved:
                await self._news(person)
                continue
            await asyncio.sleep(self._thought())
            if person.out or self._words.of(person) != word:
                continue
            before = person.view
            if said is None or said[0] != word:
                said = word, self._words.frame(person, word)  # what was not to be yet is not thought over
            reply = await self._ask(person, said[1])
            if word.kind == "move" and (reply["ok"] or reply["error"]["code"] not in NOT_YET):
                moved = word
            elif word.kind != "move" and reply["ok"]:
                await self._until(person, lambda word=word: self._words.of(person) != word, 6.0)  # type: ignore[misc]
            elif person.view is before:
                await self._news(person)

    async def _ask(self, person: Player, frame: Frame) -> Frame:
        """Ask for an answer in time; time in which this person was out, or on its way, does not count."""
        frame = {"id": uuid4().hex, **frame}
        while True:
            outs = person.outs
            try:
                return await person.ask(frame, ANSWER_S)
            except TimeoutError as error:
                if outs == person.outs and not person.out:
                    raise TimeoutError(f"seat {person.seat}: no answer to {frame}") from error

    def _enough(self, person: Player) -> bool:
        view = person.view
        if view is None:
            return False
        match, round_ = view["match"], view["round"]
        if match["number"] > self._matches or round_["number"] > ROUNDS:
            return True
        last = match["number"] == self._matches and view["phase"] == "over"
        return last or (round_["number"] == ROUNDS and round_["hands"] is not None)

    async def _news(self, person: Player) -> None:
        before = person.view
        await self._until(person, lambda: person.view is not before, 0.5)

    async def _until(self, person: Player, holds: Callable[[], bool], within: float) -> None:
        """Wait for `holds`, but not for ever: what was said may have been lost, or it is time to end."""
        with suppress(TimeoutError):
            await person.until(holds, within)

    def _thought(self) -> float:
        """Where the clock is short often about as long as it runs, so that the move and the clock meet."""
        if self._racing and self.rng.random() < 0.4:
            return self.rng.uniform(RACING_CLOCK_S - 0.08, RACING_CLOCK_S + 0.08)
        return self.rng.uniform(0, 2 * self._think_s)

    # going

    async def close(self) -> None:
        for task in chain(self._plays, self._habits):
            task.cancel()
        await asyncio.gather(*self._plays, *self._habits, return_exceptions=True)
        await asyncio.gather(*(person.close() for person in self.people))

    def describe(self, error: Exception) -> str:
        """Say where everybody stood."""
        stands = [person.place_in_time() if person.view else None for person in self.people]
        connected = [person.connected for person in self.people]
        return f"{self.game.name}: {error!r}; people at {stands}, connected {connected}"
