"""A computer player's turn, from the engine's word to the move that it hears, on real NATS."""

import asyncio
import signal
import time
from collections.abc import AsyncIterator
from random import Random
from typing import NoReturn

import pytest
from structlog.testing import capture_logs

from bots import levels
from bots.budget import Budget
from bots.delay import human_like
from bots.thinking import Choose, Thinker
from contracts.commands import ComputerTurn, Place
from contracts.lobby import Level
from contracts.subjects import bot_event
from rules.actions import Action
from rules.ruleset import RuleSet
from rules.view import SeatView
from runtime import metrics
from runtime.settings import Settings
from tests.bots.positions import turns
from tests.bots.service import Engine, bots, turns_counted, turns_waiting
from tests.bots.turns import FIVES, a_turn, some_turns, turn_of
from tests.harness.process import a_process
from tests.rules.tables import TABLES, Table


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """No time is lost with seeming human, unless a test says so."""
    return settings.model_copy(update={"bot_delay_min_ms": 1, "bot_delay_max_ms": 2})


@pytest.fixture
async def engine(settings: Settings) -> AsyncIterator[Engine]:
    async with Engine.of(settings) as engine:
        yield engine


# one turn


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_turn_is_on_the_wire_what_it_was(table: Table) -> None:
    for match in turns(table, Random(f"wire at {table}"), rounds=1):
        turn = turn_of(match, "hard")

        assert ComputerTurn.model_validate_json(turn.model_dump_json()) == turn


@pytest.mark.parametrize("level", levels.LEVELS)
async def test_a_computer_player_plays_what_is_allowed_and_says_at_which_ply(
    settings: Settings, engine: Engine, level: Level
) -> None:
    counted = turns_counted()
    async with bots(settings):
        for match in turns(FIVES, Random(f"{level} on the wire"), rounds=1):
            turn, before = turn_of(match, level), len(engine.heard)
            await engine.tell(turn)
            move = (await engine.hear(before + 1))[-1].move.move

            assert (move.table, move.seat, move.match) == (turn.table, match.round.turn, match.number)
            assert (move.round, move.ply) == (match.round.number, match.round.ply)
            assert move.type == turn.view.must
            if isinstance(move, Place):
                options = {(str(option.tile), option.end) for option in turn.view.legal}
                assert (move.tile, move.end) in options

    assert counted("accepted") == len(engine.heard)


async def test_a_move_without_an_answer_is_said_again_word_for_word(
    settings: Settings, engine: Engine
) -> None:
    engine.deaf = 2
    counted = turns_counted()
    async with bots(settings.model_copy(update={"request_ms": 100})):
        await engine.tell(a_turn())

        heard = await engine.hear(3)

    assert len({one.body for one in heard}) == 1
    assert counted("accepted") == 1


async def test_a_move_that_comes_too_late_is_refused_and_that_is_all(
    settings: Settings, engine: Engine
) -> None:
    engine.refuses = "stale_ply"
    counted = turns_counted()
    async with bots(settings):
        await engine.tell(a_turn())
        await engine.hear(1)

    assert counted("stale_ply") == 1
    assert len(engine.heard) == 1


# the delay


@pytest.mark.parametrize(
    ("level", "must"),
    [("hard", "place"), ("hard", "draw"), ("hard", "pass"), ("medium", "draw"), ("easy", "place")],
)
async def test_every_kind_of_move_comes_after_the_same_time(
    settings: Settings, engine: Engine, level: Level, must: str
) -> None:
    """Thinking is within the delay, not beside it."""
    async with bots(settings, thinks_for(0.5), delay=lambda: 0.6):
        told = await engine.tell(a_turn(level, must))

        heard = await engine.hear(1)

    assert 0.59 <= heard[0].at - told < 1.0


async def test_the_delay_is_drawn_before_anything_is_thought(settings: Settings, engine: Engine) -> None:
    order: list[str] = []

    def drawn() -> float:
        order.append("delay")
        return 0.01

    def thought(level: Level, view: SeatView, rules: RuleSet, budget: Budget) -> Action:
        order.append("thought")
        return levels.action(level, view, rules, budget)

    async with bots(settings, thought, drawn):
        await engine.tell(a_turn())
        await engine.hear(1)

    assert order == ["delay", "thought"]


