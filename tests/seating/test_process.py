"""Seating as a process: it starts, it ends when it is told to, and it can be killed."""

import asyncio
import signal

import pytest

from contracts.commands import Begin, Expire
from runtime.keys import table_due
from runtime.settings import Settings
from runtime.store import Store, next_position
from tests.harness.process import a_process
from tests.seating.house import FakeEngine, Guest, Refused, a_gateway
from tests.seating.test_starting import is_playing, settled


async def test_seating_ends_with_zero_and_answers_what_came_before(settings: Settings, store: Store) -> None:
    async with a_gateway(settings, store) as house, a_process("seating", settings) as process:
        code = await house.opens(Guest("Amal"))
        joins = [asyncio.create_task(house.looks(code)) for _ in range(200)]
        await asyncio.sleep(0)

        async with a_process("seating", settings):
            process.send_signal(signal.SIGTERM)
            seen = await asyncio.gather(*joins)

            assert {answer.table.code for answer in seen} == {code}
            async with asyncio.timeout(20):
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


async def test_seating_tells_the_engine_what_is_owed_before_it_ends(settings: Settings, store: Store) -> None:
    async with a_gateway(settings, store) as house, FakeEngine().running(settings) as engine:
        async with a_process("seating", settings) as process:
            code, (host, *_) = await house.full_table()
            engine.is_out()
            await house.starts(code, host)

            process.send_signal(signal.SIGTERM)
            await engine.told_of(Begin, times=4)
            engine.is_back()
            await process.wait()

        assert await house.event(is_playing)
        assert not await store.is_due(code, table_due(code))


async def test_a_fault_is_logged_without_any_secret(settings: Settings, store: Store) -> None:
    async with a_gateway(settings, store) as house, a_process("seating", settings) as process:
        guest = Guest("Basim")
        code = await house.opens(Guest("Amal"))
        standing = await store.load("table", code)
        position = next_position(standing.position)
        assert await store.commit(
            "table",
            code,
            expected=standing.position,
            position=position,
            body=b"no table",
            state=None,
            due={},
        )

        with pytest.raises(Refused, match="internal"):
            await house.sits(code, guest)

        process.send_signal(signal.SIGTERM)
        assert process.stderr is not None
        logged = (await process.stderr.read()).decode()
        assert "NotASnapshot" in logged
        assert guest.player not in logged
