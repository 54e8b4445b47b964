"""The timer as a process: it ends when it is told to, and a frozen one does no harm."""

import asyncio
import signal

import pytest

from contracts.subjects import engine
from runtime.keys import lease_due, match_due
from runtime.settings import Settings
from runtime.store import Store
from tests.harness.process import a_process
from tests.timer.conftest import Owners
from tests.timer.dues import a_code, a_lease, put


async def test_a_timer_ends_with_zero(settings: Settings, store: Store) -> None:
    async with a_process("timer", settings) as process:
        process.send_signal(signal.SIGTERM)

        async with asyncio.timeout(10):
            assert await process.wait() == 0


@pytest.mark.parametrize("changed", [{"outage_ms": 400}], indirect=True)
async def test_a_timer_that_froze_and_thaws_lets_no_living_lease_lapse(
    settings: Settings, store: Store, owners: Owners, pulse: None
) -> None:
    lease = a_lease(a_code())
    code = a_code()
    async with a_process("timer", settings) as process:
        await put(store, code, {match_due(code): 0})
        await owners.hear(1)

        await put(store, lease.table, {lease_due(lease.table, 0, lease.connection): 800})
        process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(1.5)
        heard = len(owners.heard)
        process.send_signal(signal.SIGCONT)
        await owners.hear(heard + 1)

    assert {one.subject for one in owners.heard} == {engine(code)}
    assert await store.is_due(lease.table, lease_due(lease.table, 0, lease.connection))
