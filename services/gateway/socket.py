"""The life of one WebSocket: let in or refused, read and written, closed, and told about."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from contracts.frames import CloseCode
from gateway.connection import Connection
from gateway.desk import Desk
from gateway.endings import ENDINGS, HOLDS
from gateway.guesses import WRONG, Guess
from gateway.outbox import Outbox
from gateway.problems import Refusal
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
    """Three things go on at once: arriving, reading and writing. Arriving is never broken off."""

    def __init__(self, websocket: WebSocket, connection: Connection, desk: Desk, outbox: Outbox) -> None:
        self._websocket = websocket
        self._connection = connection
        self._desk = desk
        self._outbox = outbox
        self._code = 1006

    async def live(self, guess: Guess) -> str:
        """Return when the socket is closed and, if it took a seat, that is known; say why it closed."""
        reading = asyncio.create_task(self._read())
        writing = asyncio.create_task(self._write())
        arriving = asyncio.create_task(self._arrive(guess))
        try:
            await asyncio.wait({reading, writing}, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait({reading}, timeout=CLOSE_WITHIN_S)
            self._connection.close()
            await arriving
        finally:
            self._connection.close()
            for task in (reading, writing, arriving):
                task.cancel()
            await asyncio.gather(reading, writing, arriving, return_exceptions=True)
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

    async def _read(self) -> None:
        """Read all the time, even what is not wanted: pongs come the same way."""
        while True:
            message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                self._code = message.get("code") or 1005
                return
            self._desk.take(message.get("text"))
            await asyncio.sleep(0)  # what lies here already is taken without a pause: let answers be sent

    async def _write(self) -> None:
        """Send what is in the outbox, then close."""
        try:
            await self._outbox.write(self._websocket.send_text)
            if self._connection.ended:
                async with asyncio.timeout(CLOSE_WITHIN_S):
                    await self._websocket.close(ENDINGS[self._connection.ended].code)
        except TimeoutError:
            self._connection.end("slow")
            self.abort()
        except (WebSocketDisconnect, RuntimeError):
            pass  # closed meanwhile by the other side, or by the server

    def abort(self) -> None:
        """Drop the connection, and what is on its way."""
        abort: Callable[[], None] | None = self._websocket.scope.get("state", {}).get("abort")
        with suppress(Exception):
            if abort:
                abort()
