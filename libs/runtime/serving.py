"""What a service listens to, and what an asker is told when a handler raises."""

from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any

from faststream.nats import NatsResponse, NatsRouter
from faststream.response import Response, ensure_response
from nats.aio.msg import Msg
from nats.errors import Error as NatsError
from pydantic import TypeAdapter, ValidationError

from contracts.commands import Failed
from contracts.events import CORRELATION, ERROR
from contracts.problems import Code, problem
from runtime import traces
from runtime.answered import Answer, Answered
from runtime.logs import correlated, log
from runtime.requests import question_of
from runtime.snapshots import OfALaterRelease
from runtime.store import StoreError

COPIES = 16
"""Subscriptions of one handler: each handles one message at a time, so this many run at once."""

WAITING = 128
"""Messages that wait for one of them: all together some seconds of work. What comes beyond is dropped."""

UNKNOWN = {"union_tag_invalid", "extra_forbidden"}
"""How a command is wrong that a later release may know: askers try again until they meet such an instance."""

logger = log("serving")


def serves(
    router: NatsRouter, subject: str, queue: str, reads: TypeAdapter[Any] | None = None
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Subscribe a handler `COPIES` times in one queue group, which costs half of what max_workers does.

    Where more is asked than can be done, what is asked too much is dropped, and asked again by who still
    waits: behind a longer queue everything would be done for people who had given up.

    For what is asked most, say by which shape a message `reads`: then it is read, handled and answered here,
    past FastStream's middlewares, for 240 us of CPU less. Where there are traces it goes their way.
    """

    def register(handler: Callable[..., Any]) -> Callable[..., Any]:
        registered, answered = handler, Answered()
        for copy in range(COPIES):
            subscriber: Any = router.subscriber(
                subject, queue=queue, pending_msgs_limit=WAITING, include_in_schema=copy == 0
            )
            registered = subscriber(registered)
            if reads is not None and not traces.middlewares():
                subscriber.consume = _past(subscriber, handler, reads, answered)
        return registered

    return register


def _past(
    subscriber: Any, handler: Callable[[Any], Awaitable[Any]], reads: TypeAdapter[Any], answered: Answered
) -> Callable[[Msg], Coroutine[Any, Any, None]]:
    """Return what does with a message what FastStream and our middlewares do, but for traces."""

    async def consume(message: Msg) -> None:
        correlated((message.headers or {}).get(CORRELATION))
        question = question_of(message.reply)
        answer = answered.get(question)
        if answer is None:
            answer = await _answer(handler, reads, message.data)
            if message.reply and answer[1].get(ERROR) != "unavailable":
                answered.keep(question, answer)
        if message.reply:
            body, headers = answer
            with suppress(NatsError):  # the asker tries again
                await subscriber.connection.publish(message.reply, body, headers=dict(headers))

    return consume


async def _answer(handler: Callable[[Any], Awaitable[Any]], reads: TypeAdapter[Any], data: bytes) -> Answer:
    try:
        response: Response = ensure_response(await handler(reads.validate_json(data)))
    except Exception as error:
        response = answer_to(error)
    said = response.body
    return said if isinstance(said, bytes) else said.model_dump_json().encode(), response.headers or {}


def answer_to(error: Exception) -> NatsResponse:
    """What an asker is told when a handler raises."""
    match error:
        case StoreError():
            logger.warning("the store did not answer", error=type(error).__name__)
            return failed("unavailable")
        case OfALaterRelease():
            logger.info("left to a later release: what it has stored")
            return failed("unavailable")
        case ValidationError() if {fault["type"] for fault in error.errors()} <= UNKNOWN:
            logger.info("left to a later release: what it was asked")
            return failed("unavailable")
        case ValidationError():
            return failed("wrong_value")
    logger.error("a handler failed", error=type(error).__name__, exc_info=error)
    return failed("internal")


def failed(code: Code, message: str | None = None) -> NatsResponse:
    """Answer a command with the problem `code`."""
    return NatsResponse(Failed(error=problem(code, message=message)), headers={ERROR: code})
