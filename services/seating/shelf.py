"""Tables in the store: read one, write one."""

from dataclasses import dataclass

from contracts.ids import Position, UnixMs
from runtime.broker import Broker
from runtime.keys import over_due
from runtime.store import Store, next_position
from seating import snapshot
from seating.due import Dues
from seating.errors import TableGone, UnknownTable
from seating.events import publish
from seating.table import Table


@dataclass(frozen=True, slots=True)
class Standing:
    """A table as it stands in the store, at a moment of the store's clock."""

    table: Table
    position: Position
    now: UnixMs


class Shelf:
    """Where the tables stand. Whoever changes one is told by `put` whether somebody else was first."""

    def __init__(self, store: Store, broker: Broker) -> None:
        self._store = store
        self._broker = broker

    async def find(self, code: str) -> Standing | None:
        stored = await self._store.load("table", code)
        if stored.body is None or stored.position is None:
            return None
        return Standing(snapshot.load(stored.body), stored.position, stored.now)

    async def get(self, code: str) -> Standing:
        """Return the table; raise UnknownTable, or TableGone where one has been."""
        standing = await self.find(code)
        if standing is None:
            raise TableGone if await self._store.was_here(code) else UnknownTable
        return standing

    async def now(self, code: str) -> UnixMs:
        """Return the store's time, also where there is no table."""
        return (await self._store.load("table", code)).now

    async def put(
        self, table: Table, before: Standing | None, due: Dues, *, decided: UnixMs | None = None
    ) -> Position | None:
        """Write the table with what is due, and publish it; None when somebody was first.

        Also when that is an outage later than it was `decided`: what is due was reckoned from then.
        """
        expected = None if before is None else before.position
        position = next_position(expected)
        written = await self._store.commit(
            "table",
            table.code,
            expected=expected,
            position=position,
            body=snapshot.dump(table),
            state="open" if table.status == "open" else None,  # once started, the engine says
            due=due,
            read=decided,
        )
        if written is None:
            return None
        await publish(self._broker, table, position)
        return position

    async def settle(self, code: str, standing: Standing | None, member: str) -> bool:
        """Take `member` away if the table still stands as it did; tell whether so."""
        position = None if standing is None else standing.position
        return await self._store.settle("table", code, position, member, None)

    async def is_over(self, code: str, seat: int, connection: str) -> bool:
        """Tell whether a timer found this lease over, and nobody has arrived with it since."""
        return await self._store.is_due(code, over_due(code, seat, connection))
