"""Hearing a NATS subject with no queue and no task between: what comes is heard while it is read.

nats-py gives each subscription a queue and a task that empties it: 4 KB, and a wake-up for each message. Only
a subscription that waits for a single reply has a future instead, which is told the message. An ear looks
like one that is never done.
"""

from asyncio import Future
from collections.abc import Callable
from typing import cast

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription

from runtime.logs import log

Heard = Callable[[Msg], None]
"""What listens. It must not wait: it is called from where all of NATS is read."""

logger = log("ear")


class Ear:
    """What of a future a subscription asks for."""

    __slots__ = ("_heard",)

    def __init__(self, heard: Heard) -> None:
        self._heard = heard

    def cancelled(self) -> bool:
        return False

    def set_result(self, message: Msg) -> None:
        """Hear it; an error must not get out, or nats-py would stop reading for good."""
        try:
            self._heard(message)
        except Exception as error:
            logger.error("a message could not be used", error=type(error).__name__)


async def hear(connection: Client, subject: str, heard: Heard) -> Subscription:
    """Hand every message of `subject` to `heard`, in the order in which they come."""
    subscription = await connection.subscribe(subject, future=cast("Future[Msg]", Ear(heard)))
    subscription._pending_queue = None  # type: ignore[assignment]  # nothing is ever put there
    return subscription
