"""What a good player of the café knows."""

from random import Random

from bots import medium
from rules.match import Match
from rules.presets import PRESETS
from rules.ruleset import RuleSet
from rules.view import view
from tests.rules.tables import a_round, custom

BLOCK = custom("block", forced_lead=False)
FIVES = custom("fives", forced_lead=False)


def placed(text: str, rules: RuleSet = BLOCK) -> str:
    """The tile that medium places in a round as players write it, and the end."""
    round_ = a_round(text, rules)
    assert round_.turn is not None
    option = medium.choose(view(Match(1, (), round_, None), round_.turn), rules, Random(1))
    return f"{option.tile} {option.end}"


def test_weight_is_shed() -> None:
    assert placed("1-6 | 0-0 5-5 / 1-2 4-6 | turn 1") == "4-6 right"


def test_points_at_once_are_taken_before_weight_is_shed() -> None:
    assert placed("4-6 | 0-0 1-1 / 6-6 1-6 2-4 + 2-2 3-3 | turn 1", FIVES) == "1-6 right"


def test_who_passed_on_a_number_meets_it_at_both_ends() -> None:
    assert placed("5-5 pass 3-5> 3-6> | 5-6 2-2 / 1-1 0-0 4-4 | turn 0") == "5-6 right"


def test_a_number_that_the_partner_passed_on_is_not_left_at_both_ends() -> None:
    passed = "5-5 2-5> pass 2-6> | 5-6 1-1 / 0-0 0-1 / 3-3 0-3 / 4-4 1-4 | turn 0"

    assert placed(passed, PRESETS["partners"]) == "5-6 left"


def test_a_double_goes_before_a_tile_of_nearly_its_weight() -> None:
    assert placed("2-4 | 0-0 1-1 / 4-4 4-5 | turn 1") == "4-4 right"


def test_a_number_is_left_at_both_ends_of_which_most_tiles_are_gone() -> None:
    fives_gone = "5-5 2-5> 2-3> 3-5> 1-5> 1-6> | 5-6 0-0 / 2-2 4-4 | turn 0"

    assert placed(fives_gone) == "5-6 right"
