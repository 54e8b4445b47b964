"""Subscriptions that connections of this process share: one for each subject, as long as somebody listens."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from nats.aio.msg import Msg

from runtime.logs import log

Heard = Callable[[bytes, Mapping[str, str]], None]
"""What listens to a subject. It is called while NATS is read: it must not wait for anything."""
Listen = Callable[[str, Callable[[Msg], None]], Awaitable[Callable[[], Awaitable[None]]]]

logger = log("feeds")


@dataclass(slots=True)
class _Feed:
    unsubscribe: Callable[[], Awaitable[None]]
    heard: tuple[Heard, ...] = ()


class Feeds:
    """Knows who listens to what."""

    def __init__(self, listen: Listen) -> None:
        self._listen = listen
        self._feeds: dict[str, _Feed] = {}
        self._turn = asyncio.Lock()

    async def join(self, subject: str, heard: Heard) -> None:
        """Hand `heard` all that is said on `subject` from now on; raise Unavailable when that cannot be."""
        async with self._turn:
            feed = self._feeds.get(subject)
            if feed is None:
                unsubscribe = await self._listen(subject, lambda message: self._said(subject, message))
                feed = self._feeds[subject] = _Feed(unsubscribe)
            feed.heard += (heard,)

    async def part(self, subject: str, heard: Heard) -> None:
        """Listen no longer; the last one to part ends the subscription. Not having joined is no error."""
        async with self._turn:
            feed = self._feeds.get(subject)
            if feed is None or heard not in feed.heard:
                return
            feed.heard = tuple(other for other in feed.heard if other != heard)
            if not feed.heard:
                del self._feeds[subject]
                await feed.unsubscribe()

    def __len__(self) -> int:
        return len(self._feeds)

    def _said(self, subject: str, message: Msg) -> None:
        feed = self._feeds.get(subject)
        for heard in feed.heard if feed else ():
            try:
                heard(message.data, message.headers or {})
            except Exception as error:
                logger.error("an event could not be used", error=type(error).__name__)
