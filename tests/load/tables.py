"""Tables of four that play at random, and how long each turn took until all four had seen it."""

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import orjson

from tests.load.wire import Wire

PLY = b'"ply":'
LATE_S = 10.0
"""A view that somebody has not got by then is held to be lost."""


@dataclass
class Tally:
    """What a run has seen, in seconds.

    `latencies` are from the mover's send to the last of the four views; `late` says how long after its end a
    turn that nobody used was seen to be over.
    """

    latencies: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    refusals: dict[str, int] = field(default_factory=dict)
    lost: int = 0
    behind: int = 0  # turns of which somebody was not sent a view in time
    too_late: int = 0  # moves that met the end of their time on the way
    counting: bool = False


@dataclass(slots=True)
class Awaited:
    """A turn under way: since when, who has seen it, and what is done when somebody has not in time."""

    ply: int
    since: float
    late: asyncio.TimerHandle
    seen: set[int] = field(default_factory=set)


@dataclass(slots=True)
class Thinking:
    """Somebody whose turn it is: what will be done then, and when the turn ends."""

    moves: asyncio.Handle
    ends: float


class Table:
    """Four seats of one table. It reads a view only where there is a choice in it: the rest is counted."""

    def __init__(self, code: str, secrets: list[str], tally: Tally, pace: float, seed: int) -> None:
        self.code = code
        self.secrets = secrets
        self.wires: list[Wire | None] = [None] * 4
        self.turns = 0
        self.shown: dict[int, bytes] | None = None  # the last view of each seat, where somebody wants it
        self._tally = tally
        self._pace = pace
        self._random = random.Random(seed)
        self._acted: set[tuple[int, int, int, int]] = set()
        self._awaited: dict[int, Awaited] = {}  # by the ply that its views show
        self._ply = -1
        self._thinking: Thinking | None = None
        self._stopped = False

    def heard(self, seat: int) -> Callable[[Wire, bytes], None]:
        """What the wire of `seat` does with each frame."""

        def frame(wire: Wire, text: bytes) -> None:
            if text.startswith(b'{"type":"view"'):
                self._view(seat, wire, text)
            elif b'"ok":false' in text:
                self._refused(orjson.loads(text))

        return frame

    def lost(self, wire: Wire) -> None:
        if not self._stopped:
            self._tally.lost += 1

    def stop(self) -> None:
        self._stopped = True
        for awaited in self._awaited.values():
            awaited.late.cancel()
        if self._thinking is not None:
            self._thinking.moves.cancel()
        for wire in self.wires:
            if wire is not None:
                wire.abort()

    def _view(self, seat: int, wire: Wire, text: bytes) -> None:
        if self.shown is not None:
            self.shown[seat] = text
        at = text.index(PLY) + len(PLY)
        ply = int(text[at : text.index(b",", at)])
        if ply != self._ply:
            self._went_on(ply)
        awaited = self._awaited.get(ply)
        if awaited is not None and seat not in awaited.seen:
            awaited.seen.add(seat)
            if len(awaited.seen) == 4:
                self._all_have_seen(awaited)
        if b'"legal":[' in text or b'"phase":"playing"' not in text:
            self._act(seat, wire, text)

    def _went_on(self, ply: int) -> None:
        """It did so without the move of whoever still thinks: the time was over."""
        self._ply = ply
        if self._thinking is not None:
            self._thinking.moves.cancel()
            if self._tally.counting:
                self._tally.late.append(time.perf_counter() - self._thinking.ends)
            self._thinking = None

    def _refused(self, answer: dict[str, Any]) -> None:
        code = answer["error"]["code"]
        if code == "stale_ply" and (awaited := self._awaited.pop(int(answer["id"]), None)):
            awaited.late.cancel()
            self._tally.too_late += 1
        else:
            self._tally.refusals[code] = self._tally.refusals.get(code, 0) + 1

    def _all_have_seen(self, awaited: Awaited) -> None:
        del self._awaited[awaited.ply]
        awaited.late.cancel()
        self.turns += 1
        if self._tally.counting:
            self._tally.latencies.append(time.perf_counter() - awaited.since)

    def _act(self, seat: int, wire: Wire, text: bytes) -> None:
        view = orjson.loads(text)["view"]
        round_, match = view["round"], view["match"]["number"]
        here = (seat, match, round_["number"], round_["ply"])
        if here in self._acted:  # a view is sent again when somebody comes or goes
            return
        self._acted = {one for one in self._acted if one[0] != seat} | {here}
        if view["phase"] == "between" and seat not in view["ready"]:
            self._say(wire, {"type": "ready", "match": match, "round": round_["number"]})
        elif view["phase"] == "over" and seat not in view["again"]:
            self._say(wire, {"type": "again", "match": match})
        elif round_["legal"] is not None:
            at = {"match": match, "round": round_["number"], "ply": round_["ply"]}
            if round_["must"] == "place":
                option = self._random.choice(round_["legal"])
                move = {"type": "place", **at, "tile": option["tile"], "end": option["end"]}
            else:
                move = {"type": round_["must"], **at}
            ends = time.perf_counter() + round_["clock"]["left_ms"] / 1000
            self._thinking = Thinking(self._later(wire, move, round_["ply"] + 1), ends)

    def _later(self, wire: Wire, move: dict[str, object], ply: int) -> asyncio.Handle:
        loop = asyncio.get_running_loop()
        if self._pace:
            return loop.call_later(self._random.expovariate(1 / self._pace), self._move, wire, move, ply)
        return loop.call_soon(self._move, wire, move, ply)

    def _move(self, wire: Wire, move: dict[str, object], ply: int) -> None:
        """Say it; the next mover may be quicker than the last one to see this turn."""
        if self._stopped:
            return
        self._thinking = None
        late = asyncio.get_running_loop().call_later(LATE_S, self._late, ply)
        self._awaited[ply] = Awaited(ply, time.perf_counter(), late)
        self._say(wire, {"id": str(ply), **move})

    def _late(self, ply: int) -> None:
        del self._awaited[ply]
        self._tally.behind += 1

    def _say(self, wire: Wire, command: dict[str, object]) -> None:
        wire.send(orjson.dumps({"id": "0", **command}))
