"""Records, what is due, and outages: every script of the store, on a real one."""

import asyncio

import pytest

from contracts.ids import Position
from runtime.keys import SHARDS, lease_due, match_due, over_due, shard_of, table_due
from runtime.nodes import connect
from runtime.settings import Settings
from runtime.store import RoundOver, Store, next_position
from tests.runtime.conftest import OTHER, SHARD, TABLE, Bench

MATCH, SEATED = match_due(TABLE), table_due(TABLE)
CONNECTION = "0123456789abcdef"
LEASE, OVER = lease_due(TABLE, 2, CONNECTION), over_due(TABLE, 2, CONNECTION)
HERE = (TABLE, 2, CONNECTION)
SLACK = 5_000
"""How many ms a busy machine may take between two lines of a test."""


def about(value: int | None, wanted: int) -> bool:
    return value is not None and wanted - SLACK <= value <= wanted


# commit


async def test_what_is_committed_is_loaded(bench: Bench) -> None:
    position = await bench.commit(body=b'{"hand":"\xc3\xa9"}')

    stored = await bench.store.load("match", TABLE)
    assert (stored.body, stored.position) == (b'{"hand":"\xc3\xa9"}', position)
    assert abs(stored.now - await bench.now()) < SLACK


async def test_a_table_that_is_not_there_has_no_body_and_no_position(bench: Bench) -> None:
    stored = await bench.store.load("match", TABLE)

    assert (stored.body, stored.position, stored.outages) == (None, None, ())


async def test_whoever_expects_another_position_changes_nothing(bench: Bench) -> None:
    first = await bench.commit(body=b"first", due={MATCH: 25_000}, state="playing")
    assert first is not None
    wrong = [
        None,
        Position(version=2, mark=first.mark),
        Position(version=1, mark="00000000"),
    ]
    for expected in wrong:
        assert await bench.commit(expected=expected, body=b"other", due={MATCH: 1}, state="over") is None

    stored = await bench.store.load("match", TABLE)
    assert (stored.body, stored.position) == (b"first", first)
    assert about(await bench.due_in(MATCH), 25_000)
    assert await bench.store.census() == {"playing": 1}


async def test_the_same_commit_again_is_fine_and_changes_nothing(bench: Bench) -> None:
    first = await bench.commit()
    second = next_position(first)
    assert await bench.commit(expected=first, position=second, body=b"second") == second

    assert await bench.commit(expected=first, position=second, body=b"second") == second

    stored = await bench.store.load("match", TABLE)
    assert (stored.body, stored.position) == (b"second", second)


async def test_the_same_commit_again_is_a_conflict_when_others_have_moved_on(bench: Bench) -> None:
    first = await bench.commit()
    second = await bench.commit(expected=first)
    await bench.commit(expected=second)

    assert await bench.commit(expected=first, position=second) is None


