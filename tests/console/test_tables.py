"""`doublesix tables`, on a real store."""

import time

from console.rows import Order, Row, ordered, wanted
from runtime import keys
from runtime.keys import shard_of
from runtime.operated import OperatedStore
from runtime.settings import Settings
from tests.console.tables import CODE, SECRETS, Console, Kept, a_table, its_game
from tests.harness.copies import cluster

MANY = 10_000


def test_a_table_is_one_line_with_who_is_there_and_how_far_it_is(kept: Kept, console: Console) -> None:
    table = a_table(here=(True, False))
    kept.play(table, its_game(table, now=kept.now()), 3)

    (row,) = console.json("tables")["tables"]

    told = {name: row[name] for name in ("code", "game", "state", "seats", "filled", "people", "connected")}
    assert told == {
        "code": CODE,
        "game": "draw",
        "state": "playing",
        "seats": 2,
        "filled": 2,
        "people": 2,
        "connected": 1,
    }
    assert (row["match"], row["round"]) == (1, 1)
    assert 0 <= row["turn_ms"] < 60_000
    assert CODE in console("tables").stdout


def test_no_list_has_a_secret_or_a_tile_in_it(kept: Kept, console: Console) -> None:
    table = a_table()
    game = its_game(table, now=kept.now())
    kept.put(table, game)

    said = console("tables").output + console("tables", "--json").output

    assert not any(secret in said for secret in (*SECRETS, game.seed))


def test_a_store_without_tables_says_so(console: Console) -> None:
    done = console("tables")

    assert (done.stdout, done.stderr) == ("", "0 tables\n")


def test_tables_are_found_by_state_and_by_how_long_they_are_idle(kept: Kept, console: Console) -> None:
    playing = a_table("0000000P")
    kept.put(playing, its_game(playing, now=kept.now()))
    kept.put(a_table("0000000N", status="open"))

    assert [row["code"] for row in console.json("tables", "--state", "open")["tables"]] == ["0000000N"]
    assert console.json("tables", "--idle", 1)["total"] == 0
    assert "a state is one of open, playing" in " ".join(
        console("tables", "--state", "odd", ends=2).output.split()
    )


def test_rows_are_ordered_and_chosen_by_what_an_operator_looks_for() -> None:
    rows = [
        Row("A", "open", 5),
        Row("B", "playing", 3, game="draw", turn=0, turn_ms=9),
        Row("C", "playing", 9),
    ]

    assert [row.code for row in ordered(rows, Order.ACTIVE, backwards=False)] == ["B", "A", "C"]
    assert [row.code for row in ordered(rows, Order.TURN, backwards=False)] == ["B", "A", "C"]
    assert [row.code for row in ordered(rows, Order.CODE, backwards=True)] == ["C", "B", "A"]
    assert wanted(rows, frozenset({"playing"}), 4) == [rows[2]]


def test_a_table_that_a_later_release_stored_is_listed_all_the_same(kept: Kept, console: Console) -> None:
    kept.put(a_table(status="open"))
    kept.do(lambda store: store._redis.hset(keys.record("table", CODE), "body", b'{"schema":99}'))

    (row,) = console.json("tables")["tables"]

    assert (row["code"], row["state"], row["game"]) == (CODE, "open", None)


def fill(settings: Settings, kept: Kept) -> None:
    """Ten thousand tables, as copies of one."""
    table = a_table("00000000")
    kept.put(table, its_game(table, now=kept.now()))
    whole = kept.whole("00000000")

    async def copies(store: OperatedStore) -> None:
        now = await store.now()
        for start in range(0, MANY, 500):
            async with store._redis.pipeline(transaction=False) as pipe:
                for number in range(start, start + 500):
                    code = f"{number:08d}"
                    shard = shard_of(code)
                    pipe.hset(keys.record("table", code), mapping={"body": whole.lobby or b"", "version": 1})
                    pipe.hset(keys.record("match", code), mapping={"body": whole.match or b"", "version": 1})
                    pipe.hset(keys.states(shard), code, "playing")
                    pipe.zadd(keys.activity(shard), {code: now + settings.keep_ms - number})
                await pipe.execute()

    kept.do(copies)


def test_ten_thousand_tables_are_listed_in_pages_and_nobody_waits_for_it(
    settings: Settings, kept: Kept, console: Console
) -> None:
    fill(settings, kept)
    kept.do(lambda store: store._redis.config_resetstat())

    began = time.monotonic()
    page = console.json("tables", "--size", 10, "--page", 3)
    lasted = time.monotonic() - began

    assert page["total"] == MANY
    assert [row["code"] for row in page["tables"]] == [f"{number:08d}" for number in range(20, 30)]
    assert lasted < 20
    asked = kept.do(lambda store: store._redis.info("commandstats"))
    reads = {name.removeprefix("cmdstat_"): told for name, told in asked.items()}
    assert {"zscan", "hget", "fcall"} <= reads.keys()
    assert not reads.keys() & {"keys", "hgetall", "zrange", "smembers"}, "what reads a whole shard at once"
    assert max(told["usec_per_call"] for told in reads.values()) < 20_000


def test_tables_of_a_cluster_are_listed_from_all_of_its_nodes() -> None:
    with cluster() as copies:
        settings = Settings(store_url=copies.url)
        kept = Kept(settings)
        codes = [f"{number:08d}" for number in range(12)]
        for code in codes:
            table = a_table(code)
            kept.put(table, its_game(table, now=kept.now()))

        listed = Console(settings).json("tables", "--sort", "code")["tables"]

    assert len(set(map(shard_of, codes))) > 3
    assert [row["code"] for row in listed] == codes
    assert all(row["game"] == "draw" for row in listed)
