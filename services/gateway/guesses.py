"""Keeps strangers from trying codes until one fits, and nobody out who holds a seat."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from contracts.commands import Look
from gateway.limits import Bucket, PerAddress
from gateway.link import Link
from gateway.problems import Refusal
from runtime.ask import Unavailable

WRONG = ("unknown_table", "table_gone")


class Guess:
    """One look at a code: wrong until it is known to be `right`, so that asking many at once is no use."""

    def __init__(self, bucket: Bucket | None) -> None:
        self._bucket = bucket

    def right(self) -> None:
        if self._bucket:
            self._bucket.give_back()
            self._bucket = None


class Guesses:
    """Each client address may be wrong a few times a minute.

    One client may be a whole café: when it may not guess any more, those are still let in who hold a seat.
    """

    def __init__(self, per_minute: int, link: Link) -> None:
        self._addresses = PerAddress(per_minute)
        self._link = link

    async def begin(self, address: str, table: str, player: str | None) -> Guess:
        """Return a guess; raise Refusal(too_many_guesses) for a client that has none left."""
        bucket = self._addresses.bucket(address, time.monotonic())
        if bucket.take(time.monotonic()):
            return Guess(bucket)
        if await self._seated(table, player):
            return Guess(None)
        raise Refusal("too_many_guesses", after_s=bucket.wait(time.monotonic()))

    @asynccontextmanager
    async def at(self, address: str, table: str, player: str | None) -> AsyncIterator[None]:
        """Meanwhile a code is looked at, by what may raise Refusal."""
        guess = await self.begin(address, table, player)
        try:
            yield
        except Refusal as refusal:
            if refusal.code not in WRONG:
                guess.right()
            raise
        except BaseException:
            guess.right()
            raise
        guess.right()

    async def _seated(self, table: str, player: str | None) -> bool:
        if player is None:
            return False
        try:
            return (await self._link.ask_seating(Look(table=table, player=player))).seat is not None
        except (Refusal, Unavailable):
            return False