def test_delays_lie_anywhere_between_the_least_and_the_most() -> None:
    delay = human_like(700, 1_800)

    drawn = [delay() for _ in range(2_000)]

    assert 0.7 <= min(drawn) < 0.75
    assert 1.75 < max(drawn) <= 1.8


# faults


async def test_a_level_that_fails_costs_its_own_turn_only_and_no_tile_is_logged(
    settings: Settings, engine: Engine
) -> None:
    bad, good = a_turn("hard"), a_turn("easy")
    held = [str(tile) for tile in bad.view.hand]

    def fails(level: Level, view: SeatView, rules: RuleSet, budget: Budget) -> Action:
        if level == "hard":
            raise ValueError(f"cannot decide between {held} of {view}")
        return levels.action(level, view, rules, budget)

    counted = turns_counted()
    with capture_logs() as logs:
        async with bots(settings, fails):
            await engine.tell(bad, good)
            heard = await engine.hear(1)

    assert [one.move.move.table for one in heard] == [good.table]
    assert (counted("failed"), counted("accepted")) == (1, 1)
    assert [(log["event"], log["error"]) for log in logs] == [("a level failed", "ValueError")]
    assert "test_service.py" in logs[0]["at"]
    assert not any(tile in str(logs) for tile in held)


async def test_a_turn_that_cannot_be_read_is_passed_over_and_not_shown(
    settings: Settings, engine: Engine
) -> None:
    turn = a_turn()
    garbled = turn.model_dump_json().replace('"level"', '"strength"')
    with capture_logs() as logs:
        async with bots(settings):
            await engine.say(garbled.encode(), bot_event(turn.table, 0))
            await engine.tell(turn)
            await engine.hear(1)

    assert [log["event"] for log in logs] == ["a turn cannot be read"]
    assert not any(str(tile) in str(logs) for tile in turn.view.hand)


