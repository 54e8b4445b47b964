"""What bots listen to: turns of computer players. A handler decides nothing, and waits for nothing."""

from faststream.nats import NatsRouter
from pydantic import ValidationError

from bots.desk import Desk
from contracts.commands import ComputerTurn
from contracts.subjects import BOTS
from runtime.logs import log

QUEUE = "bots"
"""Each turn goes to one of all instances."""

logger = log("routes")


def routes(desk: Desk) -> NatsRouter:
    """Routes of the bots; every instance takes any table's turns."""
    router = NatsRouter()

    @router.subscriber(BOTS, queue=QUEUE, no_reply=True)
    async def on_turn(body: bytes) -> None:
        try:
            turn = ComputerTurn.model_validate_json(body, extra="ignore")
        except ValidationError as error:  # it shows what it could not read, which is a hand
            logger.error("a turn cannot be read", faults=error.error_count())
        else:
            desk.take(turn)

    return router
