"""Somebody who says what should not be said, and a table at which that must change nothing."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, get_args
from uuid import uuid4

from pydantic import BaseModel, TypeAdapter, ValidationError

from contracts import frames
from tests.harness.platform import Platform
from tests.harness.player import Frame, Player
from tests.platform.eye import Eye
from tests.platform.leaks import TILE
from tests.platform.people import Person, at_a_table, begin, go, latest, moved

Json = dict[str, Any]

WRONG: tuple[Any, ...] = (None, True, 1.5, -1, 10**12, "", "x", "7-7-7", "\u202e", [], {}, [1], {"a": 1})
"""Values, of which every field refuses most."""


class Rude(Person):
    """Says anything, and keeps what is replied."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.replies: list[Frame] = []
        self.on_frame = self._keep

    def _keep(self, player: Player, frame: Frame, text: str) -> None:
        if frame["type"] == "reply" or (frame["type"] == "pong" and frame["id"] != "p"):
            self.replies.append(frame)

    async def answered(self, said: Json | str | bytes) -> Frame:
        """Say something, and return the next reply."""
        before = len(self.replies)
        await self.say(json.dumps(said) if isinstance(said, dict) else said)
        await self.until(lambda: len(self.replies) > before)
        return self.replies[before]


@dataclass
class Scene:
    """Four at a table. Whatever they say, match and table stay where they are."""

    eye: Eye
    people: list[Rude]
    said: list[str] = field(default_factory=list)

    @property
    def code(self) -> str:
        return self.people[0].code

    @property
    def actor(self) -> Rude:
        """Whose turn it is."""
        return self.people[latest(self.people)["round"]["turn"]]

    @property
    def other(self) -> Rude:
        """Whose turn is next."""
        return self.people[(self.actor.seat + 1) % 4]

    def at(self, **instead: int) -> Json:
        """Where the round is."""
        view = latest(self.people)
        here = {
            "match": view["match"]["number"],
            "round": view["round"]["number"],
            "ply": view["round"]["ply"],
        }
        return here | instead

    async def refuses(self, who: Rude, said: Json | str | bytes, code: str, *fields: str) -> Frame:
        """Say what is refused: with its code, a sentence, the fields at fault, and no other effect."""
        before = await self.eye.positions(self.code)
        if isinstance(said, dict):
            said = {"id": uuid4().hex[:8], **said}
        reply = await who.answered(said)
        assert reply["type"] == "reply", (said, reply)
        assert reply["ok"] is False, (said, reply)
        assert reply["error"]["code"] == code, (said, reply)
        assert_clear(reply["error"]["message"], code)
        if fields:
            assert set(fields) <= set(reply["error"]["fields"]), (said, reply)
        if isinstance(said, dict) and isinstance(said.get("id"), str) and 0 < len(said["id"]) <= 64:
            assert reply["id"] == said["id"] or not said["id"].isascii()
        assert await self.eye.positions(self.code) == before, said
        return reply


def assert_clear(sentence: str, code: str) -> None:
    assert sentence[0].isupper() or TILE.match(sentence), sentence
    assert sentence[-1] in ".)", sentence
    assert 10 < len(sentence) < 500, sentence
    assert code not in sentence or code == "unavailable", sentence


@asynccontextmanager
async def a_scene(platform: Platform, *, begun: bool = True, **options: int) -> AsyncIterator[Scene]:
    async with Eye.open(platform) as eye:
        people = await at_a_table(platform.urls, kind=Rude, **options)
        if begun:
            await begin(people)
            await until_quiet(eye, people)
        scene = Scene(eye, people)  # type: ignore[arg-type]
        for person in scene.people:
            person.replies.clear()  # the host's start was answered
        yield scene
        await go(people)


async def until_quiet(eye: Eye, people: Sequence[Person]) -> None:
    """The engine is told once more who is there after it has dealt: then nothing more is to come."""
    code = people[0].code
    table = await eye.until_table(code, _is_whole)
    told = await eye.until(code, lambda game: game.seating >= table["position"]["version"])
    assert told.seating == table["position"]["version"]
    position = await eye.position(code)
    assert position is not None
    for person in people:
        await person.until(lambda p=person: p.view["position"]["version"] >= position.version)  # type: ignore[misc]


def _is_whole(table: Json) -> bool:
    """The match has begun, and everybody is there."""
    here = [seat["present"] for seat in table["seats"] if seat and seat["name"]]
    return table["status"] == "playing" and all(here)


class OtherTable:
    """A table at which play goes on all the while, in a thread with a loop of its own."""

    PAUSE_S = 0.05

    def __init__(self, platform: Platform) -> None:
        self._platform = platform
        self._ending = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._play()))
        self.moves = 0
        self.refused: list[Any] = []
        self.error: BaseException | None = None

    def __enter__(self) -> "OtherTable":
        self._thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._ending.set()
        self._thread.join()

    async def is_served(self) -> None:
        """Return when somebody there has moved; nobody has been refused anything so far."""
        before = self.moves
        async with asyncio.timeout(20):  # another thread counts
            while self.moves == before and self.error is None:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        assert self.error is None
        assert self.refused == []

    async def _play(self) -> None:
        try:
            people = await at_a_table(self._platform.urls, target=500)
            await begin(people)
            while not self._ending.is_set():
                await self._step(people)
                await asyncio.sleep(self.PAUSE_S)
            await go(people)
        except BaseException as error:
            self.error = error

    async def _step(self, people: list[Person]) -> None:
        view = latest(people)
        here = {"match": view["match"]["number"]}
        match view["phase"]:
            case "playing":
                await moved(people[view["round"]["turn"]])
            case "between":
                for person in people:
                    await person.ask({"type": "ready", **here, "round": view["round"]["number"]})
            case _:
                for person in people:
                    await person.ask({"type": "again", **here})
        version = view["position"]["version"]
        for person in people:
            await person.until(lambda p=person: p.view["position"]["version"] > version)  # type: ignore[misc]
        self.moves += 1
        self.refused = [refused for person in people for refused in person.refused]


# what can be wrong with a message


def frame_models() -> Iterator[type[BaseModel]]:
    """Every frame that a client may send."""
    yield from get_args(get_args(frames.ClientFrame)[0])


def type_of(model: type[BaseModel]) -> str:
    kind: str = get_args(model.model_fields["type"].annotation)[0]
    return kind


def without(good: Json) -> Iterator[tuple[str, Json]]:
    """The message without each of its fields."""
    for name in good:
        yield name, {other: value for other, value in good.items() if other != name}


def with_wrong_values(good: Json, reads: Callable[[Json], bool]) -> Iterator[tuple[str, Json]]:
    """The message with each field's value replaced by ones that it cannot have."""
    for name in good:
        for value in WRONG:
            changed = {**good, name: value}
            if not reads(changed):
                yield name, changed


def reads_as(adapter: TypeAdapter[Any]) -> Callable[[Mapping[str, Any]], bool]:
    def reads(message: Mapping[str, Any]) -> bool:
        try:
            adapter.validate_json(json.dumps(message))
        except ValidationError:
            return False
        return True

    return reads
