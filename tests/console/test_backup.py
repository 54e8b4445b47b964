"""`doublesix backup` and `restore`, on a real store: what comes back, and what is left as it is."""

import asyncio
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from console.stored import understood
from contracts.commands import Answer, Done
from engine.clock import timing, turn_ends
from engine.decide import Command, decide
from engine.desk import Desk
from runtime import keys
from runtime.broker import Broker
from runtime.keys import lease_due, shard_of, table_due
from runtime.operated import OperatedStore, Whole
from runtime.settings import Settings
from tests.console.tables import CODE, Console, Kept, a_table, its_game, match_of
from tests.engine.games import acts, at, expire, ms, next_action, presence
from tests.harness.copies import cluster

MADE_ANEW = ("present", "nobody_since", "rested_at", "turn")
"""What differs in a match that comes back: nobody is there, and its clock stands."""


def a_house(kept: Kept) -> list[str]:
    """Tables of every kind: open, between rounds, in a round with rounds before it, at rest, over."""
    kept.put(a_table("0000000P", "partners", 3, status="open"))
    table = a_table("0000000B", "draw")
    kept.play_round(table, its_game(table, now=kept.now()))
    table = a_table("0000000C", "domna-2", 1, computers=("hard",))
    kept.play(table, its_game(table, now=kept.now()), 3)
    table = a_table("0000000W", "duel", here=(True, False))
    kept.put(table, its_game(table, now=kept.now()))
    table = a_table("0000000R", "partners", 4, here=(False,) * 4)
    game = its_game(table, now=kept.now() - 100_000)
    kept.put(table, replace(game, rested_at=ms(kept.now()), nobody_since=ms(kept.now())))
    table = a_table("0000000V", "draw")
    game = its_game(table, now=kept.now(), target=50)
    while game.match.winner is None:
        game = kept.play_round(table, game)
        if game.match.winner is None:
            after = decide(game, expire(), at(kept.now() + 30_000))
            kept.put(table, after, before=game)
            game = after
    return ["0000000P", "0000000B", "0000000C", "0000000W", "0000000R", "0000000V"]


def test_every_table_comes_back_as_it_was_with_nobody_there_and_its_clock_standing(
    kept: Kept, console: Console, file: Path
) -> None:
    codes = a_house(kept)
    before = {code: kept.whole(code) for code in codes}
    console("backup", file)
    kept.flush()

    console("restore", file)

    for code, was in before.items():
        back = kept.whole(code)
        assert (back.rounds, back.lobby_version, back.match_version) == (
            was.rounds,
            was.lobby_version,
            was.match_version,
        )
        old, new = understood(was), understood(back)
        assert old.lobby is not None
        assert new.lobby is not None
        assert not any(new.lobby.present)
        assert fields(new.lobby, "seats") == fields(old.lobby, "seats")
        assert [seat and fields(seat, "present") for seat in new.lobby.seats] == [
            seat and fields(seat, "present") for seat in old.lobby.seats
        ]
        if old.game is None:
            assert new.game is None
            continue
        assert new.game is not None
        assert fields(new.game, *MADE_ANEW) == fields(old.game, *MADE_ANEW)
        assert new.game.phase == ("over" if old.game.phase == "over" else "resting")
        assert back.state == new.game.phase


def fields(value: Any, *but: str) -> dict[str, Any]:
    return {name: told for name, told in asdict(value).items() if name not in but}


def test_what_has_come_back_once_comes_back_byte_by_byte(kept: Kept, console: Console, file: Path) -> None:
    codes = a_house(kept)
    console("backup", file)
    kept.flush()
    console("restore", file)
    once = [kept.whole(code) for code in codes]
    console("backup", again := file.with_name("again"))
    kept.flush()

    console("restore", again)

    for was, code in zip(once, codes, strict=True):
        back = kept.whole(code)
        assert (back.lobby, back.match, back.rounds, back.state) == (
            was.lobby,
            was.match,
            was.rounds,
            was.state,
        )


