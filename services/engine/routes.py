"""What the engine listens to. A handler decides nothing."""

from faststream.nats import NatsResponse, NatsRouter
from pydantic import Json

from contracts import subjects
from contracts.commands import (
    Computer,
    EngineCommand,
    Failed,
    Positions,
    PositionsAsked,
    RoundAsked,
    RoundsAsked,
    ViewAsked,
    engine_command,
    view_asked,
)
from contracts.events import ERROR
from contracts.rounds import RoundRecord, RoundsKept
from engine.decide import Command
from engine.desk import Desk
from engine.errors import Refused
from runtime import metrics
from runtime.serving import failed, serves

_seconds = metrics.kept(metrics.COMMAND_SECONDS)


def routes(desk: Desk) -> NatsRouter:
    """Routes of the engine; every instance takes any table."""
    router = NatsRouter()

    async def answered(command: Command) -> NatsResponse:
        with _seconds("engine", command.type).time():
            answer = await desk.handle(command)
        return NatsResponse(answer, headers={ERROR: answer.error.code} if isinstance(answer, Failed) else {})

    @serves(router, subjects.ENGINE_ANY, "engine", reads=engine_command)
    async def on_command(command: Json[EngineCommand]) -> NatsResponse:
        return await answered(command)

    @serves(router, subjects.ENGINE_COMPUTER, "engine")
    async def on_computer(command: Json[Computer]) -> NatsResponse:
        return await answered(command)

    @serves(router, subjects.ENGINE_VIEW, "engine", reads=view_asked)
    async def on_view(asked: Json[ViewAsked]) -> NatsResponse:
        try:
            frame, headers = await desk.view(asked.table, asked.seat)
        except Refused as refused:
            return failed(refused.code)
        return NatsResponse(frame, headers=dict(headers))

    @serves(router, subjects.ENGINE_POSITIONS, "engine")
    async def on_positions(asked: Json[PositionsAsked]) -> Positions:
        return await desk.positions(asked.tables)

    @serves(router, subjects.ENGINE_ROUNDS, "engine")
    async def on_rounds(asked: Json[RoundsAsked]) -> RoundsKept:
        return await desk.archive.rounds(asked.table)

    @serves(router, subjects.ENGINE_ROUND, "engine")
    async def on_round(asked: Json[RoundAsked]) -> RoundRecord | NatsResponse:
        try:
            return await desk.archive.round(asked)
        except Refused as refused:
            return failed(refused.code)

    return router