async def test_a_thought_that_never_ends_ends_the_process(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing can end a thread; and whoever keeps the process alive starts another one."""

    class Ended(BaseException):
        pass

    def end(status: int) -> NoReturn:
        raise Ended(status)

    monkeypatch.setattr("bots.thinking.os._exit", end)
    monkeypatch.setattr("bots.thinking.PATIENCE", 0.05)
    thinker = Thinker(settings, thinks_for(1.0))
    await thinker.start()
    with capture_logs() as logs:
        waiting = asyncio.create_task(thinker.think(a_turn("hard"), due=0.0, stale=float("inf")))
        assert thinker._running is not None
        with pytest.raises(Ended):
            await asyncio.wait_for(thinker._running, 5)

    with pytest.raises(RuntimeError):
        await thinker.check()
    assert [log["event"] for log in logs] == ["a thought never ends; this process does"]
    assert not waiting.done()
    waiting.cancel()


async def test_the_loop_goes_on_while_a_level_thinks(settings: Settings, engine: Engine) -> None:
    """Whatever NATS asks of the process meanwhile, such as a pong, is answered."""
    loop, gaps = asyncio.get_running_loop(), []
    async with bots(settings, computes_for(1.0)):
        last = await engine.tell(a_turn("hard"))
        while not engine.heard and len(gaps) < 2_000:
            await asyncio.sleep(0.005)
            gaps.append(loop.time() - last)
            last = loop.time()

    assert 20 < len(gaps) < 2_000
    assert max(gaps) < 0.9


async def test_nothing_of_a_hand_is_in_the_metrics(settings: Settings, engine: Engine) -> None:
    async with bots(settings):
        await engine.tell(*some_turns(5, "medium"))
        await engine.hear(5)

    labels = {
        (name, value)
        for metric in metrics.REGISTRY.collect()
        for sample in metric.samples
        if sample.name.startswith("doublesix_bot")
        for name, value in sample.labels.items()
    }
    assert {name for name, _ in labels} <= {"level", "outcome", "le"}
    assert {value for name, value in labels if name == "level"} <= set(levels.LEVELS)


# many turns, many bots


async def test_two_instances_share_the_turns_and_play_each_once(settings: Settings, engine: Engine) -> None:
    told = list(some_turns(60, "easy"))
    played: dict[str, int] = {"one": 0, "other": 0}

    def by(name: str, level: Level, view: SeatView, rules: RuleSet, budget: Budget) -> Action:
        played[name] += 1
        return levels.action(level, view, rules, budget)

    async with (
        bots(settings, lambda *asked: by("one", *asked)),
        bots(settings, lambda *asked: by("other", *asked)),
    ):
        await engine.tell(*told)
        await engine.hear(len(told))

    assert engine.moves.keys() == {turn.table for turn in told}
    assert min(played.values()) > 10
    assert sum(played.values()) == len(told)


async def test_of_fifty_turns_at_once_none_comes_late(settings: Settings, engine: Engine) -> None:
    """With what is set by default: fifty whole thoughts of hard would take seven seconds.

    On a machine that does much else some are dropped; never many, since thoughts are shorter then.
    """
    usual = settings.model_copy(
        update={"bot_delay_min_ms": 700, "bot_delay_max_ms": 1_800, "bot_budget_ms": 150}
    )
    told = list(some_turns(50, "hard"))
    counted = turns_counted()
    async with bots(usual):
        began = await engine.tell(*told)
        await engine.hear(40)

    assert engine.moves.keys() <= {turn.table for turn in told}
    assert counted("accepted") + counted("stale") == 50
    assert counted("accepted") == len(engine.moves) >= 40
    assert max(one.at for one in engine.heard) - began < usual.bot_stale_ms / 1000 + 0.5
    assert turns_waiting() == 0


async def test_turns_that_cannot_be_played_in_time_are_left_to_the_table(
    settings: Settings, engine: Engine
) -> None:
    """A level that keeps to no budget: fifty turns would take five seconds."""
    short = settings.model_copy(update={"bot_stale_ms": 1_000})
    counted = turns_counted()
    async with bots(short, thinks_for(0.1)):
        began = await engine.tell(*some_turns(50, "hard"))
        await engine.hear(5)

    assert counted("accepted") + counted("stale") == 50
    assert counted("accepted") == len(engine.moves) >= 5
    assert counted("stale") > 30
    assert max(one.at for one in engine.heard) - began < 3.0


# the end


async def test_a_process_that_is_told_to_end_plays_the_turns_that_came(
    settings: Settings, engine: Engine
) -> None:
    slow = settings.model_copy(
        update={"bot_delay_min_ms": 1_000, "bot_delay_max_ms": 1_001, "drain_ms": 5_000}
    )
    told = list(some_turns(5, "hard"))
    async with a_process("bots", slow) as process:
        await asyncio.sleep(0.2)  # nats-py says a little later than "ready" what it listens to
        came = await engine.tell(*told)
        await asyncio.sleep(0.3)
        process.send_signal(signal.SIGTERM)
        signalled = asyncio.get_running_loop().time()

        async with asyncio.timeout(20):
            assert await process.wait() == 0

    assert engine.moves.keys() == {turn.table for turn in told}
    assert signalled < came + 1.0 <= max(one.at for one in engine.heard)


async def test_a_drain_lets_go_of_what_takes_too_long(settings: Settings, engine: Engine) -> None:
    hurry = settings.model_copy(update={"drain_ms": 200})
    loop = asyncio.get_running_loop()
    async with bots(hurry, delay=lambda: 30.0) as desk:
        await engine.tell(*some_turns(3, "easy"))
        await asyncio.sleep(0.2)
        began = loop.time()

        await desk.finish()

        assert loop.time() - began < 5.0
    assert engine.heard == []
    assert turns_waiting() == 0


def thinks_for(seconds: float) -> Choose:
    """A level that takes so long, whatever its budget."""

    def choose(level: Level, view: SeatView, rules: RuleSet, budget: Budget) -> Action:
        time.sleep(seconds)
        return levels.action("easy", view, rules, budget)

    return choose


def computes_for(seconds: float) -> Choose:
    """A level that keeps a core busy so long, whatever its budget."""

    def choose(level: Level, view: SeatView, rules: RuleSet, budget: Budget) -> Action:
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            sum(range(1_000))
        return levels.action("easy", view, rules, budget)

    return choose
