"""Says reminders to their owners: many at once, within a bound, each within the time it was claimed for."""

import asyncio

from nats.errors import Error as NatsError
from nats.errors import NoRespondersError

from runtime.broker import Broker
from runtime.logs import log
from runtime.settings import Settings
from timer.reminders import Reminder

AT_ONCE = 64
TRIES = 5
"""Times that a reminder can be said within the time it was claimed for: whoever was given it may hang."""
TRUST = 16.0
"""How much is believed at most that owners answer at once, so that one who does not must hang."""
COST = 0.5
"""What a try without an answer takes from that; an answer at once gives 1."""

logger = log("sender")


class Sender:
    """Sends in the background. What gets no answer is claimed again: nothing is kept here."""

    def __init__(self, broker: Broker, settings: Settings) -> None:
        self._broker = broker
        self._seconds = settings.handling_ms / 1000
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._under_way: dict[str, asyncio.Task[None]] = {}
        self._silent = False
        self._trust = TRUST

    @property
    def connected(self) -> bool:
        """Tell whether anything can be said at all."""
        return bool(self._broker.connection.is_connected)

    async def room(self) -> None:
        """Wait until more can be sent: what cannot be said yet is better left to another timer."""
        while len(self._under_way) >= AT_ONCE:
            await asyncio.wait(self._under_way.values(), return_when=asyncio.FIRST_COMPLETED)

    def send(self, member: str, reminder: Reminder) -> None:
        """Have `reminder` said, unless it is being said already."""
        if member not in self._under_way:
            self._under_way[member] = asyncio.create_task(self._send(member, reminder))

    async def finish(self) -> None:
        """Wait for what is being said."""
        while self._under_way:
            await asyncio.gather(*self._under_way.values())

    async def _send(self, member: str, reminder: Reminder) -> None:
        body = reminder.message.model_dump_json().encode()
        try:
            async with self._slots:
                await self._until_answered(body, reminder.subject)
            self._silent = False
        except (NatsError, TimeoutError, OSError) as error:
            self._note(reminder, error)
        finally:
            del self._under_way[member]

    async def _until_answered(self, body: bytes, subject: str) -> None:
        """Say it to one instance after another; it means the same each time.

        Where nobody answers at once they are not hanging but busy, and saying it again would not help.
        """
        loop = asyncio.get_running_loop()
        at_once = self._seconds / TRIES
        ends = loop.time() + self._seconds
        while True:
            began = loop.time()
            last = self._trust <= 0 or ends - began < 2 * at_once
            try:
                await self._broker.request(body, subject, timeout=ends - began if last else at_once)
            except NoRespondersError:
                raise
            except (NatsError, TimeoutError):
                if last:
                    raise
                self._trust -= COST
            else:
                if loop.time() - began < at_once:
                    self._trust = min(TRUST, self._trust + 1)
                return

    def _note(self, reminder: Reminder, error: Exception) -> None:
        """Log the first of a row of failures: the next ones say the same."""
        if not self._silent:
            logger.warning("no answer to a reminder", kind=reminder.kind, error=type(error).__name__)
        self._silent = True
