"""`doublesix show`, and what is kept of looking at hidden tiles, on a real store."""

import json
from dataclasses import asdict

import pytest

from console.reveal import who
from contracts.ids import UnixMs
from runtime import keys
from runtime.keys import lease_due, match_due, shard_of
from tests.console.tables import CODE, SECRETS, Console, Kept, a_table, its_game

REASON = ("--reveal", "--reason", "somebody says that a tile is there twice")


def test_a_table_is_shown_with_its_seats_scores_turn_and_line(kept: Kept, console: Console) -> None:
    table = a_table("7K3MXY52", "partners", 3, here=(True, True, False), computers=("hard",))
    game = kept.play(table, its_game(table, now=kept.now()), 4)

    seen = console.json("show", "7k3m-xy52")

    assert (seen["code"], seen["game"], seen["status"], seen["host"]) == (CODE, "partners", "playing", 0)
    assert [(seat["name"], seat["here"], seat["computer"]) for seat in seen["seats"]] == [
        ("Amal", True, None),
        ("Basim", True, None),
        ("Carim", False, None),
        (None, False, "hard"),
    ]
    play = seen["play"]
    assert play["counts"] == [len(hand) for hand in game.match.round.hands]
    assert play["line"] == [str(laid.tile) for laid in game.match.round.line.laid]
    assert (play["turn"]["seat"], play["ply"], play["phase"]) == (game.match.round.turn, 4, "playing")
    assert 0 < play["reminder_ms"] <= 60_000
    assert seen["conflicts"] == []


def test_the_turn_s_end_is_the_one_that_its_player_is_shown(kept: Kept, console: Console) -> None:
    table = a_table("7K3MXY52", "partners", 4)
    kept.put(table, its_game(table, now=kept.now() - 10_000))

    turn = console.json("show", CODE)["play"]["turn"]

    assert 34_000 < turn["left_ms"] <= 35_000
    assert 10_000 <= turn["since_ms"] < 11_000


def test_nothing_hidden_is_in_what_is_shown(kept: Kept, console: Console) -> None:
    """Every tile that is in somebody's hand or in the boneyard, the seed, and every digest."""
    table = a_table()
    game = kept.play(table, its_game(table, now=kept.now()), 2)
    round_ = game.match.round
    tiles = {str(tile) for hand in round_.hands for tile in hand} | {str(tile) for tile in round_.boneyard}

    said = console("show", CODE).output + console("show", CODE, "--json").output

    assert len(tiles) > 20
    assert [tile for tile in tiles if f'"{tile}"' in said or f" {tile}" in said] == []
    assert not any(secret in said for secret in (*SECRETS, game.seed))


def test_hidden_tiles_are_shown_to_who_says_why(kept: Kept, console: Console) -> None:
    table = a_table()
    game = its_game(table, now=kept.now())
    kept.put(table, game)

    seen = console.json("show", CODE, *REASON)["hidden"]

    assert seen["hands"] == [[str(tile) for tile in hand] for hand in game.match.round.hands]
    assert "HIDDEN  seat 0" in console("show", CODE, *REASON).stdout
    assert game.seed not in console("show", CODE, *REASON).output


@pytest.mark.parametrize("words", [["--reveal"], ["--reveal", "--reason", "  "], ["--reason", "just so"]])
def test_nobody_looks_without_saying_why(kept: Kept, console: Console, words: list[str]) -> None:
    table = a_table()
    kept.put(table, its_game(table, now=kept.now()))

    console("show", CODE, *words, ends=2)

    assert console.json("reveals") == []


def test_who_looked_and_why_is_kept_and_logged(kept: Kept, console: Console) -> None:
    table = a_table()
    kept.put(table, its_game(table, now=kept.now()))

    done = console("show", CODE, *REASON)

    (line,) = [json.loads(line) for line in done.stderr.splitlines() if line.startswith("{")]
    told = {"who": who(), "table": CODE, "what": "show", "why": REASON[-1]}
    (seen,) = console.json("reveals")
    assert told.items() <= line.items()
    assert told.items() <= seen.items()
    assert abs(seen["at"] - kept.now()) < 10_000
    assert REASON[-1] in console("reveals").stdout
    assert kept.do(lambda store: store.reveals_kept()) == 1


def test_nothing_is_shown_where_it_cannot_be_kept(kept: Kept, console: Console) -> None:
    table = a_table()
    kept.put(table, its_game(table, now=kept.now()))
    kept.do(lambda store: store._redis.set(keys.reveals(shard_of(CODE)), "no stream"))

    assert "HIDDEN" not in console("show", CODE, *REASON, ends=2).output


def test_what_does_not_agree_is_told(kept: Kept, console: Console) -> None:
    table = a_table()
    game = its_game(table, now=kept.now())
    kept.put(table, game)
    assert console.json("show", CODE)["conflicts"] == []

    members = [match_due(CODE), lease_due(CODE, 1, f"{1:016x}")]
    kept.do(lambda store: store._redis.zrem(keys.due(shard_of(CODE)), *members))
    kept.put(a_table(here=(True, False)))

    found = " ".join(console.json("show", CODE)["conflicts"])
    assert "nothing will remind the engine of it" in found
    assert "do not agree on who is here" in found


def test_a_seat_without_a_lease_and_a_late_reminder_are_conflicts(kept: Kept, console: Console) -> None:
    table = a_table("7K3MXY52", "partners", 4)
    kept.put(table, its_game(table, now=kept.now() - 60_000))
    lease = lease_due(CODE, 1, f"{1:016x}")
    kept.do(lambda store: store._redis.zrem(keys.due(shard_of(CODE)), lease))

    first, second = console.json("show", CODE)["conflicts"]

    assert first.startswith("Seat 1 is held to be here without a lease")
    assert second.startswith("What time has to do at this table is late by 1")


def test_a_match_without_a_table_is_shown_as_far_as_it_goes(kept: Kept, console: Console) -> None:
    table = a_table()
    kept.put(table, its_game(table, now=kept.now()))
    kept.do(lambda store: store._redis.delete(keys.record("table", CODE)))

    assert "There is a match without a table." in console("show", CODE).stdout


def test_there_is_nothing_to_show_of_a_table_that_is_none(console: Console) -> None:
    assert "There is no table 0000000Z." in console("show", "0000000z", ends=2).stderr
    assert "is no table's code" in console("show", "hello", ends=2).stderr


def test_without_a_store_it_says_so(console: Console) -> None:
    nowhere = Console(console.settings, DOUBLESIX_STORE_URL="redis://127.0.0.1:1/0")

    assert "The store does not answer" in nowhere("show", CODE, ends=2).stderr


def test_a_look_changes_nothing(kept: Kept, console: Console) -> None:
    table = a_table()
    kept.put(table, its_game(table, now=kept.now()))
    before = asdict(kept.whole()) | {"at": UnixMs(0)}

    console("show", CODE)
    console("tables")
    console("show", CODE, *REASON)

    assert asdict(kept.whole()) | {"at": UnixMs(0)} == before
