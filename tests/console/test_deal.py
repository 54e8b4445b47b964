"""`doublesix deal`: what a seed deals, and whether it was promised."""

import pytest
from click.testing import Result
from typer.testing import CliRunner

from console.__main__ import app
from rules import deal as rules
from rules.presets import PRESETS

SEED = bytes(range(32))
PROMISED = rules.commitment("K7QMR2XD", 1, 3, SEED)


def deal(*arguments: object, code: str = "K7QMR2XD") -> Result:
    """What round 3 of a table's first match was."""
    words = ["deal", code, "1", "3", "--seed", SEED.hex(), *map(str, arguments)]
    return CliRunner(env={"NO_COLOR": "1", "TERM": "dumb"}).invoke(app, words)


def test_the_commitment_and_every_hand_are_printed() -> None:
    done = deal("--preset", "draw", "--players", 2)

    assert done.exit_code == 0
    assert PROMISED in done.stdout
    for hand in rules.deal(SEED, PRESETS["draw"], 2).hands:
        assert " ".join(map(str, hand)) in done.stdout


def test_a_kept_promise_is_confirmed() -> None:
    done = deal("--commitment", PROMISED)

    assert done.exit_code == 0
    assert "This is the deal that was promised." in done.stdout


def test_a_promise_is_found_kept_however_the_table_s_code_was_typed() -> None:
    assert deal("--commitment", PROMISED, code="k7qm-r2xd").exit_code == 0
    assert "is no table's code" in deal("--commitment", PROMISED, code="hello").stderr


def test_a_broken_promise_is_named_and_fails() -> None:
    done = deal("--commitment", "0" * 64)

    assert done.exit_code == 1
    assert "NOT" in done.stdout


def test_a_custom_table_gives_its_set_and_hand() -> None:
    done = deal("--tiles", "double-nine", "--hand", 10)

    assert done.exit_code == 0
    hands = [line for line in done.stdout.splitlines() if line.startswith("seat")]
    assert [line.count("-") for line in hands] == [10, 10, 10, 10]


@pytest.mark.parametrize(
    "more",
    [
        ["--preset", "unknown"],
        ["--preset", "duel", "--players", "4"],
        ["--tiles", "double-ten"],
        ["--hand", "40"],
        ["--seed", "00"],
        ["--seed", "nonsense"],
    ],
)
def test_what_cannot_be_a_deal_is_refused(more: list[str]) -> None:
    done = deal(*more)

    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr


@pytest.mark.parametrize("words", [["K7QMR2XD", "1", "3"], ["K7QMR2XD", "1", "0"], ["K7QMR2XD", "1"]])
def test_a_deal_without_its_numbers_or_its_seed_is_none(words: list[str]) -> None:
    more = [] if words[-1] == "3" else ["--seed", SEED.hex()]

    assert CliRunner().invoke(app, ["deal", *words, *more]).exit_code == 2
