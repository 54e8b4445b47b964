"""Seating as a process: it starts, it ends when it is told to, and it can be killed."""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from contracts.commands import Begin, Expire
from runtime.settings import Settings
from runtime.store import Store, table_due
from tests.seating.house import FakeEngine, Guest, a_gateway
from tests.seating.test_starting import is_playing, settled


@asynccontextmanager
async def a_process(service: str, settings: Settings) -> AsyncIterator[Process]:
    """A service with these settings, once it is ready."""
    set_ = settings.model_dump(include={"nats_url", "store_url", "handling_ms", "request_ms", "answer_ms"})
    environment = {f"DOUBLESIX_{name.upper()}": str(value) for name, value in set_.items()}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", service, env={**os.environ, **environment}, stderr=PIPE
    )
    assert process.stderr is not None
    try:
        async with asyncio.timeout(20):
            while b'"ready"' not in (line := await process.stderr.readline()):
                assert line, "it ended"
        yield process
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def test_seating_ends_with_zero_and_answers_what_came_before(settings: Settings, store: Store) -> None:
    async with a_gateway(settings, store) as house, a_process("seating", settings) as process:
        code = await house.opens(Guest("Amal"))
        joins = [asyncio.create_task(house.looks(code)) for _ in range(200)]
        await asyncio.sleep(0)

        async with a_process("seating", settings):
            process.send_signal(signal.SIGTERM)
            seen = await asyncio.gather(*joins)

            assert {answer.table.code for answer in seen} == {code}
            async with asyncio.timeout(10):
                assert await process.wait() == 0


async def test_a_start_survives_the_death_of_seating(settings: Settings, store: Store) -> None:
    async with a_gateway(settings, store) as house:
        async with a_process("seating", settings) as process:
            code, (host, *_) = await house.full_table()
            await house.starts(code, host)
            process.kill()
            await process.wait()

        assert await store.is_due(code, table_due(code))
        async with FakeEngine().running(settings) as engine, a_process("seating", settings):
            await house.tell(Expire(table=code))

            await engine.told_of(Begin)
            await house.event(is_playing)
            await settled(store, code)
