"""A scripted player on the protocol: what a client does, without a page.

It holds a seat by its secret, keeps itself connected, and says a command again, with the same id and the
same ply, until it has been answered: over another connection, another gateway, after any failure.
"""

import asyncio
import json
import random
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from secrets import token_urlsafe
from typing import Any
from uuid import uuid4

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Subprotocol

SUBPROTOCOL = Subprotocol("doublesix.v1")
FINAL = {"replaced", "gone", "freed", "left"}
"""Reasons of a bye after which a client does not come back by itself."""
SILENCE_S = 4.0
"""Without a frame for so long a connection is given up; a pong comes at least each second."""
ASK_AGAIN = {"unavailable", "too_many_in_flight"}
"""Refusals after which the same command is said again."""

Frame = dict[str, Any]


@dataclass(frozen=True)
class Move:
    """A move as a client says it."""

    match: int
    round: int
    ply: int
    seat: int
    type: str
    tile: str | None
    end: str | None


Acknowledged = Move
"""A move that the platform said it accepted."""


@dataclass(frozen=True)
class Asking:
    """A new round that a client asks for, where that needs consent."""

    match: int
    round: int
    ply: int


@dataclass
class Stay:
    """One connection that held its seat, from its welcome to its last frame: Unix ms of this machine."""

    began: float
    heard: float


@dataclass(frozen=True)
class Resume:
    """A lost connection: seconds from then to the next view. `silent` ones were lost when last heard of.

    `at` is when it was lost, by the loop's clock.
    """

    seconds: float
    silent: bool
    at: float = 0.0


@dataclass(frozen=True)
class Answered:
    """A command that was said until it was answered; `at` is when first, by the loop's clock, in seconds."""

    type: str
    at: float
    seconds: float
    ok: bool


