"""Rounds worked out by hand, played out move by move."""

import pytest

from tests.rules.played_case import CASES, Case, PlayedCase, cases

PLAYED = ("lead", "turn", "out", "blocked", "fives", "match", "timeout", "custom")


@pytest.mark.parametrize("case", cases(*PLAYED))
def test_a_round_goes_as_it_was_worked_out_by_hand(case: Case) -> None:
    PlayedCase(case).play()


def test_no_file_of_cases_is_left_out() -> None:
    elsewhere = {"presets", "faults"}

    assert {file.stem for file in CASES.glob("*.json")} == {*PLAYED} | elsewhere
