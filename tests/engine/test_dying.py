"""A round that ends while its engine is killed: it is kept, once, and is what it was."""

import asyncio
import signal

import pytest

from contracts import subjects
from contracts.commands import Done, RoundAsked, RoundsAsked, answer
from contracts.rounds import RoundRecord, RoundsKept
from runtime.ask import ask
from runtime.broker import Broker
from runtime.settings import Settings
from runtime.store import Store
from tests.engine.conftest import an_engine
from tests.engine.games import TABLE, acts, next_action
from tests.engine.test_archive import before_the_end
from tests.engine.test_desk import the_game
from tests.engine.test_kept import same_as_shown
from tests.harness.process import a_process

pytestmark = pytest.mark.slow


async def test_a_round_is_kept_once_when_its_engine_is_killed_between_commit_and_answer(
    settings: Settings, store: Store, outside: Broker
) -> None:
    last = await before_the_end(store)
    command = acts(last, next_action(last))
    patient = settings.model_copy(update={"answer_ms": 30_000})

    async with a_process("tests.engine.dying", settings) as dying, asyncio.timeout(30):
        asking = asyncio.create_task(ask(outside, subjects.engine(TABLE), command, patient))
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
