"""Anyone can check a deal: `python -m rules CODE MATCH ROUND SEED`."""

import pytest

from rules.__main__ import main
from rules.deal import commitment, deal
from rules.presets import PRESETS

SEED = bytes(range(32))
ASKED = ["K7QMR2XD", "1", "3", SEED.hex()]


def test_the_commitment_and_every_hand_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ASKED, "--preset", "draw", "--players", "2"]) == 0

    out = capsys.readouterr().out
    assert commitment("K7QMR2XD", 1, 3, SEED) in out
    for hand in deal(SEED, PRESETS["draw"], 2).hands:
        assert " ".join(map(str, hand)) in out


def test_a_kept_promise_is_confirmed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ASKED, "--commitment", commitment("K7QMR2XD", 1, 3, SEED)]) == 0
    assert "This is the deal that was promised." in capsys.readouterr().out


def test_a_broken_promise_is_named_and_fails(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ASKED, "--commitment", "0" * 64]) == 1
    assert "NOT" in capsys.readouterr().out


def test_a_custom_table_gives_its_set_and_hand(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ASKED, "--tiles", "double-nine", "--hand", "10"]) == 0

    hands = [line for line in capsys.readouterr().out.splitlines() if line.startswith("seat")]
    assert [line.count("-") for line in hands] == [10, 10, 10, 10]


@pytest.mark.parametrize("asked", [["K7", "1", "3", "00"], [*ASKED, "--preset", "unknown"], []])
def test_what_cannot_be_a_deal_is_refused(asked: list[str]) -> None:
    with pytest.raises(SystemExit):
        main(asked)


def test_a_number_of_players_that_cannot_play_is_refused() -> None:
    with pytest.raises(SystemExit):
        main([*ASKED, "--preset", "duel", "--players", "4"])
