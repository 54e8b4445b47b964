"""Who may open a WebSocket.

A refusal is an HTTP answer, which a page never gets to see: what a page is to understand is sent as a frame.
"""

from typing import Protocol

from starlette.websockets import WebSocket

from contracts.frames import SUBPROTOCOL, Refused
from contracts.ids import canonical_code
from contracts.problems import problem
from gateway.api import address_of
from gateway.arriving import Arriving
from gateway.connection import Connection
from gateway.desk import Desk
from gateway.endings import ENDINGS, bye
from gateway.feeds import Feeds
from gateway.guesses import Guess, Guesses
from gateway.hub import Hub, Member
from gateway.leases import LeaseKeeper
from gateway.link import Link
from gateway.origin import check_origin
from gateway.outbox import Outbox
from gateway.player import COOKIE, Player, forget, player_of
from gateway.problems import Refusal, response
from gateway.socket import Socket
from gateway.tasks import Tasks
from gateway.wire import Wire
from runtime.settings import Settings


class Parts(Protocol):
    """What every connection shares."""

    settings: Settings
    link: Link
    hub: Hub
    feeds: Feeds
    arriving: Arriving
    leases: LeaseKeeper
    later: Tasks
    commands: Tasks


class Door:
    """Opens connections, and forgets them when they are over."""

    def __init__(self, parts: Parts, guesses: Guesses) -> None:
        self._parts = parts
        self._guesses = guesses

    async def open(self, websocket: WebSocket) -> None:
        """`GET /ws/{code}`"""
        try:
            player = self._admit(websocket)
            table = canonical_code(websocket.path_params["code"])
            if table is None:
                await _turn_away(websocket)
                return
            guess = await self._guesses.begin(address_of(websocket), table, player.secret)
        except Refusal as refusal:
            await _deny(websocket, refusal)
            return
        await websocket.accept(SUBPROTOCOL)
        wire: Wire = websocket.scope["state"]["wire"]
        wire.lives(self._keep(wire, table, player.secret, guess))

    async def _keep(self, wire: Wire, table: str, secret: str | None, guess: Guess) -> None:
        """What goes on from when somebody was let in until nothing is left of it."""
        parts = self._parts
        outbox = Outbox(at_once=wire.at_once)
        connection = Connection(table, secret, parts.link, parts.feeds, parts.arriving, outbox, parts.later)
        desk = Desk(connection, parts.link, parts.commands, parts.settings)
        socket = Socket(wire, connection, desk, outbox)
        parts.hub.add(Member(connection, desk, wire.abort))
        reason = "client"
        try:
            reason = await socket.live(guess)
        finally:
            if socket.seat_held:
                parts.leases.closed(connection)
            try:
                await connection.part()
            finally:
                parts.hub.remove(connection, reason)

    def _admit(self, websocket: WebSocket) -> Player:
        """Return who comes; raise Refusal for what no page of ours does, and while this gateway goes."""
        headers = websocket.headers
        bearer = "authorization" in headers
        origin = headers.get("origin")
        if origin is None and not bearer:
            raise Refusal("wrong_origin")
        cookie = COOKIE in websocket.cookies
        check_origin(origin, headers.get("host"), self._parts.settings.origins, bearer=bearer, cookie=cookie)
        if SUBPROTOCOL not in websocket.scope["subprotocols"]:
            raise Refusal("wrong_protocol")
        player = player_of(websocket)
        if self._parts.hub.draining:
            raise Refusal("unavailable", after_s=1)
        return player


async def _deny(websocket: WebSocket, refusal: Refusal) -> None:
    answer = response(refusal)
    if refusal.code == "wrong_secret":
        forget(answer)
    await websocket.send_denial_response(answer)


async def _turn_away(websocket: WebSocket) -> None:
    """The code cannot be a table's."""
    await websocket.accept(SUBPROTOCOL)
    await websocket.send_text(Refused(id=None, error=problem("unknown_table")).model_dump_json())
    await websocket.send_text((bye("gone") or b"").decode())
    await websocket.close(ENDINGS["gone"].code)
