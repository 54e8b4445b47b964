"""Players in a process of their own, as many as a process may have sockets for; they do as they are told."""

import asyncio
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

import uvloop

from tests.load.opening import open_tables, start
from tests.load.tables import Table, Tally
from tests.load.wire import local_addresses


@dataclass(frozen=True)
class Part:
    """Tables from number `first` on: `playing` ones, and `still` ones at which nobody begins."""

    urls: list[str]
    first: int
    playing: int
    still: int
    pace: float


@dataclass
class Seen:
    """What the players of a process have seen since they were told to count; `cpu_s` is what they took."""

    turns: int = 0
    cpu_s: float = 0.0
    tally: Tally = field(default_factory=Tally)


class Crowd:
    """A process of players. What is asked is answered after whatever was asked before."""

    def __init__(self, part: Part) -> None:
        spawned = get_context("spawn")
        self._here, there = spawned.Pipe()
        self._process = spawned.Process(target=_live, args=(there, part), daemon=True)
        self._process.start()
        there.close()  # who asks a process that has died is told so

    def ask(self, what: str) -> None:
        """Ask `opened`, `start`, `count`, `turns` or `end`; raise OSError if the process died."""
        self._here.send(what)

    def answer(self) -> Any:
        """Return the answer to the last question; raise EOFError if the process died."""
        return self._here.recv()

    def end(self) -> None:
        self._process.terminate()
        self._process.join()


def _live(asked: Connection, part: Part) -> None:
    uvloop.run(_Players(part).answer(asked))


class _Players:
    def __init__(self, part: Part) -> None:
        self._part = part
        self._tally = Tally()
        self._tables: list[Table] = []
        self._still: list[Table] = []
        self._turns = 0
        self._cpu_s = 0.0
        self._answers: Mapping[str, Callable[[], Any]] = {
            "opened": lambda: len(self._tables) + len(self._still),
            "turns": lambda: self._all_turns() - self._turns,
            "count": self._count,
            "end": self._end,
        }

    async def answer(self, asked: Connection) -> None:
        """Open tables, and answer meanwhile and then, until asked for the end."""
        opening = asyncio.create_task(self._open())
        what = ""
        while what != "end":
            what = await asyncio.to_thread(asked.recv)
            if opening.done():
                opening.result()  # what was wrong is seen here, and by who asks
            if what == "start":
                await self._start()
                asked.send(None)
            else:
                asked.send(self._answers[what]())

    async def _open(self) -> None:
        part, here = self._part, local_addresses()
        for tables, count, first in (
            (self._still, part.still, part.first),
            (self._tables, part.playing, part.first + part.still),
        ):
            if count:
                await open_tables(count, part.urls, self._tally, part.pace, here, first, into=tables)

    async def _start(self) -> None:
        for number, table in enumerate(self._tables):
            start(table)
            if number % 50 == 49:  # their first turns are not all at once
                await asyncio.sleep(min(0.1, self._part.pace / 20))

    def _all_turns(self) -> int:
        return sum(table.turns for table in self._tables)

    def _count(self) -> None:
        self._turns, self._cpu_s = self._all_turns(), time.process_time()
        self._tally.counting = True

    def _end(self) -> Seen:
        self._tally.counting = False
        seen = Seen(self._all_turns() - self._turns, time.process_time() - self._cpu_s, self._tally)
        for table in (*self._tables, *self._still):
            table.stop()
        return seen


def sockets_of_a_process() -> int:
    """Return how many sockets one process may have, with some files beside them."""
    return int(os.sysconf("SC_OPEN_MAX")) - 500
