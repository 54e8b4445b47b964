"""A round that ends while its engine is killed: it is kept, once, and is what it was."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator

import pytest

from contracts import subjects
from contracts.commands import Done, RoundAsked, RoundsAsked, answer
from contracts.rounds import RoundRecord, RoundsKept
from engine.desk import Desk
from runtime.ask import ask
from runtime.broker import Broker
from runtime.settings import Settings
from runtime.store import Store
from tests.engine.conftest import an_engine
from tests.engine.games import TABLE, acts, next_action
from tests.engine.test_archive import before_the_end
from tests.engine.test_desk import the_game
from tests.engine.test_kept import same_as_shown

pytestmark = pytest.mark.slow


@pytest.fixture
async def dying(settings: Settings) -> AsyncIterator[asyncio.subprocess.Process]:
    """A process of its own, which takes commands."""
    env = {
        **os.environ,
        "DOUBLESIX_NATS_URL": settings.nats_url,
        "DOUBLESIX_STORE_URL": settings.store_url,
        "DOUBLESIX_LOG_FORMAT": "text",
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.engine.dying", env=env, stderr=asyncio.subprocess.PIPE
    )
    assert process.stderr is not None
    async with asyncio.timeout(30):
        while b"ready" not in (line := await process.stderr.readline()):
            assert line, "the engine ended before it began"
    yield process
    if process.returncode is None:
        process.kill()
    await process.wait()


async def test_a_round_is_kept_once_when_its_engine_is_killed_between_commit_and_answer(
    settings: Settings, store: Store, desk: Desk, outside: Broker, dying: asyncio.subprocess.Process
) -> None:
    last = await before_the_end(desk, store)
    patient = settings.model_copy(update={"answer_ms": 30_000})

    asking = asyncio.create_task(ask(outside, subjects.engine(TABLE), acts(last, next_action(last)), patient))

    async with asyncio.timeout(30):
        assert await dying.wait() == -signal.SIGKILL
    ended, _ = await the_game(store)
    assert ended.match.round.end is not None, "it was committed"
    assert not asking.done(), "and nobody has heard of it"

    async with an_engine(settings, store):
        accepted = answer.validate_json((await asking).body)
        kept = await ask(outside, subjects.ENGINE_ROUNDS, RoundsAsked(table=TABLE), patient)
        shown = await ask(outside, subjects.ENGINE_ROUND, RoundAsked(table=TABLE, match=1, round=1), patient)

    assert isinstance(accepted, Done)
    assert [(one.match, one.round) for one in RoundsKept.model_validate_json(kept.body).rounds] == [(1, 1)]
    same_as_shown(RoundRecord.model_validate_json(shown.body), ended)
