"""Requests over NATS: answers come to one inbox, told apart by a number, and are heard while it is read.

nats-py's own makes a random name, two futures and two wake-ups for each.
"""

import asyncio
from collections.abc import Mapping
from weakref import WeakKeyDictionary

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import NoRespondersError

from runtime.ear import hear

_NOBODY = "503"


class Requests:
    """Those of one connection."""

    def __init__(self, connection: Client) -> None:
        self._inbox = connection.new_inbox()
        self._heard = False
        self._number = 0
        self._waiting: dict[str, asyncio.Future[Msg]] = {}

    async def request(
        self, connection: Client, subject: str, body: bytes, within_s: float, headers: Mapping[str, str]
    ) -> Msg:
        """Return the answer; raise NoRespondersError, TimeoutError, or what nats-py says of a connection."""
        if not self._heard:
            await self._listen(connection)
        self._number += 1
        name = f"{self._inbox}.{self._number}"
        answer = self._waiting[name] = asyncio.get_running_loop().create_future()
        late = answer.get_loop().call_later(within_s, _give_up, answer)
        try:
            await connection.publish(subject, body, reply=name, headers=dict(headers))
            message: Msg = await answer
        finally:
            late.cancel()
            del self._waiting[name]
        if message.headers and message.headers.get("Status") == _NOBODY:
            raise NoRespondersError
        return message

    async def _listen(self, connection: Client) -> None:
        self._heard = True  # what is asked meanwhile is sent after this
        try:
            await hear(connection, f"{self._inbox}.*", self._answered)
        except BaseException:
            self._heard = False
            raise

    def _answered(self, message: Msg) -> None:
        answer = self._waiting.get(message.subject)
        if answer is not None and not answer.done():
            answer.set_result(message)


def _give_up(answer: "asyncio.Future[Msg]") -> None:
    if not answer.done():
        answer.set_exception(TimeoutError())


_requests: "WeakKeyDictionary[Client, Requests]" = WeakKeyDictionary()


def requests_of(connection: Client) -> Requests:
    """Return the requests of this connection, which is the same one after NATS was away."""
    found = _requests.get(connection)
    if found is None:
        found = _requests[connection] = Requests(connection)
    return found
