"""The engines of a platform, asked as seating may ask them: matches without a table, a seat or a gateway."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from secrets import choice

from pydantic import SecretStr

from contracts import subjects
from contracts.commands import Again, Answer, Begin, EngineCommand, Ready, answer
from contracts.ids import CODE_ALPHABET
from rules.presets import PRESETS
from rules.seats import seats
from runtime.ask import ask
from runtime.broker import Broker
from runtime.settings import Settings
from tests.harness.platform import Platform

PLAYERS = 4


def a_code() -> str:
    return "".join(choice(CODE_ALPHABET) for _ in range(8))


class Engines:
    """Says commands until they are answered."""

    def __init__(self, broker: Broker, settings: Settings) -> None:
        self._broker = broker
        self._settings = settings

    @staticmethod
    @asynccontextmanager
    async def of(platform: Platform) -> AsyncIterator["Engines"]:
        password = platform.programs("seating")[0].environment["DOUBLESIX_NATS_PASSWORD"]
        settings = Settings(nats_url=platform.nats_url, nats_password=SecretStr(password))
        broker = Broker("seating", settings)
        await broker.start()
        try:
            yield Engines(broker, settings)
        finally:
            broker.ending = True
            await broker.stop()

    async def ask(self, command: EngineCommand) -> Answer:
        reply = await ask(self._broker, subjects.engine(command.table), command, self._settings)
        return answer.validate_json(reply.body)

    async def begin(self, *, preset: str = "partners", target: int | None = 500) -> str:
        """Begin a match of four who are all there; return its table."""
        code = a_code()
        begun = await self.ask(
            Begin(
                table=code,
                rules=PRESETS[preset],
                players=PLAYERS,
                target=target,
                seating=1,
                present=(True,) * PLAYERS,
                computers=(None,) * PLAYERS,
                left=(False,) * PLAYERS,
            )
        )
        assert begun.ok, begun
        return code

    async def all_are_ready(self, code: str, match: int, round_: int) -> None:
        for seat in seats(PLAYERS):
            assert (await self.ask(Ready(table=code, seat=seat, match=match, round=round_))).ok

    async def all_play_again(self, code: str, match: int) -> None:
        for seat in seats(PLAYERS):
            assert (await self.ask(Again(table=code, seat=seat, match=match))).ok


async def spread(count: int, over_s: float, what) -> list:  # type: ignore[no-untyped-def, type-arg]
    """Do `what` so often, evenly over a time."""

    async def later(number: int):  # type: ignore[no-untyped-def]
        await asyncio.sleep(number * over_s / count)
        return await what()

    return await asyncio.gather(*(later(number) for number in range(count)))
