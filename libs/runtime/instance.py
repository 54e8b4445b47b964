"""This process as operators ask about it: how it is; and to hand over and end, which is what SIGTERM does.

Heard beside the service's own subscriptions, and as long as there is a connection: a process on its way out
says so until it is gone.
"""

import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from secrets import token_hex

from nats.aio.msg import Msg
from nats.errors import Error as NatsError
from pydantic import ValidationError

from contracts.ids import UnixMs
from contracts.operating import Drain, Draining, Status
from contracts.subjects import DRAIN, STATUS
from runtime.broker import Broker
from runtime.inner import Health
from runtime.logs import log
from runtime.settings import Settings

logger = log("instance")


def terminate() -> None:
    """End as whoever runs this process would end it."""
    os.kill(os.getpid(), signal.SIGTERM)


class Instance:
    """Answers for this process. `holds` counts what has to go before it is empty; `end` makes it go."""

    def __init__(
        self,
        service: str,
        settings: Settings,
        health: Health,
        holds: Callable[[], int] = lambda: 0,
        end: Callable[[], None] = terminate,
    ) -> None:
        self.process = token_hex(8)
        self._service = service
        self._settings = settings
        self._health = health
        self._holds = holds
        self._end = end

    async def listen(self, broker: Broker) -> None:
        """Answer from now on; where the broker's permissions are of an older release nothing is heard."""
        connection = broker.connection
        await connection.subscribe(STATUS, cb=self._on_status)
        await connection.subscribe(DRAIN, cb=self._on_drain)

    async def status(self) -> Status:
        return Status(
            service=self._service,
            instance=self._settings.instance,
            process=self.process,
            release=self._settings.release,
            now=UnixMs(int(time.time() * 1000)),
            faults=await self._health.faults(),
            ending=self._health.ending,
            holds=self._holds(),
        )

    async def _on_status(self, message: Msg) -> None:
        status = await self.status()
        with suppress(NatsError):
            await message.respond(status.model_dump_json().encode())

    async def _on_drain(self, message: Msg) -> None:
        try:
            asked = Drain.model_validate_json(message.data)
        except ValidationError:
            return  # of a later release
        if asked.process != self.process:
            return
        logger.info("an operator asks this process to hand over")
        with suppress(NatsError):
            await message.respond(Draining(process=self.process).model_dump_json().encode())
        self._end()
