"""Requests over NATS: answers come to one inbox, told apart by a number, and are heard while it is read.

nats-py's own makes a random name, two futures and two wake-ups for each.
"""

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from weakref import WeakKeyDictionary

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import NoRespondersError

from runtime.ear import hear

_NOBODY = "503"
_TRY = ".try-"


def question_of(reply: str) -> str:
    """Return what all tries of the question have in common that is answered at `reply`."""
    return reply.rpartition(_TRY)[0] or reply


class Requests:
    """Those of one connection."""

    def __init__(self, connection: Client) -> None:
        self._inbox = connection.new_inbox()
        self._heard = False
        self._number = 0
        self._asked: dict[str, Question] = {}

    @contextmanager
    def question(self) -> Iterator["Question"]:
        """A question that can be asked while this lasts."""
        self._number += 1
        name = f"{self._inbox}.{self._number}"
        question = self._asked[name] = Question(self, name)
        try:
            yield question
        finally:
            del self._asked[name]

    async def listen(self, connection: Client) -> None:
        """Hear answers from now on."""
        if self._heard:
            return
        self._heard = True  # what is asked meanwhile is sent after this
        try:
            await hear(connection, f"{self._inbox}.>", self._answered)
        except BaseException:
            self._heard = False
            raise

    def _answered(self, message: Msg) -> None:
        question = self._asked.get(question_of(message.subject))
        if question is not None:
            question.answered(message)


class Question:
    """May be asked again, in the same words: an answer to any of its tries is one.

    Where all are slow, each answer comes when its try has been given up. Were it not heard, everything would
    be asked again, and nothing ever answered.

    Each try has a name of its own, since NATS lets a service say one thing only to each name: asked twice by
    the same, it would refuse both answers.
    """

    __slots__ = ("_answer", "_late", "_name", "_requests", "_tries")

    def __init__(self, requests: Requests, name: str) -> None:
        self._requests = requests
        self._name = name
        self._answer: asyncio.Future[Msg] | None = None
        self._late: Msg | None = None
        self._tries = 0

    async def ask(
        self, connection: Client, subject: str, body: bytes, within_s: float, headers: Mapping[str, str]
    ) -> Msg:
        """Return an answer; raise NoRespondersError, TimeoutError, or what nats-py says of a connection."""
        message = self._late
        self._late = None
        if message is None:
            message = await self._try(connection, subject, body, within_s, headers)
        if message.headers and message.headers.get("Status") == _NOBODY:
            raise NoRespondersError
        return message

    def answered(self, message: Msg) -> None:
        """This came, for whichever try."""
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(message)
        else:
            self._late = message

    async def _try(
        self, connection: Client, subject: str, body: bytes, within_s: float, headers: Mapping[str, str]
    ) -> Msg:
        await self._requests.listen(connection)
        self._tries += 1
        answer = self._answer = asyncio.get_running_loop().create_future()
        late = answer.get_loop().call_later(within_s, _give_up, answer)
        try:
            reply = f"{self._name}{_TRY}{self._tries}"
            await connection.publish(subject, body, reply=reply, headers=dict(headers))
            message: Msg = await answer
        finally:
            late.cancel()
        return message


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
