"""NATS as operators may use it: asking every instance how it is, and one of them to hand over."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error as NatsError
from pydantic import BaseModel, ValidationError

from contracts.operating import Drain, Draining, Status, StatusAsked
from contracts.subjects import DRAIN, STATUS
from runtime.broker import Broker
from runtime.settings import Settings

CONNECTED_WITHIN_S = 5
ANSWERED_WITHIN_S = 2.5
"""A readiness check takes a second, where what it checks hangs."""
REFUSED_WITHIN_S = 0.1
"""What NATS refuses it says just after it has answered."""
PATIENT_S = 1.0
"""How long one that has much to do may take to say how it is."""
QUIET_S = 0.5
"""When nobody has answered for so long, all have who will soon."""


class NoBus(Exception):
    """NATS cannot be reached, or does not let us in; the text says which."""


@dataclass(frozen=True, slots=True)
class Heard:
    """How an instance is, and by how much its machine's clock is ahead of this one's."""

    status: Status
    ahead_ms: int


class Bus:
    """A connection as the user `console`."""

    def __init__(self, connection: Client) -> None:
        self._connection = connection

    async def heard(self, quiet_s: float = ANSWERED_WITHIN_S) -> list[Heard]:
        """Return how every instance is that answers, by service and name; without haste, all of them."""
        found = []
        async for message in self._answers(STATUS, StatusAsked(), quiet_s):
            with suppress(ValidationError):
                status = Status.model_validate_json(message.data, extra="ignore")
                found.append(Heard(status, status.now - round(time.time() * 1000)))
        return sorted(found, key=lambda one: (one.status.service, one.status.instance, one.status.process))

    async def statuses(self) -> list[Status]:
        """Return how those are who answer at once."""
        return [one.status for one in await self.heard(QUIET_S)]

    async def find(self, process: str) -> Status | None:
        """Return how one process is, as soon as it says so; None when it does not for a while."""
        async for message in self._answers(STATUS, StatusAsked(), PATIENT_S):
            with suppress(ValidationError):
                status = Status.model_validate_json(message.data, extra="ignore")
                if status.process == process:
                    return status
        return None

    async def drain(self, process: str) -> bool:
        """Ask one process to hand over; return whether it said that it does."""
        async for message in self._answers(DRAIN, Drain(process=process), QUIET_S):
            with suppress(ValidationError):
                return Draining.model_validate_json(message.data, extra="ignore").process == process
        return False

    async def tries_to_hear(self, subject: str) -> None:
        """Subscribe for a moment, and come back when NATS has said what it has to say about that."""
        subscription = await self._connection.subscribe(subject)
        await self._connection.flush(CONNECTED_WITHIN_S)
        await asyncio.sleep(REFUSED_WITHIN_S)
        await subscription.unsubscribe()

    async def _answers(self, subject: str, asked: BaseModel, quiet_s: float) -> AsyncIterator[Msg]:
        """Yield what is answered; when it has been quiet for a while after the first, that was all."""
        inbox = self._connection.new_inbox()
        subscription = await self._connection.subscribe(inbox)
        await self._connection.publish(subject, asked.model_dump_json().encode(), reply=inbox)
        loop = asyncio.get_running_loop()
        ends, wait = loop.time() + ANSWERED_WITHIN_S, float(ANSWERED_WITHIN_S)
        try:
            while (left := min(wait, ends - loop.time())) > 0:
                message = await subscription.next_msg(timeout=left)
                if not message.data:
                    return  # nobody listens
                yield message
                wait = quiet_s
        except (NatsError, TimeoutError):
            return
        finally:
            await subscription.unsubscribe()


@asynccontextmanager
async def bus(
    settings: Settings, refused: Callable[[Exception], Awaitable[None]] | None = None
) -> AsyncIterator[Bus]:
    """Connect meanwhile; raise NoBus where that cannot be. `refused` hears what may not be said or heard."""
    broker = Broker("console", settings, refused or _ignored)
    broker.ending = True  # whatever becomes of this connection, it ends no process
    try:
        async with asyncio.timeout(CONNECTED_WITHIN_S):
            await broker.start()
    except TimeoutError:
        await _stopped(broker)
        raise NoBus("NATS does not answer") from None
    except (NatsError, OSError, ValueError) as error:
        await _stopped(broker)
        raise NoBus(f"NATS does not let us in: {error or type(error).__name__}") from None
    try:
        yield Bus(broker.connection)
    finally:
        await _stopped(broker)


async def _ignored(error: Exception) -> None:
    """What comes of it is told by what is not answered."""


async def _stopped(broker: Broker) -> None:
    with suppress(Exception):
        async with asyncio.timeout(2):
            await broker.stop()
