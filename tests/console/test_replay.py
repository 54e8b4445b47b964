"""`doublesix replay`, on a real store."""

from pathlib import Path

from tests.console.tables import CODE, Console, Kept, a_table, its_game

REASON = ("--reveal", "--reason", "a look for a test")


def test_a_round_that_is_over_is_told_action_by_action(kept: Kept, console: Console) -> None:
    table = a_table()
    game = kept.play_round(table, its_game(table, now=kept.now()))
    round_ = game.match.round

    lines = console("replay", CODE, 1, 1).stdout.splitlines()

    assert lines[0] == f"Table {CODE}, match 1, round 1; 0 : 0 before it"
    actions = [line for line in lines if line.lstrip()[:1].isdigit()]
    assert len(actions) == len(round_.log)
    assert lines[-1].endswith(f"Now {' : '.join(map(str, round_.scores))}.")
    for seat, hand in enumerate(round_.hands):
        assert f"{' '.join(map(str, hand)) or '-'}" in actions[-1].split("|")[seat]


def test_what_was_drawn_is_told(kept: Kept, console: Console) -> None:
    table = a_table()
    seed, game = 0, its_game(table, now=kept.now())
    while not any(action.type == "draw" for action in game.match.round.log):
        seed += 1
        game = kept.play_round(table, its_game(table, now=kept.now(), seed=seed))

    assert " draws " in console("replay", CODE, 1, 1).stdout


def test_its_record_is_one_that_verify_finds_right(kept: Kept, console: Console, tmp_path: Path) -> None:
    table = a_table()
    kept.play_round(table, its_game(table, now=kept.now()))
    file = tmp_path / "round.json"
    file.write_text(console("replay", CODE, 1, 1, "--json").stdout)

    assert "All is as it should be." in console("verify", file).stdout


def test_a_round_under_way_is_not_shown(kept: Kept, console: Console) -> None:
    table = a_table()
    game = kept.play(table, its_game(table, now=kept.now()), 3)
    tiles = [str(tile) for hand in game.match.round.hands for tile in hand]

    said = console("replay", CODE, 1, 1, ends=2).output

    assert "This round is under way" in said
    assert not any(tile in said for tile in tiles)
    assert console.json("reveals") == []


def test_a_round_under_way_is_shown_up_to_now_to_who_says_why(kept: Kept, console: Console) -> None:
    table = a_table()
    game = kept.play(table, its_game(table, now=kept.now()), 3)

    lines = console("replay", CODE, 1, 1, *REASON).stdout.splitlines()

    assert lines[-1] == f"Under way: seat {game.match.round.turn} is to act, after 3 actions."
    (seen,) = console.json("reveals")
    assert (seen["what"], seen["why"]) == ("replay 1/1", REASON[-1])


def test_what_is_not_there_is_named(kept: Kept, console: Console) -> None:
    table = a_table()
    kept.play(table, its_game(table, now=kept.now()), 1)

    assert "has not been dealt yet" in console("replay", CODE, 1, 2, ends=2).stderr
    assert "No match that can be read" in console("replay", "0000000Z", 1, 1, ends=2).stderr
