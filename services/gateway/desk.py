"""Takes one connection's frames: read, bounded, carried out, and each command answered once."""

import asyncio
import time
from contextlib import suppress

from pydantic import ValidationError

from contracts.commands import Answer, Failed, SeatingAnswer, answer, seating_answer
from contracts.frames import Accepted, LeaveFrame, PingFrame, PongFrame, Refused, client_frame
from contracts.ids import UnixMs
from contracts.problems import Problem, problem
from contracts.subjects import SEATING
from gateway.commands import CommandFrame, command_for
from gateway.connection import Connection
from gateway.endings import REFUSED_AGAIN
from gateway.gate import Gate
from gateway.limits import Bucket
from gateway.link import Link
from gateway.reading import Unreadable, read
from gateway.tasks import Tasks
from runtime import metrics
from runtime.ask import Unavailable
from runtime.logs import correlated, log
from runtime.settings import Settings
from runtime.traces import span

IN_FLIGHT = 8
"""Commands of one connection that may wait for an answer."""

logger = log("desk")
_commands = metrics.kept(metrics.COMMANDS)


class Desk:
    """What a client says over one connection. Taking a frame never waits: a ping is answered meanwhile."""

    def __init__(self, connection: Connection, link: Link, tasks: Tasks, settings: Settings) -> None:
        now = time.monotonic()
        self._connection = connection
        self._link = link
        self._tasks = tasks
        self._frames = Bucket(settings.frames_per_second, settings.frames_burst, now)
        self._patience = Bucket(settings.frames_per_second / 4, settings.frames_burst * 2, now)
        self._in_flight = 0
        self._idle = Gate(is_open=True)
        self.closed = False

    def take(self, text: str | None) -> None:
        """Take a frame; None is one that is not text. Too many are refused, and far too many end it all."""
        if self.closed or not self._connection.open:
            return
        now = time.monotonic()
        allowed = self._frames.take(now)
        if not allowed and not self._patience.take(now):
            self._connection.end("flood")
            return
        try:
            if text is None:
                raise Unreadable(problem("binary_frame"))
            frame = read(client_frame, text, tagged=True)
        except Unreadable as unreadable:
            why = unreadable.problem if allowed else problem("too_many_requests")
            self._refuse("unreadable", unreadable.id, why)
            return
        if not allowed:
            self._refuse(frame.type, frame.id, problem("too_many_requests"))
        elif isinstance(frame, PingFrame):
            self._connection.send(PongFrame(id=frame.id))
        elif self._in_flight >= IN_FLIGHT:
            self._refuse(frame.type, frame.id, problem("too_many_in_flight"))
        else:
            self._begin(frame)

    async def close(self, within_s: float) -> None:
        """Take no more frames, and return when those taken are answered, or `within_s` has passed."""
        self.closed = True
        with suppress(TimeoutError):
            async with asyncio.timeout(within_s):
                await self._idle.wait()

    def _begin(self, frame: CommandFrame) -> None:
        self._in_flight += 1
        self._idle.clear()
        self._tasks.start(self._carry_out(frame, UnixMs(round(time.time() * 1000))))

    async def _carry_out(self, frame: CommandFrame, received: UnixMs) -> None:
        correlated()
        try:
            with span(frame.type):
                await self._answer(frame, received)
        finally:
            self._in_flight -= 1
            if not self._in_flight:
                self._idle.set()

    async def _answer(self, frame: CommandFrame, received: UnixMs) -> None:
        leaving = isinstance(frame, LeaveFrame)
        self._connection.leaving |= leaving
        said = await self._ask(frame, received)
        if isinstance(said, Failed):
            self._connection.leaving &= not leaving
            self._refuse(frame.type, frame.id, said.error, said)
            if said.error.code in REFUSED_AGAIN:
                self._connection.end(REFUSED_AGAIN[said.error.code])
            return
        _commands("gateway", frame.type, "accepted").inc()
        logger.debug("accepted", kind=frame.type, id=frame.id)
        self._connection.send(Accepted(id=frame.id))
        if leaving:
            self._connection.end("left")

    async def _ask(self, frame: CommandFrame, received: UnixMs) -> Answer | SeatingAnswer:
        """Return what the service says, or why it could not be asked."""
        speaker = await self._connection.speaker()
        if speaker is None:
            return Failed(error=problem("unavailable"))
        subject, command = command_for(frame, speaker, received)
        if subject != SEATING and not self._connection.plays:
            return Failed(error=problem("no_match"))
        try:
            reply = await self._link.ask(subject, command)
            return reply.read(seating_answer) if subject == SEATING else reply.read(answer)
        except Unavailable:
            return Failed(error=problem("unavailable"))
        except ValidationError:
            logger.error("an answer is none", kind=frame.type)
            return Failed(error=problem("internal"))

    def _refuse(self, kind: str, request: str | None, why: Problem, failed: Failed | None = None) -> None:
        _commands("gateway", kind, why.code).inc()
        logger.debug("refused", kind=kind, id=request, code=why.code)
        view = self._connection.still_news(failed.view) if failed else None
        self._connection.send(Refused(id=request, error=why, view=view))
