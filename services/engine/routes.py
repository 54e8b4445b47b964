"""What the engine listens to. A handler decides nothing."""

from faststream.nats import NatsResponse, NatsRouter
from pydantic import Json

from contracts import subjects
from contracts.commands import EngineCommand, Failed, Positions, PositionsAsked, ViewAsked
from contracts.events import ERROR
from engine.decide import Refused
from engine.desk import Desk
from runtime import metrics
from runtime.broker import failed, serves


def routes(desk: Desk) -> NatsRouter:
    """Routes of the engine; every instance takes any table."""
    router = NatsRouter()

    @serves(router, subjects.ENGINE_ANY, "engine")
    async def on_command(command: Json[EngineCommand]) -> NatsResponse:
        with metrics.COMMAND_SECONDS.labels("engine", command.type).time():
            answer = await desk.handle(command)
        return NatsResponse(answer, headers={ERROR: answer.error.code} if isinstance(answer, Failed) else {})

    @serves(router, subjects.ENGINE_VIEW, "engine")
    async def on_view(asked: Json[ViewAsked]) -> NatsResponse:
        try:
            frame, headers = await desk.view(asked.table, asked.seat)
        except Refused as refused:
            return failed(refused.code)
        return NatsResponse(frame, headers=dict(headers))

    @serves(router, subjects.ENGINE_POSITIONS, "engine")
    async def on_positions(asked: Json[PositionsAsked]) -> Positions:
        return await desk.positions(asked.tables)

    return router