@dataclass
class Player:
    """One player, at one of `urls` at a time. `raw` keeps every text received where `keep_raw` is set."""

    urls: Sequence[str]
    name: str
    rng: random.Random = field(default_factory=lambda: random.Random(0))
    keep_raw: bool = False
    secret: str | None = field(default_factory=lambda: token_urlsafe(32))
    code: str = ""
    seat: int = -1
    table: Frame | None = None
    view: Frame | None = None
    frames: int = 0
    byes: list[Frame] = field(default_factory=list)
    raw: list[str] = field(default_factory=list)
    said: set[Move] = field(default_factory=set)
    acknowledged: list[Acknowledged] = field(default_factory=list)
    refused: list[tuple[Frame, Frame]] = field(default_factory=list)
    heard_back: list[Answered] = field(default_factory=list)
    asked: set[Asking] = field(default_factory=set)  # new rounds
    put_off: list[float] = field(default_factory=list)  # when the platform could not take a command
    leaves: int = 0  # times that it said so
    outs: int = 0  # times that it stepped out, or was about to leave
    resumes: list[Resume] = field(default_factory=list)
    stays: list[Stay] = field(default_factory=list)
    on_view: Callable[["Player", Frame], None] | None = None
    on_frame: Callable[["Player", Frame, str], None] | None = None

    def __post_init__(self) -> None:
        self._socket: ClientConnection | None = None
        self._replies: dict[str, asyncio.Future[Frame]] = {}
        self._changed = asyncio.Condition()
        self._staying: asyncio.Task[None] | None = None
        self._reading: asyncio.Task[None] | None = None
        self._http = httpx.AsyncClient(timeout=5)
        self._lost: tuple[float, bool] | None = None
        self._pause = 0.05
        self._told_s: float | None = None  # when to come back, as a bye said
        self._at: int | None = None
        self.ended = False
        self.out = False  # by its own wish

    # HTTP

    async def open_table(self, preset: str = "partners", **options: Any) -> str:
        """Open a table and take its first seat; return its code."""
        body = {"preset": preset, "options": options, "name": self.name, "request": uuid4().hex}
        self._held(await self._asked("POST", "/api/tables", body))
        return self.code

    async def sit(self, code: str) -> int:
        """Take a seat; return its number."""
        self._held(await self._asked("POST", f"/api/tables/{code}/seats", {"name": self.name}))
        return self.seat

    async def rounds(self, within: float = 60.0) -> list[Frame]:
        """Return which rounds of its table are over, and kept."""
        answer = await self._asked("GET", f"/api/tables/{self.code}/rounds", within=within)
        kept: list[Frame] = answer["rounds"]
        return kept

    async def old_round(self, match: int, round_: int, within: float = 60.0) -> Frame:
        """Return the record of a round that is over."""
        return await self._asked("GET", f"/api/tables/{self.code}/rounds/{match}/{round_}", within=within)

    async def _asked(self, method: str, path: str, body: Frame | None = None, within: float = 60.0) -> Frame:
        """Ask until there is an answer: with a secret of its own, a player may ask twice."""
        loop = asyncio.get_running_loop()
        ends = loop.time() + within
        while True:
            headers = {"Authorization": f"Bearer {self.secret}"} if self.secret else {}
            try:
                url = self.rng.choice(self.urls) + path
                answer = await self._http.request(method, url, json=body, headers=headers)
            except httpx.HTTPError:
                if loop.time() > ends:
                    raise
            else:
                later = answer.status_code >= 500 or answer.status_code == 429
                if not later or loop.time() > ends:
                    if answer.is_error:
                        raise RuntimeError(f"{path} was refused: {answer.status_code} {answer.text}")
                    result: Frame = answer.json()
                    return result
            await asyncio.sleep(0.1)

    def _held(self, answer: Frame) -> None:
        self.code, self.seat, self.secret = answer["code"], answer["seat"], answer["player"]

    # the socket

    async def connect(self, url: str | None = None) -> None:
        """Open one connection and read it until it ends; the seat's frames are there when this returns."""
        socket = await self._opened(url)
        self._reading = asyncio.create_task(self._read(socket))
        await self.until(lambda: self.table is not None)

    def stay(self) -> None:
        """Keep connected from now on, at any gateway, until a bye says not to come back."""
        if self.out:
            self._lost = (asyncio.get_running_loop().time(), False)
        self.out = self.ended = False
        self._staying = asyncio.create_task(self._stay())

    async def step_out(self) -> None:
        """Close the page; `stay` opens it again. What is being asked is asked again then."""
        self.out = True
        self.outs += 1
        await _ended(self._staying)
        await self.leave_page()
        self._lost = None

    async def leave(self, within: float = 60.0) -> Frame:
        """Say that it leaves, and be out where that was accepted; return the reply."""
        self.leaves += 1
        self.outs += 1
        reply = await self.ask({"type": "leave"}, within)
        if reply["ok"]:
            await self.step_out()
        return reply

    async def drop(self) -> None:
        """Lose the connection without a word, as in a tunnel."""
        if self._socket is not None:
            self._socket.transport.abort()

    async def leave_page(self) -> None:
        """Close the connection, as a closed page does."""
        if self._socket is not None:
            await self._socket.close()

    async def close(self) -> None:
        """End everything of this player."""
        self.ended = True
        for task in (self._staying, self._reading):
            await _ended(task)
        if self._socket is not None:
            await self._socket.close()
        await self._http.aclose()

    @property
    def connected(self) -> bool:
        return self._socket is not None and self._socket.close_code is None

    async def _opened(self, url: str | None = None) -> ClientConnection:
        base = (url or self._next_url()).replace("http", "ws", 1)
        socket = await connect(
            f"{base}/ws/{self.code}",
            subprotocols=[SUBPROTOCOL],
            additional_headers={"Authorization": f"Bearer {self.secret}"},
            compression=None,
            open_timeout=3,
            close_timeout=1,
            ping_interval=None,
            max_size=2**22,
        )
        self._socket = socket
        await self._notify()
        return socket

    def _next_url(self) -> str:
        """Return any gateway first, and then another one each time."""
        if self._at is None:
            self._at = self.rng.randrange(len(self.urls))
        else:
            self._at = (self._at + 1) % len(self.urls)
        return self.urls[self._at]

    async def _stay(self) -> None:
        while not self.ended:
            with suppress(OSError, TimeoutError, WebSocketException):
                socket = await self._opened()
                self._pause = 0.05
                await self._read(socket)
            if self._told_s is not None:
                await asyncio.sleep(self._told_s)
                self._told_s = None
                continue
            await asyncio.sleep(self._pause * (0.5 + self.rng.random()))
            self._pause = min(1.0, self._pause * 2)

    async def _read(self, socket: ClientConnection) -> None:
        loop = asyncio.get_running_loop()
        heard, silent = loop.time(), False
        stay: Stay | None = None
        pings = asyncio.create_task(self._ping(socket))
        try:
            while True:
                text = await asyncio.wait_for(socket.recv(), SILENCE_S)
                heard = loop.time()
                if '"type":"welcome"' in str(text):  # pings are answered before
                    self.stays.append(stay := Stay(_now_ms(), _now_ms()))
                if stay is not None:
                    stay.heard = _now_ms()
                await self._received(str(text), heard)
        except TimeoutError:
            silent = True
        except (WebSocketException, OSError):
            pass
        finally:
            socket.transport.abort()
            pings.cancel()
            if self._lost is None:
                self._lost = (heard if silent else loop.time(), silent)
            await self._notify()

    async def _ping(self, socket: ClientConnection) -> None:
        with suppress(WebSocketException, OSError):
            while True:
                await asyncio.sleep(1)
                await socket.send(json.dumps({"type": "ping", "id": "p"}))

    async def _received(self, text: str, now: float) -> None:
        if self.keep_raw:
            self.raw.append(text)
        frame = json.loads(text)
        self.frames += 1
        if frame["type"] == "welcome":
            self.seat = frame["seat"]  # seats may have been numbered anew
        if self.on_frame is not None:
            self.on_frame(self, frame, text)
        match frame["type"]:
            case "table":
                self.table = frame["table"]
            case "view":
                self.view = frame["view"]
                if self._lost is not None:
                    lost, silent = self._lost
                    self.resumes.append(Resume(now - lost, silent, lost))
                    self._lost = None
                if self.on_view is not None:
                    self.on_view(self, frame["view"])
            case "reply":
                waiting = self._replies.get(frame["id"] or "")
                if waiting is not None and not waiting.done():
                    waiting.set_result(frame)
            case "bye":
                self.byes.append(frame)
                self.ended = self.ended or frame["reason"] in FINAL
                self._lost = self._lost or (now, False)
                self._told_s = (frame["after_ms"] or 0) / 1000
        await self._notify()

    async def _notify(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    # play

    @property
    def resuming(self) -> bool:
        """Tell whether the next view is the first one after a lost connection."""
        return self._lost is not None

    async def until(self, holds: Callable[[], bool], within: float = 30.0) -> None:
        """Wait until something received makes `holds` true."""
        async with asyncio.timeout(within), self._changed:
            await self._changed.wait_for(holds)

    async def send(self, frame: Frame) -> None:
        """Say something once; nothing is said again."""
        if self._socket is None:
            raise ConnectionError("not connected")
        await self._socket.send(json.dumps(frame))

    async def ask(self, frame: Frame, within: float = 60.0, again_after: float = 2.0) -> Frame:
        """Say a command until it is answered, whatever happens meanwhile; return the reply."""
        frame = {"id": uuid4().hex, **frame}
        if move := _move(frame, self.seat):
            self.said.add(move)
        if frame["type"] == "new_round":
            self.asked.add(Asking(frame["match"], frame["round"], frame["ply"]))
        loop = asyncio.get_running_loop()
        began = loop.time()
        try:
            async with asyncio.timeout(within):
                while True:
                    reply = await self._ask_once(frame, again_after)
                    if reply is None:
                        continue
                    if reply["ok"] or reply["error"]["code"] not in ASK_AGAIN:
                        self._note(frame, reply)
                        took = loop.time() - began
                        self.heard_back.append(Answered(frame["type"], began, took, reply["ok"]))
                        return reply
                    self.put_off.append(loop.time())
                    await asyncio.sleep(0.05)
        finally:
            self._replies.pop(frame["id"], None)

    async def _ask_once(self, frame: Frame, again_after: float) -> Frame | None:
        """Return the reply; None when it is time to ask again, over a new connection at once."""
        answer = asyncio.get_running_loop().create_future()
        self._replies[frame["id"]] = answer
        over = self._socket
        with suppress(WebSocketException, OSError):
            await self.send(frame)
        with suppress(TimeoutError):
            await self.until(lambda: answer.done() or self._socket is not over, again_after)
        return answer.result() if answer.done() else None

    def _note(self, frame: Frame, reply: Frame) -> None:
        if not reply["ok"]:
            self.refused.append((frame, reply["error"]))
        elif move := _move(frame, self.seat):
            self.acknowledged.append(move)

    def my_turn(self) -> bool:
        """Tell whether it is to act itself: a computer player may be finishing a turn in its place."""
        if self.view is None or self.view["phase"] != "playing":
            return False
        round_ = self.view["round"]
        return bool(round_["turn"] == self.view["seat"] and round_["computer"] is None)

    def move(self) -> Frame:
        """Return a random allowed move for the view at hand."""
        assert self.view is not None
        round_ = self.view["round"]
        at = {
            "match": self.view["match"]["number"],
            "round": round_["number"],
            "ply": round_["ply"],
        }
        if round_["must"] != "place":
            return {"type": round_["must"], **at}
        option = self.rng.choice(round_["legal"])
        return {"type": "place", **at, "tile": option["tile"], "end": option["end"]}

    def place_in_time(self) -> tuple[int, int, int, str]:
        """Return what changes whenever there may be something to do: match, round, ply, phase."""
        assert self.view is not None
        view = self.view
        return view["match"]["number"], view["round"]["number"], view["round"]["ply"], view["phase"]

    async def play(
        self,
        until: Callable[[Frame], bool],
        stuck_after: float = 60.0,
        think: Callable[[], float] = lambda: 0.0,
    ) -> None:
        """Play at every turn, and be ready between rounds, until `until` holds of the view.

        `think` gives the seconds before a move. Raises TimeoutError when nothing happens for `stuck_after`.
        """
        await self.until(lambda: self.view is not None, stuck_after)
        while True:
            assert self.view is not None
            if until(self.view):
                return
            stood = self.place_in_time()
            if self.my_turn():
                await asyncio.sleep(think())
                if self.place_in_time() == stood:
                    await self.ask(self.move())
            elif self.view["phase"] == "between" and self.seat not in self.view["ready"]:
                await self.ask({"type": "ready", "match": stood[0], "round": stood[1]})
            if self.view is not None and self.place_in_time() == stood:
                await self.until(lambda stood=stood: self.place_in_time() != stood, stuck_after)  # type: ignore[misc]


async def _ended(task: asyncio.Task[None] | None) -> None:
    """Cancel a task until it has ended: Python 3.11's wait_for may lose a cancellation."""
    while task is not None and not task.done():
        task.cancel()
        await asyncio.wait({task}, timeout=1)
    if task is not None and not task.cancelled():
        task.exception()


def _move(frame: Frame, seat: int) -> Move | None:
    """Return the move that a frame says; None for one that says none."""
    if frame["type"] not in ("place", "draw", "pass"):
        return None
    at = (frame["match"], frame["round"], frame["ply"])
    return Move(*at, seat, frame["type"], frame.get("tile"), frame.get("end"))


def _now_ms() -> float:
    return time.time() * 1000
