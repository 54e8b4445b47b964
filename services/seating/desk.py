"""A command's way through seating: load, decide, commit, publish, answer. Nothing is kept in between."""

from dataclasses import replace

from contracts.commands import Arrivals, Arrive, Arrived, Depart, Look, Open, Positions, Seated
from contracts.ids import Position, SeatNumber
from contracts.problems import Code
from runtime import metrics
from runtime.keys import over_due
from runtime.one_by_one import OneByOne
from runtime.settings import Settings
from runtime.store import Store
from seating.codes import fresh_code, player_digest
from seating.coming import depart
from seating.decide import Deciding, decide, together
from seating.document import document
from seating.due import Changing, dues, owes
from seating.engine import Teller
from seating.errors import NotSeated, TableGone
from seating.opening import check_same, opened
from seating.outcome import accepted, nobody_seated, repeated
from seating.shelf import Shelf, Standing
from seating.table import Table


class Desk:
    """Takes any command of any table.

    A change is tried until nobody else was first: each time somebody was, the table has moved on by a step.
    """

    def __init__(self, store: Store, shelf: Shelf, teller: Teller, settings: Settings) -> None:
        self._store = store
        self._shelf = shelf
        self._teller = teller
        self._settings = settings
        self._busy = OneByOne()

    async def open(self, command: Open) -> Seated:
        """Open a table; asked again, return the one that was opened."""
        asked = opened(command, await self._fresh_code())
        code = await self._store.reserve(asked.request, asked.code, self._settings.keep_ms)
        asked = replace(asked, code=code)
        while True:
            was_here = await self._store.was_here(code)  # before it is looked for: it may be opened meanwhile
            if (standing := await self._shelf.find(code)) is not None:
                break
            if was_here:
                raise TableGone
            due = dues(None, asked, command, await self._shelf.now(code), self._settings)
            position = await self._shelf.put(asked, None, due)
            if position is not None:
                if owes(None, asked):
                    self._teller.owe(code)
                accepted(command)
                return _seated(asked, position, asked.host)
        check_same(standing.table, asked)
        seat = standing.table.seat_of(player_digest(command.player))
        if seat is None:
            raise NotSeated
        await self._store.confirm("table", code)
        repeated(command)
        return _seated(standing.table, standing.position, seat)

    async def handle(self, command: Deciding) -> Seated:
        """Carry out `command` and answer with the table after it; raise Refusal."""
        async with self._busy.at(command.table):
            return await self._handle(command)

    async def _handle(self, command: Deciding) -> Seated:
        while True:
            standing = await self._shelf.get(command.table)
            after, seat = decide(standing.table, command)
            if after == standing.table and not isinstance(command, Arrive):
                if isinstance(command, Look):
                    accepted(command)
                else:
                    await self._store.confirm("table", after.code)
                    repeated(command)
                return _seated(after, standing.position, seat)
            if position := await self._change(standing, after, command):
                accepted(command)
                return _seated(after, position, seat)

    async def arrive(self, command: Arrivals) -> Arrived:
        """Let all arrive in one step; who has no seat hinders nobody who has."""
        async with self._busy.at(command.table):
            return await self._arrive(command)

    async def _arrive(self, command: Arrivals) -> Arrived:
        while True:
            standing = await self._shelf.get(command.table)
            after, seats = together(standing.table, command)
            if all(isinstance(seat, str) for seat in seats):
                nobody_seated(command, seats)
                return _arrived(after, standing.position, seats)
            if position := await self._change(standing, after, command):
                accepted(command)
                return _arrived(after, position, seats)

    async def depart(self, command: Depart) -> None:
        """A timer found a lease over: its person is away, unless there was an arrival since.

        The table is read before the lease. An arrival in between or later makes the commit fail; an earlier
        one has made the lease whole again.
        """
        async with self._busy.at(command.table):
            return await self._depart(command)

    async def _depart(self, command: Depart) -> None:
        code, seat, connection = command.table, command.seat, command.connection
        while True:
            standing = await self._shelf.find(code)
            if not await self._shelf.is_over(code, seat, connection):
                return repeated(command)
            after = standing and depart(standing.table, seat, connection)
            if standing and after and after != standing.table:
                if await self._change(standing, after, command):
                    metrics.LEASES_LAPSED.inc()
                    return accepted(command)
            elif await self._shelf.settle(code, standing, over_due(code, seat, connection)):
                return repeated(command)

    def expire(self, code: str) -> None:
        """Something may be owed to the engine."""
        self._teller.remind(code)

    async def positions(self, tables: tuple[str, ...]) -> Positions:
        """Return where many tables stand."""
        return Positions(positions=await self._store.positions("table", tables))

    async def _change(self, standing: Standing, after: Table, command: Changing) -> Position | None:
        """Commit the table after `command`, with what is due then; None when somebody else was first."""
        due = dues(standing.table, after, command, standing.now, self._settings)
        position = await self._shelf.put(after, standing, due, decided=standing.now)
        if position is None:
            metrics.COMMIT_CONFLICTS.labels("seating").inc()
        elif owes(standing.table, after):
            self._teller.owe(after.code)
        return position

    async def _fresh_code(self) -> str:
        """Return a code that no table has or had."""
        while await self._store.was_here(code := fresh_code()):
            pass
        return code


def _arrived(table: Table, position: Position, seats: tuple[SeatNumber | Code, ...]) -> Arrived:
    return Arrived(seats=seats, table=document(table, position), connections=table.connections)


def _seated(table: Table, position: Position, seat: SeatNumber | None) -> Seated:
    return Seated(seat=seat, table=document(table, position), connections=table.connections)
