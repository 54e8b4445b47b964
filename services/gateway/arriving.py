"""Taking seats, from the connections that hold them where there are some. Those of one table go together."""

from asyncio import Future, get_running_loop
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from contracts.commands import Arrival, Arrivals, Arrived, Seated
from contracts.ids import ConnectionId, SeatNumber
from contracts.problems import Code
from gateway.link import Link
from gateway.problems import Refusal
from gateway.tasks import Tasks

TAKEN_BY_OTHERS = 10
"""Times that a seat may be taken by yet another connection while one arrives."""
TOGETHER = 16
"""Connections that arrive in one command."""

Holders = tuple[ConnectionId, ...]


@dataclass(slots=True, eq=False)
class _Coming:
    """A connection that waits for its seat, as long as its client `is_open`."""

    arrival: Arrival
    is_open: Callable[[], bool]
    seated: "Future[Seated]" = field(default_factory=lambda: get_running_loop().create_future())
    tries: int = 0

    def may_come(self) -> bool:
        """Tell whether to ask for its seat; it is told where it has none to ask for any more."""
        self.tries += 1
        if self.is_open() and self.tries <= TAKEN_BY_OTHERS:
            return True
        self.refuse(Refusal("replaced"))
        return False

    def came(self, seat: SeatNumber | Code, arrived: Arrived) -> None:
        """This has come of it."""
        if isinstance(seat, str):
            self.refuse(Refusal(seat))
        elif not self.seated.done():
            self.seated.set_result(Seated(seat=seat, table=arrived.table, connections=arrived.connections))

    def refuse(self, why: Exception) -> None:
        if not self.seated.done():
            self.seated.set_exception(why)


class Arriving:
    """Whoever comes while seating is asked about a table waits, and goes with all who did.

    A seat is taken from a connection that seating has said to hold one, and only if the client that comes is
    still there then: it may be back elsewhere by now, and that connection have its seat. So nobody replaces
    anybody at first; who is refused goes again, before those who came since.
    """

    def __init__(self, link: Link, tasks: Tasks) -> None:
        self._link = link
        self._tasks = tasks
        self._coming: dict[str, list[_Coming]] = {}  # by table: one that is here is being asked about

    async def take_seat(
        self, table: str, player: str, connection: ConnectionId, is_open: Callable[[], bool]
    ) -> Seated:
        """Return the seat taken for `connection`; raise Refusal, or Unavailable."""
        coming = _Coming(Arrival(player=player, connection=connection), is_open)
        if table in self._coming:
            self._coming[table].append(coming)
        else:
            self._coming[table] = [coming]
            self._tasks.start(self._take_seats(table))
        return await coming.seated

    def __len__(self) -> int:
        """How many wait until seating has answered for others."""
        return sum(map(len, self._coming.values()))

    async def _take_seats(self, table: str) -> None:
        holders: Holders = ()
        try:
            while coming := self._coming[table]:
                self._coming[table] = coming[TOGETHER:]
                holders = await self._take(table, coming[:TOGETHER], holders)
        finally:
            del self._coming[table]

    async def _take(self, table: str, coming: Sequence[_Coming], holders: Holders) -> Holders:
        """Take their seats from `holders`; return who has the seats then.

        Nothing is taken for a client that has gone: a gateway that stood still for a while finds connections
        that were given up long ago. By the time that NATS has answered it knows of them.
        """
        await self._link.round_trip()
        here = [one for one in coming if one.may_come()]
        if not here:
            return holders
        command = Arrivals(table=table, arrivals=tuple(one.arrival for one in here), holders=holders)
        try:
            arrived = await self._link.ask_arrivals(command)
            came = list(zip(here, arrived.seats, strict=True))
        except Exception as why:
            for one in here:
                one.refuse(why)
            return holders
        for one, seat in came:
            if seat != "replaced":
                one.came(seat, arrived)
        again = [one for one, seat in came if seat == "replaced"]
        self._coming[table] = again + self._coming[table]  # of two of one player the one that came last stays
        return tuple(holder for holder in arrived.connections if holder is not None)
