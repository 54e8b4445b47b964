"""What seating listens to. A handler decides nothing."""

from typing import assert_never

from faststream.nats import NatsResponse, NatsRouter
from pydantic import Json

from contracts import subjects
from contracts.commands import (
    Arrivals,
    Arrive,
    Arrived,
    Choose,
    Depart,
    Done,
    Expire,
    Failed,
    Free,
    Leave,
    Look,
    Open,
    Positions,
    PositionsAsked,
    Seated,
    SeatingCommand,
    SetLevel,
    Sit,
    Start,
    seating_command,
)
from contracts.events import ERROR
from runtime import metrics
from runtime.serving import serves
from seating.desk import Desk
from seating.errors import Refusal
from seating.outcome import accepted, refused


def routes(desk: Desk) -> NatsRouter:
    """Routes of seating; every instance takes any table."""
    router = NatsRouter()

    @serves(router, subjects.SEATING, "seating", reads=seating_command)
    async def on_command(command: Json[SeatingCommand]) -> NatsResponse:
        with metrics.COMMAND_SECONDS.labels("seating", command.type).time():
            try:
                return NatsResponse(await _carry_out(desk, command))
            except Refusal as refusal:
                refused(command, refusal)
                answer = Failed(error=refusal.problem, holder=refusal.holder)
                return NatsResponse(answer, headers={ERROR: refusal.code})

    @serves(router, subjects.SEATING_POSITIONS, "seating")
    async def on_positions(asked: Json[PositionsAsked]) -> Positions:
        return await desk.positions(asked.tables)

    return router


async def _carry_out(desk: Desk, command: SeatingCommand) -> Seated | Arrived | Done:
    match command:
        case Open():
            return await desk.open(command)
        case Look() | Sit() | Arrive() | Start() | Choose() | SetLevel() | Free() | Leave():
            return await desk.handle(command)
        case Arrivals():
            return await desk.arrive(command)
        case Depart():
            await desk.depart(command)
        case Expire():
            desk.expire(command.table)
            accepted(command)
        case _:
            assert_never(command)
    return Done()
