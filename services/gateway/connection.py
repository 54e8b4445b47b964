"""One seat's connection: what it was shown, and what an event, an answer or a lapse means for it.

It never touches its socket: what is to be sent goes to its outbox, and so does its end.
"""

from collections.abc import Mapping
from secrets import token_hex

from pydantic import BaseModel

from contracts import subjects
from contracts.commands import Arrive, Lease, Look, Seated, ViewAsked
from contracts.events import RECEIVED, STATUS, connections_in, position_in
from contracts.frames import Refused, TableFrame, WelcomeFrame
from contracts.ids import ConnectionId, Position, SeatNumber
from contracts.problems import Code
from contracts.view import View
from gateway.arriving import Arriving
from gateway.commands import Speaker
from gateway.endings import REFUSED_AGAIN, REFUSED_ON_ARRIVAL, Reason, bye
from gateway.feeds import Feeds
from gateway.gate import Gate
from gateway.holding import holding
from gateway.link import Link
from gateway.outbox import Outbox, Overflow, Slot
from gateway.problems import Refusal
from gateway.shown import Shown
from gateway.tasks import Tasks
from runtime import metrics
from runtime.ask import Unavailable
from runtime.logs import log

logger = log("connection")


class Connection:
    """Somebody who asks for a seat and then holds it, while `open`; `ended` says why we ended it.

    `plays` once it is known that the match has begun with this player on the seat. From then on the seat is
    never freed; before, it may have been given to somebody else without this gateway having heard of it.
    Until the first view has been asked for, an event waits: it may be older than what this client was shown
    over another connection.
    """

    def __init__(
        self,
        table: str,
        player: str | None,
        link: Link,
        feeds: Feeds,
        arriving: Arriving,
        outbox: Outbox,
        later: Tasks,
    ) -> None:
        self.id = token_hex(8)
        self.table = table
        self.seat: SeatNumber | None = None
        self.lease: Lease | None = None
        self.open = True
        self.leaving = False
        self.plays = False
        self.ended: Reason | None = None
        self.lobby = Shown()
        self.view = Shown()
        self._player = player
        self._link = link
        self._feeds = feeds
        self._arriving = arriving
        self._outbox = outbox
        self._later = later
        self._early: tuple[bytes, Mapping[str, str]] | None = None
        self._asked_first = False
        self._early_view: tuple[bytes, Mapping[str, str]] | None = None
        self._asking_again = False
        self._settled = Gate()

    # coming and going

    async def arrive(self) -> None:
        """Take the seat, and show the table. It listens before it asks, so nothing is missed.

        Raises Refusal where seating refuses, and Unavailable.
        """
        if self._player is None:
            await self._link.ask_seating(Look(table=self.table))
            raise Refusal("not_seated")
        await self._link.wait()
        await self._feeds.join(subjects.table_event(self.table), self.on_table)
        self._take(await self._arriving.take_seat(self.table, self._player, self.id, lambda: self.open))
        await self._feeds.join(self._seat_subject(), self.on_view)

    def refuse(self, refusal: Refusal) -> None:
        """Say why there is no seat to be had, and end; most of what is not known here may be better later."""
        self.send(Refused(id=None, error=refusal.problem))
        self.end(REFUSED_ON_ARRIVAL.get(refusal.code, "unavailable"))

    async def speaker(self) -> Speaker | None:
        """Return who speaks here, once the seat is taken; None when there was no seat to take."""
        await self._settled.wait()
        return None if self.seat is None else Speaker(self.table, self.seat, self.id)

    def close(self) -> None:
        """The socket is gone; nothing more can be sent."""
        self.open = False
        self._settled.set()
        self._outbox.end(None, at_once=True)

    async def part(self) -> None:
        """Listen to nothing any more."""
        await self._feeds.part(subjects.table_event(self.table), self.on_table)
        if self.seat is not None:
            await self._feeds.part(self._seat_subject(), self.on_view)

    def end(self, reason: Reason, after_ms: int | None = None) -> None:
        """Say why, and close. What waits is sent before, except to somebody who does not read it."""
        if self.open:
            self.ended = reason
            self.open = False
            self._settled.set()
            self._outbox.end(bye(reason, after_ms), at_once=reason == "slow")

    def send(self, frame: BaseModel, slot: Slot | None = None) -> None:
        """Send a frame, unless the client reads so slowly that its connection ends instead."""
        self._put(frame, slot, None)

    def still_news(self, view: View | None) -> View | None:
        """Return a view that goes along with a refusal; None if a newer one was sent: the last one holds."""
        if view is None or not self.view.is_news(view.position):
            return None
        self.view.position = view.position
        return view

    # what happens

    def on_table(self, body: bytes, headers: Mapping[str, str]) -> None:
        """The table has changed, and with it perhaps who holds this seat."""
        if self.seat is None:
            self._early = (body, headers)
            return
        position = position_in(headers)
        if not self.open or not self.lobby.is_news(position):
            return
        match holding(connections_in(headers), self.seat, self.id):
            case "held":
                self.lobby.position = position
                self.plays = headers[STATUS] != "open"
                self._put(body, "table", None)
            case "moved":
                self.end("restart")
            case "vacant":
                self._later.start(self.arrive_again(), ("again", self.id))
            case "taken":
                self._later.start(self.fetch_table(), ("table", self.id))

    def on_view(self, body: bytes, headers: Mapping[str, str]) -> None:
        """The match has changed. The view is sent on as it came, if it is known to be this player's."""
        position = position_in(headers)
        if not self.open or not self.view.is_news(position):
            return
        if not self.plays:
            self._later.start(self.fetch_view("behind"), ("view", self.id))
            return
        if not self._asked_first:
            self._hold(body, headers)
            return
        received = headers.get(RECEIVED)
        self.view.position = position
        self._put(body, "view", int(received) if received else None)

    # looking for oneself

    async def arrive_again(self, replaces: ConnectionId | None = None) -> None:
        """Nobody is held to be here, but this connection is: say so; only seating knows whether it may."""
        if self._asking_again or self.leaving or not self.open or self.seat is None or self._player is None:
            return
        self._asking_again = True
        before = self.lobby.position
        try:
            seated = await self._link.ask_seating(
                Arrive(table=self.table, player=self._player, connection=self.id, replaces=replaces)
            )
            if seated.seat == self.seat:
                self._show(seated, before)
            else:
                self.end("restart")  # its player was moved, or freed and sat down: it comes back there
        except Refusal as refusal:
            self._end_for(refusal.code)
        except Unavailable:
            pass  # the next lease or position tells again
        finally:
            self._asking_again = False

    async def fetch_table(self) -> None:
        """Look at the table, because what was shown is not where it stands."""
        if self.seat is None or not self.open:
            return
        before = self.lobby.position
        try:
            seated = await self._link.ask_seating(Look(table=self.table, player=self._player))
        except Refusal as refusal:
            self._end_for(refusal.code)
            return
        except Unavailable:
            return
        position = seated.table.position
        went_back = before is not None and position.version < before.version
        how = holding(seated.connections, self.seat, self.id)
        if self.leaving:
            return  # what came of that says how this ends
        if how == "held":
            self._show(seated, before)
        elif how == "vacant" or (went_back and how == "taken"):
            # after a store went back, the seat may seem to be held by one that this one had replaced
            await self.arrive_again(seated.connections[self.seat] if how == "taken" else None)
        elif self.lobby.is_fetched_news(position, before):
            self._end_elsewhere(seated)

    def _end_elsewhere(self, seated: Seated) -> None:
        """Somebody else holds this seat: another tab of its player, or another player.

        Its player may have moved; a newer tab on the new seat keeps it.
        """
        if seated.seat is None:
            self.end("freed")
        else:
            holder = seated.connections[seated.seat]
            self.end("restart" if holder in (None, self.id) else "replaced")

    async def fetch_view(self, why: str) -> None:
        """Fetch the view, because of a new connection or of a gap; `why` is what is counted."""
        before = self.view.position
        if not self.plays:
            await self.fetch_table()
        if self.seat is None or not self.open:
            return
        asked = ViewAsked(table=self.table, seat=self.seat)
        try:
            reply = await self._link.ask(subjects.ENGINE_VIEW, asked) if self.plays else None
        except Unavailable:
            return  # positions tell when it can be had
        self._asked_first = True
        if reply is None or reply.error is not None:
            if before is not None and self.view.position == before:
                self.end("restart")  # the match this client was shown is not there: it starts afresh
            self._let_go()
            return
        try:
            position = position_in(reply.headers)
        except (KeyError, ValueError):
            logger.error("the engine gave an answer that is none")
            return
        if self.open and self.view.is_fetched_news(position, before):
            self.view.position = position
            metrics.RESUMES.labels(why).inc()
            self._put(reply.body, "view", None)
        self._let_go()

    # its own

    def _take(self, seated: Seated) -> None:
        if seated.seat is None:
            raise Refusal("not_seated")
        self.seat = seated.seat
        self.lease = Lease(table=self.table, seat=self.seat, connection=self.id)
        self.send(WelcomeFrame(table=self.table, seat=self.seat))
        self._show(seated, None)
        self._settled.set()
        if self._early:
            self.on_table(*self._early)
            self._early = None

    def _show(self, seated: Seated, before: Position | None) -> None:
        position = seated.table.position
        if self.open and self.lobby.is_fetched_news(position, before):
            self.lobby.position = position
            self.plays = seated.table.status != "open"
            self.send(TableFrame(table=seated.table), "table")

    def _hold(self, body: bytes, headers: Mapping[str, str]) -> None:
        """Keep an event until the first view is there; of several the newest."""
        kept = self._early_view
        if kept is None or position_in(headers).version >= position_in(kept[1]).version:
            self._early_view = (body, headers)

    def _let_go(self) -> None:
        """Hear what came while the first view was asked for."""
        if self._early_view:
            early, self._early_view = self._early_view, None
            self.on_view(*early)

    def _end_for(self, code: Code) -> None:
        if code in REFUSED_AGAIN:
            self.end(REFUSED_AGAIN[code])
        else:
            logger.warning("seating refused what it should not", code=code)

    def _put(self, frame: BaseModel | bytes, slot: Slot | None, received: int | None) -> None:
        try:
            self._outbox.put(frame, slot, received)
        except Overflow:
            self.end("slow")

    def _seat_subject(self) -> str:
        if self.seat is None:
            raise LookupError("no seat yet")
        return subjects.seat_event(self.table, self.seat)