async def test_what_was_decided_by_a_time_long_past_is_not_written(bench: Bench, settings: Settings) -> None:
    first = await bench.commit()

    assert await bench.commit(expected=first, read_ms_ago=settings.outage_ms + 1) is None

    assert await bench.commit(expected=first, read_ms_ago=settings.outage_ms // 2) is not None


async def test_what_was_remembered_is_gone_on_from_while_no_outage_came_since(
    bench: Bench, settings: Settings
) -> None:
    first = await bench.commit(due={MATCH: 25_000})
    second = await bench.commit(expected=first, read_ms_ago=0, remembered=())
    assert second is not None
    await bench.let_pulse_be(settings.outage_ms + 1_000)

    assert await bench.commit(expected=second, read_ms_ago=0, remembered=()) is None

    outages = (await bench.store.load("table", TABLE)).outages  # which notices none itself
    assert len(outages) == 1, "whoever comes to write notices it, too"
    assert await bench.commit(expected=second, read_ms_ago=0, remembered=outages) is not None


@pytest.mark.parametrize(("ms_ago", "counts"), [(-1_000, False), (1_000, False), (200, True)])
async def test_what_was_remembered_is_gone_on_from_at_the_right_time_alone(
    bench: Bench, ms_ago: int, counts: bool
) -> None:
    first = await bench.commit()

    written = await bench.commit(expected=first, read_ms_ago=ms_ago, remembered=())

    assert (written is not None) == counts


async def test_of_many_commits_at_once_one_counts(bench: Bench, settings: Settings) -> None:
    first = await bench.commit()

    results = await asyncio.gather(*(bench.commit(expected=first, body=b"%d" % n) for n in range(40)))

    (winner,) = [n for n, position in enumerate(results) if position is not None]
    stored = await bench.store.load("match", TABLE)
    assert (stored.body, stored.position) == (b"%d" % winner, results[winner])


async def test_what_is_due_moves_and_goes_with_the_commit(bench: Bench) -> None:
    first = await bench.commit(due={MATCH: 25_000, LEASE: 22_000})

    second = await bench.commit(expected=first, due={MATCH: 39_000, LEASE: None})

    assert about(await bench.due_in(MATCH), 39_000)
    assert await bench.due_in(LEASE) is None
    await bench.commit(expected=second)
    assert about(await bench.due_in(MATCH), 39_000), "what is not named stays"


async def test_activity_keeps_both_records_of_a_table(bench: Bench, settings: Settings) -> None:
    await bench.commit(kind="table")
    key = f"{{s{SHARD}}}:table:{TABLE}"
    await bench.redis.pexpire(key, 50_000)

    await bench.commit(kind="match")

    assert await bench.redis.pttl(key) > settings.keep_ms - 1_000
    assert await bench.redis.pttl(f"{{s{SHARD}}}:match:{TABLE}") > settings.keep_ms - 1_000


async def test_a_table_that_is_gone_is_known_to_have_been(bench: Bench) -> None:
    await bench.commit()
    await bench.redis.delete(f"{{s{SHARD}}}:match:{TABLE}")

    assert await bench.store.was_here(TABLE)
    assert not await bench.store.was_here(OTHER)


async def test_positions_of_tables_that_are_and_are_not(bench: Bench) -> None:
    position = await bench.commit()

    assert await bench.store.positions("match", [TABLE, OTHER]) == {TABLE: position, OTHER: None}
    assert await bench.store.positions("table", [TABLE]) == {TABLE: None}
    assert await bench.store.positions("match", []) == {}


async def test_positions_of_more_tables_than_one_call_looks_at(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("runtime.store.AT_ONCE", 2)
    tables = [f"7K3MXY5{n}" for n in range(5)]
    stand = {table: await bench.commit(table=table) for table in tables}

    assert await bench.store.positions("match", tables) == stand


async def test_a_request_gets_one_code_however_often_it_is_asked(bench: Bench) -> None:
    codes = await asyncio.gather(*(bench.store.reserve("asked", f"CODE{n:04}", 10_000) for n in range(20)))

    assert len(set(codes)) == 1
    assert await bench.store.reserve("another", OTHER, 10_000) == OTHER


async def test_all_keys_of_a_table_lie_in_one_shard(bench: Bench) -> None:
    await bench.commit(kind="table", due={SEATED: 1})
    first = await bench.commit(due={MATCH: 1})
    await bench.commit(expected=first, over=RoundOver(1, 1, b"{}"))
    await bench.claimed()

    tags = {key.decode().split("}")[0] for key in await bench.redis.keys("*")}
    assert f"{{s{SHARD}" in tags
    assert all(key.decode().startswith("{s") for key in await bench.redis.keys(f"*{TABLE}*"))
    assert len(await bench.redis.keys(f"*{TABLE}*")) == 4
    assert {key.decode().split("}")[0] for key in await bench.redis.keys(f"*{TABLE}*")} == {f"{{s{SHARD}"}


def test_shards_are_where_they_have_always_been() -> None:
    """The number is part of where everything lies; another one loses every table."""
    assert SHARDS == 64
    assert [shard_of(code) for code in ("00000000", "7K3MXY52", "ZZZZZZZZ")] == [3, 49, 49]


# settle


async def test_what_is_due_is_said_anew_for_a_record_that_still_stands(bench: Bench) -> None:
    position = await bench.commit(due={MATCH: 10_000})
    later = (await bench.store.load("match", TABLE)).now + 27_000

    assert await bench.store.settle("match", TABLE, position, MATCH, later)  # type: ignore[arg-type]
    assert about(await bench.due_in(MATCH), 27_000)
    assert await bench.store.settle("match", TABLE, position, MATCH, None)
    assert await bench.due_in(MATCH) is None


async def test_what_is_due_is_left_alone_when_the_record_has_moved_on(bench: Bench) -> None:
    first = await bench.commit()
    await bench.commit(expected=first, due={MATCH: 25_000})

    assert not await bench.store.settle("match", TABLE, first, MATCH, None)
    assert not await bench.store.settle("match", TABLE, None, MATCH, None)
    assert about(await bench.due_in(MATCH), 25_000)


async def test_what_is_due_without_a_record_can_be_taken_away(bench: Bench) -> None:
    await bench.redis.zadd(f"{{s{SHARD}}}:due", {MATCH: 1})

    assert await bench.store.settle("match", TABLE, None, MATCH, None)
    assert await bench.due_in(MATCH) is None


# claim


async def test_only_what_is_due_is_claimed_and_left_to_the_claimer_for_a_while(
    bench: Bench, settings: Settings
) -> None:
    await bench.commit(due={MATCH: -30, SEATED: 55_000})

    (claimed,) = [claimed for claimed in await bench.store.claim(10) if claimed.due]

    assert [due.member for due in claimed.due] == [MATCH]
    assert claimed.now - claimed.due[0].at >= 30
    assert about(await bench.due_in(MATCH), settings.handling_ms)
    assert await bench.claimed() == []
    assert claimed.next_ms is not None
    assert about(claimed.next_ms, settings.handling_ms)


async def test_of_two_timers_one_gets_each_member(bench: Bench, settings: Settings) -> None:
    due = {f"match|{n:08}": -10 for n in range(50)}
    await bench.commit(due=due)
    another = Store(connect(settings), settings)

    claims = await asyncio.gather(*(store.claim(5) for store in [bench.store, another] * 10))

    members = [due.member for claim in claims for shard in claim for due in shard.due]
    assert sorted(members) == sorted(due)
    await another.close()


async def test_no_more_than_asked_for_is_claimed_the_oldest_first(bench: Bench) -> None:
    await bench.commit(due={f"match|{n:08}": -n for n in range(10)})

    members = [due.member for claimed in await bench.store.claim(3) for due in claimed.due]

    assert members == ["match|00000009", "match|00000008", "match|00000007"]


async def test_a_shard_with_nothing_due_has_no_next(bench: Bench) -> None:
    claims = await bench.store.claim(10)

    assert len(claims) == SHARDS
    assert {claimed.next_ms for claimed in claims} == {None}


async def test_a_lease_that_ran_out_is_over_and_cannot_be_renewed(bench: Bench) -> None:
    await bench.commit(due={LEASE: -5})
    await bench.let_watch_be(100)

    assert await bench.claimed() == [OVER]
    assert await bench.due_in(LEASE) is None
    assert await bench.store.is_due(TABLE, OVER)
    assert await bench.store.hold([HERE], closed=False) == [False]


async def test_a_lease_that_ran_out_while_no_moves_could_be_taken_is_whole_again(
    bench: Bench, settings: Settings
) -> None:
    await bench.commit(due={LEASE: -5})
    await bench.let_watch_be(100)
    await bench.let_pulse_be(settings.outage_ms + 1_000)

    assert await bench.claimed() == []
    assert about(await bench.due_in(LEASE), settings.lease_ms)


async def test_a_lease_that_ran_out_while_no_timer_looked_is_whole_again(
    bench: Bench, settings: Settings
) -> None:
    await bench.commit(due={LEASE: -5})
    await bench.let_watch_be(settings.outage_ms + 1_000)

    assert await bench.claimed() == []
    assert about(await bench.due_in(LEASE), settings.lease_ms)


async def test_a_lease_that_ran_out_before_any_timer_looked_is_whole_again(
    bench: Bench, settings: Settings
) -> None:
    await bench.commit(due={LEASE: -5})

    assert await bench.claimed() == []
    assert about(await bench.due_in(LEASE), settings.lease_ms)


async def test_a_lease_that_ran_out_just_after_an_outage_is_whole_again(
    bench: Bench, settings: Settings
) -> None:
    """Its gateway has had no time yet to renew it."""
    await bench.commit(due={LEASE: -5, MATCH: 60_000})
    await bench.let_watch_be(100)
    await bench.let_pulse_be(settings.outage_ms + 1_000)
    assert len(await bench.store.pulse()) == 1

    assert LEASE.replace("lease", "over") not in await bench.claimed()
    assert about(await bench.due_in(LEASE), settings.lease_ms)


async def test_a_turn_is_claimed_whether_or_not_there_is_a_pulse(bench: Bench, settings: Settings) -> None:
    """Its engine knows what an outage gives back."""
    await bench.commit(due={MATCH: -5})
    await bench.let_pulse_be(settings.outage_ms + 1_000)

    assert await bench.claimed() == [MATCH]


# hold


async def test_a_living_lease_is_renewed(bench: Bench, settings: Settings) -> None:
    await bench.commit(due={LEASE: 20_000})

    assert await bench.store.hold([HERE], closed=False) == [True]
    assert about(await bench.due_in(LEASE), settings.lease_ms)


async def test_a_closed_lease_is_shortened_and_never_lengthened(bench: Bench, settings: Settings) -> None:
    await bench.commit(due={LEASE: 55_000})

    assert await bench.store.hold([HERE], closed=True) == [True]
    assert about(await bench.due_in(LEASE), settings.lapse_ms)
    await bench.redis.zadd(f"{{s{SHARD}}}:due", {LEASE: await bench.now() + 10_000})
    assert await bench.store.hold([HERE], closed=True) == [True]
    assert about(await bench.due_in(LEASE), 10_000)


async def test_a_lease_that_was_never_begun_is_not_held(bench: Bench) -> None:
    await bench.commit(due={LEASE: 55_000})

    held = await bench.store.hold([(TABLE, 2, "f" * 16), HERE, (OTHER, 0, CONNECTION)], closed=False)

    assert held == [False, True, False]


# pulse and outages


async def test_a_pulse_in_time_is_no_outage(bench: Bench, settings: Settings) -> None:
    await bench.commit(due={MATCH: 60_000})
    await bench.let_pulse_be(settings.outage_ms - SLACK)

    assert len(await bench.store.pulse()) == 0
    assert await bench.outages() == []


async def test_a_pulse_too_late_is_an_outage_and_every_turn_is_looked_at_again(
    bench: Bench, settings: Settings
) -> None:
    await bench.commit(due={MATCH: 60_000, LEASE: 50_000, SEATED: 40_000})
    await bench.let_pulse_be(13_000)

    assert len(await bench.store.pulse()) == 1

    ((began, ended),) = await bench.outages()
    assert about(began - SLACK, 13_000)
    assert 0 <= ended <= SLACK
    assert await bench.claimed() == [MATCH]


async def test_an_outage_is_noticed_once_by_however_many_engines(bench: Bench, settings: Settings) -> None:
    await bench.commit(due={MATCH: 60_000})
    await bench.let_pulse_be(13_000)
    others = [Store(connect(settings), settings) for _ in range(3)]

    noticed = await asyncio.gather(*(store.pulse() for store in [bench.store, *others]))

    assert sum(map(len, noticed)) == 1
    assert len(await bench.outages()) == 1
    for store in others:
        await store.close()


async def test_an_outage_is_noticed_by_whoever_reads_a_match_first(bench: Bench) -> None:
    """A move may come before the next pulse."""
    await bench.commit(due={MATCH: 60_000})
    await bench.let_pulse_be(13_000)

    stored = await bench.store.load("match", TABLE)

    (outage,) = stored.outages
    assert outage.ended == stored.now
    assert len(await bench.store.pulse()) == 0


async def test_reading_a_table_does_not_hide_an_outage(bench: Bench) -> None:
    """Seating reads tables while no engine lives: somebody arrives, or looks."""
    await bench.commit(due={MATCH: 60_000})
    await bench.let_pulse_be(13_000)

    await bench.store.load("table", TABLE)

    assert len(await bench.store.pulse()) == 1
    ((began, _),) = await bench.outages()
    assert began >= 13_000


async def test_a_shard_with_nothing_due_has_no_outage(bench: Bench) -> None:
    await bench.let_pulse_be(13_000)

    assert len(await bench.store.pulse()) == 0


async def test_a_shard_that_had_nothing_due_begins_with_a_fresh_pulse(bench: Bench) -> None:
    """The pulse from before its rest would look like an outage."""
    await bench.let_pulse_be(3_000_000)

    await bench.commit(due={MATCH: 60_000})

    assert len(await bench.store.pulse()) == 0
    assert await bench.outages() == []


async def test_only_the_last_outages_are_kept(bench: Bench) -> None:
    await bench.commit(due={MATCH: 60_000})
    for _ in range(25):
        await bench.let_pulse_be(11_000)
        assert len(await bench.store.pulse()) == 1

    assert len(await bench.outages()) == 20


# census


async def test_tables_are_counted_by_state(bench: Bench) -> None:
    first = await bench.commit(state="playing")
    await bench.commit(table=OTHER, state="open")
    assert await bench.store.census() == {"playing": 1, "open": 1}

    await bench.commit(expected=first, state=None)
    assert await bench.store.census() == {"playing": 1, "open": 1}, "without a state it stays what it was"

    await bench.commit(kind="table", state="over")
    assert await bench.store.census() == {"over": 1, "open": 1}


async def test_a_table_without_activity_is_counted_no_more(bench: Bench) -> None:
    await bench.commit(state="playing")
    await bench.redis.zadd(f"{{s{SHARD}}}:activity", {TABLE: await bench.now() - 1})

    assert await bench.store.census() == {}


# a store that comes back empty


@pytest.mark.parametrize("call", ["load", "commit", "positions", "claim", "pulse", "hold", "census"])
async def test_a_store_that_forgot_its_functions_is_told_them_again(bench: Bench, call: str) -> None:
    await bench.redis.function_flush()

    match call:
        case "load":
            await bench.store.load("match", TABLE)
        case "commit":
            assert await bench.commit() is not None
        case "positions":
            assert await bench.store.positions("match", [TABLE]) == {TABLE: None}
        case "claim":
            await bench.store.claim(1)
        case "pulse":
            await bench.store.pulse()
        case "hold":
            await bench.store.hold([HERE], closed=False)
        case "census":
            await bench.store.census()


async def test_the_functions_can_be_loaded_by_many_at_once(bench: Bench) -> None:
    await asyncio.gather(*(bench.store.prepare() for _ in range(10)))

    await bench.store.ping()
