"""Everything that is said on NATS meanwhile, heard as each service may hear it."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import nats
from nats.aio.msg import Msg

from contracts.channels import CHANNELS
from deploy.embedded.plan import NATS_USERS
from tests.harness.known import known
from tests.harness.platform import Platform
from tests.harness.published import channel_of, wrong_message


def heard_by(user: str) -> list[str]:
    """What a service listens to, beside its inbox."""
    return [re.sub(r"{\w+}", "*", channel.subject) for channel in CHANNELS if user in channel.hears]


class Traffic:
    """What was said, and what was answered."""

    def __init__(self) -> None:
        self.said: list[Msg] = []
        self.answers: list[Msg] = []
        self._more = asyncio.Condition()

    async def hear(self, message: Msg) -> None:
        (self.answers if message.subject.startswith("_INBOX") else self.said).append(message)
        async with self._more:
            self._more.notify_all()

    async def until(self, holds: Callable[["Traffic"], bool], within_s: float) -> None:
        """Return when enough was said."""
        async with asyncio.timeout(within_s), self._more:
            await self._more.wait_for(lambda: holds(self))

    def channels(self) -> set[str | None]:
        """Where something was said."""
        return {channel_of(message.subject) for message in self.said}

    def wrong(self) -> list[str]:
        """Say of each message that is not as published what is wrong with it."""
        asked = {message.reply: message.subject for message in self.said if message.reply}
        whys = [wrong_message(m.subject, m.headers or {}, m.data) for m in self.said]
        whys += [
            wrong_message(asked[m.subject], m.headers or {}, m.data, answer=True)
            for m in self.answers
            if m.subject in asked
        ]
        return [why for why in whys if why is not None]


@asynccontextmanager
async def traffic(platform: Platform) -> AsyncIterator[Traffic]:
    """Listen, in no queue: whoever is meant hears everything all the same."""
    heard = Traffic()
    connections = [
        await nats.connect(platform.nats_url_as(user), inbox_prefix=f"_INBOX_{user}") for user in NATS_USERS
    ]
    try:
        for user, connection in zip(NATS_USERS, connections, strict=True):
            for subject in (*heard_by(user), f"_INBOX_{user}.>"):
                await connection.subscribe(subject, cb=heard.hear)
            await known(connection)
        yield heard
    finally:
        await asyncio.gather(*(connection.close() for connection in connections))