def test_nobody_s_time_has_run_meanwhile(kept: Kept, console: Console, file: Path) -> None:
    table = a_table(preset="partners", people=4)
    kept.put(table, its_game(table, now=kept.now() - 10_000))
    console("backup", file)
    kept.flush()
    console("restore", file)

    woken = decide(
        match_of(kept.whole()), presence(*(True,) * 4, seating=99), at(later := kept.now() + 10**9)
    )

    assert woken.turn is not None
    ends = turn_ends(woken.turn, timing(kept.settings).limits(woken.match.rules), ())
    assert ends is not None
    assert 34_000 < ends - later <= 35_000


def test_time_that_was_given_back_to_a_turn_before_stays_its_own(
    kept: Kept, console: Console, file: Path
) -> None:
    table = a_table(preset="partners", people=4)
    now = kept.now()
    kept.put(table, its_game(table, now=now - 60_000))
    key = keys.outages(shard_of(CODE))
    kept.do(lambda store: store._redis.rpush(key, f"{now - 50_000}:{now - 20_000}"))
    console("backup", file)
    kept.flush()

    console("restore", file)

    turn = match_of(kept.whole()).turn
    assert turn is not None
    assert turn.left is not None
    assert 14_000 < turn.left <= 15_000


def test_the_time_until_the_next_deal_stands_still_too(kept: Kept, console: Console, file: Path) -> None:
    table = a_table("7K3MXY52", "partners", 4)
    game = kept.play_round(table, its_game(table, now=kept.now()))
    assert game.between_since is not None
    console("backup", file)
    was = kept.whole()
    kept.flush()
    console("restore", file)

    woken = decide(
        match_of(kept.whole()), presence(*(True,) * 4, seating=99), at(later := kept.now() + 10**9)
    )

    assert woken.between_since is not None
    assert abs((later - woken.between_since) - (was.at - game.between_since)) < 1_000


def test_a_table_that_comes_back_has_no_lease_and_seating_tells_the_engine(
    kept: Kept, console: Console, file: Path
) -> None:
    table = a_table()
    kept.put(table, its_game(table, now=kept.now()))
    console("backup", file)

    console("restore", file, "--replace")

    assert set(kept.whole().due) == {table_due(CODE)}
    assert console.json("show", CODE)["conflicts"] == []


def test_an_acknowledged_move_is_not_played_twice(
    kept: Kept, console: Console, file: Path, settings: Settings
) -> None:
    table = a_table()
    kept.put(table, game := its_game(table, now=kept.now()))
    move = acts(game, next_action(game))
    assert isinstance(said(settings, kept, move), Done)
    console("backup", file)
    kept.flush()
    console("restore", file)
    back = match_of(kept.whole()).match.round.log

    again = said(settings, kept, move)

    assert isinstance(again, Done)
    assert len(back) == 1
    assert match_of(kept.whole()).match.round.log == back


def test_play_goes_on_where_it_was(kept: Kept, console: Console, file: Path, settings: Settings) -> None:
    table = a_table()
    kept.play(table, its_game(table, now=kept.now()), 4)
    console("backup", file)
    kept.flush()
    console("restore", file)
    game = match_of(kept.whole())

    assert isinstance(said(settings, kept, acts(game, next_action(game))), Done)

    after = match_of(kept.whole())
    assert (after.phase, after.match.round.ply) == ("playing", game.match.round.ply + 1)


def said(settings: Settings, kept: Kept, command: Command) -> Answer:
    """What an engine answers."""

    async def handled(store: OperatedStore) -> Answer:
        broker = Broker("engine", settings)
        await broker.start()
        try:
            return await Desk(store, broker, timing(settings)).handle(command)
        finally:
            broker.ending = True
            await broker.stop()

    return kept.do(handled)


def test_who_asks_again_to_open_a_table_gets_the_one_that_came_back(
    kept: Kept, console: Console, file: Path
) -> None:
    table = a_table(status="open")
    kept.put(table)
    console("backup", file)
    kept.flush()

    console("restore", file)

    assert kept.do(lambda store: store.reserve(table.request, "0000000Z", 1_000)) == CODE


