"""The life of one WebSocket: let in or refused, read and written, closed, and told about."""

import asyncio

from uvicorn.protocols.utils import ClientDisconnected

from contracts.frames import CloseCode
from gateway.connection import Connection
from gateway.desk import Desk
from gateway.endings import ENDINGS, HOLDS
from gateway.guesses import WRONG, Guess
from gateway.outbox import Outbox
from gateway.problems import Refusal
from gateway.wire import Wire
from runtime.ask import Unavailable
from runtime.logs import log

CLOSE_WITHIN_S = 1.0

CLOSED_BY: dict[int, str] = {
    CloseCode.SILENT: "silent",
    CloseCode.RESTART: "restart",
    1007: "not_text",
    1009: "too_large",
}
"""Why a connection closed that we had not ended, by the code of its close; for all others the client did."""

logger = log("socket")


class Socket:
    """It hears all the time, also what is not wanted: pongs come the same way. No arrival is broken off."""

    __slots__ = ("_arriving", "_code", "_connection", "_desk", "_outbox", "_wire", "_writing")

    def __init__(self, wire: Wire, connection: Connection, desk: Desk, outbox: Outbox) -> None:
        self._wire = wire
        self._connection = connection
        self._desk = desk
        self._outbox = outbox
        self._code = 1006
        self._arriving: asyncio.Task[None] | None = None
        self._writing: asyncio.Task[None] | None = None
        outbox.stirred = self._stirred

    async def live(self, guess: Guess) -> str:
        """Return when the socket is closed and, if it took a seat, that is known; say why it closed."""
        self._wire.hear(self._desk.take)
        self._arriving = asyncio.create_task(self._arrive(guess))
        try:
            self._code = await self._wire.ended()
            self._connection.close()
            if self._arriving is not None:
                await self._arriving
        finally:
            self._connection.close()
            tasks = [task for task in (self._arriving, self._writing) if task is not None]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        return self._connection.ended or CLOSED_BY.get(self._code, "client")

    @property
    def seat_held(self) -> bool:
        """Whether the player, as far as is known here, still has the seat that this connection held."""
        ended = self._connection.ended
        return self._connection.seat is not None and (ended is None or ended in HOLDS)

    async def _arrive(self, guess: Guess) -> None:
        try:
            await self._connection.arrive()
        except Refusal as refusal:
            if refusal.code not in WRONG:
                guess.right()
            self._connection.refuse(refusal)
        except Unavailable:
            guess.right()
            self._connection.refuse(Refusal("unavailable"))
        except Exception as error:
            guess.right()
            logger.error("an arrival failed", error=type(error).__name__, exc_info=error)
            self._connection.refuse(Refusal("internal"))
        else:
            guess.right()
            await self._connection.fetch_view("reconnect")
        finally:
            self._arriving = None

    def _stirred(self) -> None:
        """Write what waits, unless somebody does: most frames never wait."""
        if self._writing is None:
            self._writing = asyncio.create_task(self._write())

    async def _write(self) -> None:
        """Send what is in the outbox, and after an end close."""
        try:
            await self._outbox.write(self._wire.write)
            if self._connection.ended:
                async with asyncio.timeout(CLOSE_WITHIN_S):
                    await self._wire.close(ENDINGS[self._connection.ended].code)
        except TimeoutError:
            self._connection.end("slow")
            self._wire.abort()
        except (ClientDisconnected, RuntimeError):
            pass  # closed meanwhile by the other side, or by the server
        finally:
            self._writing = None
