"""Seating, engine and timer as a gateway sees them: small stand-ins that answer on a real NATS."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from secrets import token_hex
from typing import TypeVar, cast

import nats
from nats.aio.msg import Msg
from pydantic import BaseModel

from contracts import commands, events, subjects
from contracts.commands import (
    Done,
    Failed,
    Lease,
    Leases,
    LeasesKept,
    Positions,
    PositionsAsked,
    RoundAsked,
    RoundsAsked,
    Seated,
    ViewAsked,
)
from contracts.frames import TableFrame
from contracts.ids import Position, SeatNumber
from contracts.lobby import Options, SeatTaken, Table
from contracts.problems import Code, problem
from contracts.view import View
from rules.presets import PRESETS
from tests.harness.known import known

CODE = "ABCD1234"
SECRETS = [letter * 43 for letter in "abcd"]

ROUNDS = b'{"rounds":"as they came"}'
ROUND = b'{"round":"as it came"}'
"""Plain text, as views are: a gateway must not read them."""

M = TypeVar("M")


@dataclass
class Place:
    """A table, and its match: the views are plain text, because a gateway must not read them."""

    code: str = CODE
    secrets: list[str | None] = field(default_factory=lambda: list(SECRETS))
    connections: list[str | None] = field(default_factory=lambda: [None] * 4)
    position: Position = field(default_factory=lambda: Position(version=1, mark="00000001"))
    match: Position | None = None
    text: str = "first"

    @property
    def table(self) -> Table:
        return Table(
            code=self.code,
            preset="partners",
            options=Options(),
            settings=PRESETS["partners"],
            target=100,
            status="playing" if self.match else "open",
            host=0,
            seats=tuple(
                SeatTaken(name=f"Player {seat}", present=bool(connection)) if secret else None
                for seat, (secret, connection) in enumerate(zip(self.secrets, self.connections, strict=True))
            ),
            position=self.position,
        )

    def view(self, seat: int) -> bytes:
        return f'{{"type":"view","view":{{"seat":{seat},"text":"{self.text}"}}}}'.encode()

    def move(self) -> None:
        """The table changes."""
        self.position = after(self.position)

    def let_in(self, seat: int, connection: str, holders: Sequence[str | None]) -> bool:
        """Let a connection have the seat, if nobody else has it but one of `holders`."""
        if self.connections[seat] not in (None, connection, *holders):
            return False
        if self.connections[seat] != connection:
            self.connections[seat] = connection
            self.move()
        return True

    def close_up(self, gap: int) -> None:
        """The host changes the number of seats, or starts: whoever sits behind `gap` moves up by one."""
        for seats in (self.secrets, self.connections):
            del seats[gap]
        self.move()

    def play(self, text: str) -> None:
        """The match changes; with its first deal the table does, too."""
        if self.match is None:
            self.move()
        self.match = after(self.match)
        self.text = text


def after(position: Position | None) -> Position:
    return Position(version=position.version + 1 if position else 1, mark=token_hex(4))


class World:
    """What services answer, and what they were asked."""

    def __init__(self, nats_url: str) -> None:
        self.nats_url = nats_url
        self.places: dict[str, Place] = {}
        self.heard: list[BaseModel] = []
        self.refusals: dict[str, Code] = {}
        self.refused_with: View | None = None
        self.silent: set[str] = set()
        self.garbage: set[str] = set()
        self.lost: tuple[Lease, ...] = ()
        self.slow: dict[str, asyncio.Event] = {}
        self._stirred = asyncio.Condition()

    async def __aenter__(self) -> "World":
        self.nc = await nats.connect(self.nats_url, reconnect_time_wait=0.1, max_reconnect_attempts=-1)
        for subject, answer in {
            subjects.SEATING: self._seating,
            subjects.ENGINE_ANY: self._engine,
            subjects.ENGINE_VIEW: self._view,
            subjects.ENGINE_POSITIONS: self._engine_positions,
            subjects.ENGINE_ROUNDS: self._rounds,
            subjects.ENGINE_ROUND: self._round,
            subjects.SEATING_POSITIONS: self._seating_positions,
            subjects.TIMER_LEASES: self._leases,
        }.items():
            await self.nc.subscribe(subject, cb=self._responder(answer))
        await known(self.nc)
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.nc.close()

    def place(self, code: str = CODE) -> Place:
        return self.places.setdefault(code, Place(code))

    async def until(
        self, kind: type[M], holds: Callable[[M], bool] = lambda _: True, within: float = 20
    ) -> M:
        """Return the first message of `kind` that was heard, or will be, for which `holds`."""
        async with asyncio.timeout(within), self._stirred:
            while True:
                for message in self.heard:
                    if isinstance(message, kind) and holds(message):
                        return message
                await self._stirred.wait()

    async def next(self, kind: type[BaseModel], within: float = 20) -> None:
        """Return when one more message of `kind` was heard."""
        seen = self.count(kind)
        async with asyncio.timeout(within), self._stirred:
            await self._stirred.wait_for(lambda: self.count(kind) > seen)

    def count(self, kind: type[BaseModel]) -> int:
        return sum(isinstance(message, kind) for message in self.heard)

    async def tell_table(self, place: Place, position: Position | None = None) -> None:
        frame = TableFrame(table=place.table).model_dump_json().encode()
        headers = events.position_headers(position or place.position)
        headers |= events.connections_header(place.connections) | events.status_header(place.table.status)
        await self.nc.publish(subjects.table_event(place.code), frame, headers=headers)
        await known(self.nc)

    async def tell_view(
        self, place: Place, seat: int, *, position: Position | None = None, received: int | None = None
    ) -> None:
        headers = events.position_headers(cast(Position, position or place.match))
        if received is not None:
            headers[events.RECEIVED] = str(received)
        await self.nc.publish(subjects.seat_event(place.code, seat), place.view(seat), headers=headers)
        await known(self.nc)

    # the services

    def _responder(self, answer: Callable[[Msg], tuple[bytes, dict[str, str]] | None]) -> object:
        async def on_message(message: Msg) -> None:
            answered = answer(message)
            async with self._stirred:
                self._stirred.notify_all()
            if answered is not None:
                body, headers = answered
                last = self.heard[-1]
                gate = self.slow.get(getattr(last, "type", type(last).__name__))
                task = asyncio.create_task(self._reply(message, body, headers, gate))
                self._replies = (*getattr(self, "_replies", ()), task)

        return on_message

    async def _reply(
        self, message: Msg, body: bytes, headers: dict[str, str], gate: asyncio.Event | None
    ) -> None:
        if gate is not None:
            await gate.wait()
        await self.nc.publish(message.reply, body, headers=headers)

    def _seating(self, message: Msg) -> tuple[bytes, dict[str, str]] | None:
        command = commands.seating_command.validate_json(message.data)
        if isinstance(command, commands.Arrivals):
            self.heard += command.arrivals
        self.heard.append(command)
        if command.type in self.silent:
            return None
        if command.type in self.garbage:
            return b"{}", {}
        if command.type in self.refusals:
            return _failed(self.refusals[command.type])
        if isinstance(command, commands.Open):
            return _answered(self._seated(self.place(), 0))
        place = self.places.get(command.table)
        if place is None:
            return _failed("unknown_table")
        if isinstance(command, commands.Arrivals):
            return _answered(self._arrived(place, command))
        seat: int | None = None
        if isinstance(command, commands.Look | commands.Arrive | commands.Sit):
            seat = place.secrets.index(command.player) if command.player in place.secrets else None
        if isinstance(command, commands.Sit) and seat is None:
            seat = place.secrets.index(None)
            place.secrets[seat] = command.player
            place.move()
        if isinstance(command, commands.Arrive):
            if seat is None:
                return _failed("not_seated")
            if not place.let_in(seat, command.connection, (command.replaces,)):
                return _failed("replaced")
        if isinstance(command, commands.BySeat):
            seat = command.seat
        return _answered(self._seated(place, seat))

    def _arrived(self, place: Place, command: commands.Arrivals) -> commands.Arrived:
        seats: list[SeatNumber | Code] = []
        for one in command.arrivals:
            if one.player not in place.secrets:
                seats.append("not_seated")
                continue
            seat = cast(SeatNumber, place.secrets.index(one.player))
            seats.append(seat if place.let_in(seat, one.connection, command.holders) else "replaced")
        return commands.Arrived(seats=tuple(seats), table=place.table, connections=tuple(place.connections))

    def _engine(self, message: Msg) -> tuple[bytes, dict[str, str]] | None:
        command = commands.engine_command.validate_json(message.data)
        self.heard.append(command)
        if command.type in self.silent:
            return None
        if command.type in self.refusals:
            return _failed(self.refusals[command.type], self.refused_with)
        return _answered(Done(position=self.places[command.table].match))

    def _view(self, message: Msg) -> tuple[bytes, dict[str, str]] | None:
        asked = ViewAsked.model_validate_json(message.data)
        self.heard.append(asked)
        if "view" in self.silent:
            return None
        place = self.places[asked.table]
        if place.match is None:
            return _failed("no_match")
        return place.view(asked.seat), events.position_headers(place.match)

    def _rounds(self, message: Msg) -> tuple[bytes, dict[str, str]] | None:
        asked = RoundsAsked.model_validate_json(message.data)
        self.heard.append(asked)
        return None if "rounds" in self.silent else (ROUNDS, {})

    def _round(self, message: Msg) -> tuple[bytes, dict[str, str]] | None:
        asked = RoundAsked.model_validate_json(message.data)
        self.heard.append(asked)
        if "rounds" in self.garbage:
            return b"{}", {events.ERROR: "no_such_round"}
        return (ROUND, {}) if (asked.match, asked.round) == (1, 3) else _failed("no_such_round")

    def _engine_positions(self, message: Msg) -> tuple[bytes, dict[str, str]] | None:
        return self._positions(message, lambda place: place.match)

    def _seating_positions(self, message: Msg) -> tuple[bytes, dict[str, str]] | None:
        return self._positions(message, lambda place: place.position)

    def _positions(
        self, message: Msg, of: Callable[[Place], Position | None]
    ) -> tuple[bytes, dict[str, str]] | None:
        asked = PositionsAsked.model_validate_json(message.data)
        self.heard.append(asked)
        if "positions" in self.silent:
            return None
        found = {code: of(self.places[code]) if code in self.places else None for code in asked.tables}
        return _answered(Positions(positions=found))

    def _leases(self, message: Msg) -> tuple[bytes, dict[str, str]] | None:
        leases = Leases.model_validate_json(message.data)
        self.heard.append(leases)
        if "leases" in self.silent:
            return None
        lost, self.lost = self.lost, ()
        return _answered(LeasesKept(lost=lost))

    def _seated(self, place: Place, seat: int | None) -> Seated:
        return Seated(
            seat=cast(SeatNumber | None, seat), table=place.table, connections=tuple(place.connections)
        )


def _answered(answer: BaseModel) -> tuple[bytes, dict[str, str]]:
    return answer.model_dump_json().encode(), {}


def _failed(code: Code, view: View | None = None) -> tuple[bytes, dict[str, str]]:
    answer = Failed(error=problem(code), view=view)
    return answer.model_dump_json().encode(), {events.ERROR: code}
