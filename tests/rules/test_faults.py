"""A rule set is checked whole: every fault is named, in words."""

from dataclasses import replace

import pytest

from rules.errors import WrongRuleSet
from rules.presets import PRESETS
from rules.ruleset import ANY_TARGET, RuleSet, Target, check, faults
from tests.rules.played_case import Case, cases, rule_set
from tests.rules.tables import CUSTOM_TABLES, Table, custom


def fields_at_fault(rules: RuleSet, players: int | None = None, target: int | None = None) -> list[str]:
    return sorted({fault.field for fault in faults(rules, players, target)})


@pytest.mark.parametrize("case", cases("faults"))
def test_a_table_names_the_fields_at_fault(case: Case) -> None:
    found = fields_at_fault(rule_set(case), case["players"], case.get("target"))

    assert found == case["expect"]["faults"]


@pytest.mark.parametrize("table", CUSTOM_TABLES, ids=str)
def test_what_a_custom_table_can_combine_has_no_fault(table: Table) -> None:
    assert faults(table.rules, table.players, 151) == ()


@pytest.mark.parametrize("seconds", [15, 30, 45, 60, 90, None])
def test_a_custom_table_may_have_any_of_the_known_clocks(seconds: int | None) -> None:
    assert faults(custom("draw", turn_seconds=seconds)) == ()


@pytest.mark.parametrize("target", [1, 51, 100, 101, 150, 151, 200, 250, 500, 1000])
def test_a_custom_table_may_have_any_target_from_1_to_1000(target: int) -> None:
    assert faults(custom("fives"), 2, target) == ()


@pytest.mark.parametrize("target", [0, -5, 1001, True, 99.5, "100"])
def test_a_target_outside_1_to_1000_is_a_fault(target: int) -> None:
    assert fields_at_fault(custom("fives"), 2, target) == ["target"]


def test_where_each_round_stands_alone_no_target_can_be_chosen() -> None:
    assert fields_at_fault(PRESETS["duel"], 2, 100) == ["target"]


@pytest.mark.parametrize(
    ("changes", "field", "code"),
    [
        ({"seats": (4,), "partners": True, "reserve": 2, "drawing": False}, "reserve", "needs_drawing"),
        ({"tied_lead": None}, "tied_lead", "needed_with_winner"),
        ({"blocked_tie": "last_placer"}, "blocked_tie", "needs_two_sides"),
        ({"away": "wait"}, "away", "needs_no_clock"),
        ({"next_round": "consent"}, "next_round", "needs_highest"),
        ({"computer_players": "no"}, "start", "needs_computer_players"),
        ({"partners": True}, "partners", "needs_four_seats"),
        ({"hand": ((2, 7), (3, 5))}, "hand", "missing"),
        ({"hand": ((2, 13), (3, 5), (4, 5)), "reserve": 2}, None, None),
        ({"hand": ((2, 14), (3, 5), (4, 5)), "reserve": 1}, "hand", "more_than_the_set"),
        ({"hand": ((2, 0), (3, 5), (4, 5))}, "hand", "bad_value"),
        ({"seats": ()}, "seats", "bad_value"),
        ({"seats": (2, 5)}, "seats", "bad_value"),
        ({"seats": (2, 2)}, "seats", "bad_value"),
        ({"reserve": 3}, "reserve", "bad_value"),
        ({"reserve": True}, "reserve", "bad_value"),
        ({"drawing": 1}, "drawing", "bad_value"),
        ({"tiles": "double-twelve"}, "tiles", "bad_value"),
        ({"passing": "by-hand"}, "passing", "bad_value"),
        ({"turn_seconds": 0}, "turn_seconds", "bad_value"),
        ({"away_seconds": "5"}, "away_seconds", "bad_value"),
        ({"target": Target(120, 50, 500, 50)}, "target", "bad_value"),
        ({"target": Target(1, 0, 500, 1)}, "target", "bad_value"),
    ],
)
def test_a_field_says_what_it_goes_with(
    changes: dict[str, object], field: str | None, code: str | None
) -> None:
    found = faults(replace(PRESETS["draw"], **changes))

    assert [(fault.field, fault.code) for fault in found] == ([] if field is None else [(field, code)])


def test_a_tie_may_go_to_the_last_placer_when_two_play_where_more_could() -> None:
    rules = custom("draw", blocked_tie="last_placer")

    assert fields_at_fault(rules, 2) == []
    assert fields_at_fault(rules, 3) == ["blocked_tie"]


def test_a_number_of_players_that_cannot_play_is_a_fault_of_the_seats() -> None:
    assert fields_at_fault(PRESETS["partners"], 3) == ["seats"]


def test_a_lead_for_tied_rounds_is_no_fault_where_it_has_no_effect() -> None:
    assert faults(custom("draw", next_lead="highest")) == ()


def test_a_wrong_rule_set_is_refused_with_every_fault_in_words() -> None:
    rules = custom("draw", seats=(2,), partners=True, hand=((2, 15),), target=ANY_TARGET)

    with pytest.raises(WrongRuleSet) as refused:
        check(rules, 2, 2000)

    assert [fault.field for fault in refused.value.faults] == ["partners", "hand", "target"]
    assert all(fault.sentence.endswith(".") for fault in refused.value.faults)
    assert "Partners need exactly four seats." in str(refused.value)
