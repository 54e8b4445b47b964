"""RULES 5, Clock: it plays in time, once, and not for time in which the platform could not take moves."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

from engine.clock import after
from runtime.keys import shard_of
from runtime.store import Outage
from tests.harness.percentile import percentile
from tests.harness.platform import Platform
from tests.platform import lateness, races
from tests.platform.engines import Engines
from tests.platform.eye import Eye, now_ms
from tests.platform.people import Person, go, in_a_match

TURN, LEASE, OUTAGE, PULSE = 5_000, 2_800, 2_000, 250
"""Milliseconds. An outage is one from 2 s on, as it is in earnest."""
LOST_S, BRIEF_S = 3.2, 0.5
"""Seconds for which something is away: longer than a lease, and shorter than an outage."""
SLACK = 2_000
"""Milliseconds that a busy machine may add to when something is noticed."""

ENV = {
    "DOUBLESIX_TURN_MS": str(TURN),
    "DOUBLESIX_LEASE_MS": str(LEASE),
    "DOUBLESIX_RENEW_MS": "700",
    "DOUBLESIX_OUTAGE_MS": str(OUTAGE),
    "DOUBLESIX_PULSE_MS": str(PULSE),
    "DOUBLESIX_REQUEST_MS": "500",
    "DOUBLESIX_POSITIONS_MS": "700",
    "DOUBLESIX_TABLES_PER_MINUTE": "10000",
}


# in time, and once: the small version of what the two scripts measure


@pytest.fixture(scope="module")
def hasty() -> Iterator[Platform]:
    """Turns are over nearly at once."""
    with Platform(timers=2, engines=2, env=races.ENV) as platform:
        yield platform


def test_the_clock_plays_soon_after_a_turn_is_over(hasty: Platform) -> None:
    """How soon is measured by `python -m tests.platform.lateness`, on a machine that does only that."""
    late = asyncio.run(lateness.measure(hasty, timeouts=60, tables=20, turn=races.TURN))

    assert len(late.stored) >= 40
    assert min(late.stored) >= 0, "never too soon"
    assert percentile(late.heard, 0.5) < 4 * lateness.PROMISED, "which leaves room for a busy machine"


def test_a_turn_is_ended_by_the_player_or_by_the_clock_and_the_answer_says_which(hasty: Platform) -> None:
    score = asyncio.run(races.run(hasty, races=150, tables=10, seed=1))

    assert score.faults == []
    assert score.races == 150
    assert score.wins["player"]
    assert score.wins["clock"]


# outages


@pytest.fixture(scope="module")
def platform() -> Iterator[Platform]:
    with Platform(engines=2, timers=2, env=ENV) as platform:
        yield platform


@contextmanager
def frozen(platform: Platform, *services: str) -> Iterator[None]:
    """Every process of these services stands still meanwhile."""
    for service in services:
        for index in range(len(platform.programs(service))):
            platform.freeze(service, index)
    try:
        yield
    finally:
        platform.thaw()


async def outages(eye: Eye, code: str) -> list[Outage]:
    """What the store has noted of outages where this table lies."""
    rows = await eye._redis.lrange(f"{{s{shard_of(code)}}}:outages", 0, -1)
    return [Outage(*map(int, row.decode().split(":"))) for row in rows]  # type: ignore[arg-type]


async def until_noted(eye: Eye, code: str, since: int) -> Outage:
    """Wait until an outage after this moment has been noted; return it."""
    async with asyncio.timeout(20):
        while True:
            with suppress(OSError):
                found = [outage for outage in await outages(eye, code) if outage.ended >= since]
                if found:
                    return found[-1]
            await asyncio.sleep(0.05)


def never_away(eye: Eye, code: str, since: int) -> bool:
    tables = [seen.table for seen in eye.tables[code] if seen.at >= since]
    return all(seat["present"] for table in tables for seat in table["seats"])


async def until_played(eye: Eye, people: list[Person], ply: int) -> int:
    """Wait until the clock has played at this ply; return when that was heard."""
    game = await eye.until(people[0].code, lambda game: game.match.round.ply > ply)
    assert game.by[ply] == "clock"
    return now_ms()


@pytest.mark.parametrize("what", ["nats", "valkey", "engine"])
async def test_time_in_which_no_move_could_be_taken_is_given_back(platform: Platform, what: str) -> None:
    async with Eye.open(platform) as eye:
        people = await in_a_match(platform.urls)
        code = people[0].code
        game, due = await eye.game_with_due(code)
        assert game.turn is not None
        assert due == game.turn.began + TURN

        froze_at = now_ms()
        with frozen(platform, what):
            all_froze_at = now_ms()
            await asyncio.sleep(LOST_S)
        lost = await until_noted(eye, code, since=all_froze_at + int(LOST_S * 1000) - 500)

        assert lost.ended - lost.began >= LOST_S * 1000 - PULSE
        assert froze_at - PULSE - SLACK <= lost.began <= all_froze_at + 100
        ends = after(game.turn.began, TURN, [lost])
        assert ends - due >= LOST_S * 1000 - PULSE
        await eye.until(code, lambda now: now.turn == game.turn)
        await asyncio.gather(
            *(person.until(lambda p=person: shown_end(p) >= ends - 100) for person in people)
        )

        heard = await until_played(eye, people, game.match.round.ply)
        assert 0 <= heard - ends <= SLACK
        assert never_away(eye, code, since=froze_at)
        await go(people)


def shown_end(person: Person) -> int:
    """When the turn ends, as a player was shown last."""
    clock = (person.view or {})["round"]["clock"]
    return 0 if clock is None else int(person.viewed_at + clock["left_ms"])


async def test_time_in_which_every_engine_was_dead_is_given_back(platform: Platform) -> None:
    """They are started again, and killed again, until that is an outage."""
    async with Eye.open(platform) as eye:
        people = await in_a_match(platform.urls)
        code = people[0].code
        game, due = await eye.game_with_due(code)
        assert game.turn is not None
        killed_at = now_ms()
        while now_ms() < killed_at + OUTAGE + 500:
            platform.kill("engine", 0)
            platform.kill("engine", 1)
            await asyncio.sleep(0.1)

        lost = await until_noted(eye, code, since=killed_at + OUTAGE)

        ends = after(game.turn.began, TURN, [lost])
        assert due is not None
        assert ends - due >= OUTAGE
        heard = await until_played(eye, people, game.match.round.ply)
        assert 0 <= heard - ends <= SLACK
        assert never_away(eye, code, since=killed_at)
        await go(people)


async def test_while_one_engine_lives_there_is_no_outage(platform: Platform) -> None:
    async with Eye.open(platform) as eye:
        people = await in_a_match(platform.urls)
        code = people[0].code
        game, due = await eye.game_with_due(code)
        before = await outages(eye, code)
        platform.freeze("engine", 0)
        try:
            heard = await until_played(eye, people, game.match.round.ply)
        finally:
            platform.thaw()

        assert due is not None
        assert 0 <= heard - due <= SLACK + 2_000, "half of what timers say goes to the one that stands still"
        assert await outages(eye, code) == before
        await go(people)


async def test_a_brief_silence_is_not_given_back(platform: Platform) -> None:
    async with Eye.open(platform) as eye:
        people = await in_a_match(platform.urls)
        code = people[0].code
        game, due = await eye.game_with_due(code)
        before = await outages(eye, code)
        for what in ("nats", "valkey", "engine"):
            with frozen(platform, what):
                await asyncio.sleep(BRIEF_S)
            await asyncio.sleep(BRIEF_S)

        heard = await until_played(eye, people, game.match.round.ply)

        assert await outages(eye, code) == before
        assert due is not None
        assert 0 <= heard - due <= SLACK
        await go(people)


async def test_without_timers_turns_last_longer_but_nothing_is_given_back_and_nobody_is_away(
    platform: Platform,
) -> None:
    """A turn goes on until somebody ends it, and moves are taken as ever: that is no outage."""
    async with Eye.open(platform) as eye:
        people = await in_a_match(platform.urls)
        code = people[0].code
        game, due = await eye.game_with_due(code)
        assert due is not None
        before = await outages(eye, code)
        froze_at = now_ms()
        with frozen(platform, "timer"):
            await asyncio.sleep(max(LEASE / 1000 + 1, (due + 1_000 - now_ms()) / 1000))
            stood = await eye.game(code)
        heard = await until_played(eye, people, game.match.round.ply)

        assert stood is not None
        assert (stood.match, stood.turn) == (game.match, game.turn)
        assert heard - due >= 1_000
        assert await outages(eye, code) == before
        await asyncio.sleep(LEASE / 1000)
        assert never_away(eye, code, since=froze_at)
        await go(people)


async def test_a_look_at_a_table_does_not_hide_that_no_engine_lives(platform: Platform) -> None:
    """Somebody who reloads a page, all the while, proves only that seating lives."""
    async with Eye.open(platform) as eye, Engines.of(platform):
        people = await in_a_match(platform.urls)
        code = people[0].code
        froze_at = now_ms()
        with frozen(platform, "engine"):
            thaws_at = froze_at + int(LOST_S * 1000)
            while now_ms() < thaws_at:
                answer = await people[0]._http.get(f"{platform.urls[0]}/api/tables/{code}")
                assert answer.status_code == 200
                await asyncio.sleep(0.2)

        lost = await until_noted(eye, code, since=thaws_at - 500)

        assert lost.ended - lost.began >= LOST_S * 1000 - PULSE
        await go(people)