def test_a_table_that_is_there_is_not_overwritten_unasked(kept: Kept, console: Console, file: Path) -> None:
    table = a_table()
    game = its_game(table, now=kept.now())
    kept.put(table, game)
    kept.put(a_table("0000000P", status="open"))
    console("backup", file)
    kept.do(lambda store: store._redis.delete(keys.record("table", "0000000P")))
    kept.play(table, game, 3)
    was = replace(kept.whole(), at=ms(0))

    refused = console("restore", file, ends=1)

    assert f"{CODE}: there already" in refused.stderr
    assert replace(kept.whole(), at=ms(0)) == was
    assert kept.whole("0000000P").is_nothing, "all or nothing"


def test_a_table_goes_back_when_it_is_said_and_whoever_was_shown_another_sees_it(
    kept: Kept, console: Console, file: Path
) -> None:
    table = a_table()
    game = its_game(table, now=kept.now())
    kept.put(table, game)
    console("backup", file)
    before = kept.do(lambda store: store.positions("match", [CODE]))[CODE]
    kept.play(table, game, 3)

    console("restore", file, "--replace")

    back = kept.do(lambda store: store.positions("match", [CODE]))[CODE]
    assert back is not None
    assert before is not None
    assert (back.version, back.mark == before.mark) == (before.version, False)
    assert match_of(kept.whole()).match.round.log == ()
    assert lease_due(CODE, 0, f"{0:016x}") not in kept.whole().due


def test_one_table_of_many_is_written_and_put_back(kept: Kept, console: Console, file: Path) -> None:
    codes = [f"0000000{letter}" for letter in "ABC"]
    for code in codes:
        kept.put(a_table(code, status="open"))
    console("backup", one := file.with_name("one"), "--table", "0000000B", "--table", "0000000b")
    console("backup", file)
    kept.flush()

    console("restore", one)
    console("restore", file, "--table", "0000000c")

    assert [kept.whole(code).is_nothing for code in codes] == [True, False, False]
    assert "it has no table 0000000A" in console("restore", one, "--table", "0000000A", ends=2).stderr
    assert (
        "There is no table 0000000A"
        in console("backup", file.with_name("x"), "--table", "0000000A", ends=2).stderr
    )


def test_what_a_later_release_has_stored_is_left_out_and_named(
    kept: Kept, console: Console, file: Path
) -> None:
    kept.put(a_table(status="open"))
    kept.put(a_table("0000000P", status="open"))
    kept.do(lambda store: store._redis.hset(keys.record("table", CODE), "body", b'{"schema":99}'))
    console("backup", file)
    kept.flush()

    refused = console("restore", file, ends=1)

    assert f"{CODE} was left out: the table was stored by a later release" in refused.stderr
    assert (kept.whole().is_nothing, kept.whole("0000000P").is_nothing) == (True, False)


def test_each_table_is_written_as_it_stood_at_one_moment(kept: Kept, settings: Settings) -> None:
    """Rounds are over in the same step in which the match says so: taken apart they would differ."""
    table = a_table()
    game = its_game(table, now=kept.now())
    kept.put(table, game)
    taken: list[Whole] = []

    async def take(store: OperatedStore) -> None:
        while not over.is_set():
            taken.append(await store.take(CODE))
            await asyncio.sleep(0)

    over = asyncio.Event()

    async def both(store: OperatedStore) -> None:
        taking = asyncio.create_task(take(store))
        now, before = await store.now(), game
        while (round_ := before.match.round).end is None or round_.number < 3:
            between = round_.end is not None
            command = expire() if between else acts(before, next_action(before))
            now += 30_000
            after = decide(before, command, at(now))
            await kept._put_match(store, after, before)
            before = after
            if before.match.winner is not None:
                break
        over.set()
        await taking

    kept.do(both)

    assert len(taken) > 10
    for whole in taken:
        results = match_of(whole).match.results
        assert [one.round for one in whole.rounds] == [result.number for result in results]


def test_tables_of_a_cluster_come_back(tmp_path: Path) -> None:
    file = tmp_path / "tables"
    with cluster() as copies:
        settings = Settings(store_url=copies.url, renew_ms=50)
        kept, console = Kept(settings), Console(settings)
        codes = [f"{number:08d}" for number in range(8)]
        for code in codes:
            kept.put(a_table(code, status="open"))
        console("backup", file)
        for node in copies.primaries():
            node.redis.flushall()

        console("restore", file)

        assert [row["code"] for row in console.json("tables", "--sort", "code")["tables"]] == codes
