"""The known games are the rule sets of their documents."""

import json
from dataclasses import fields, replace
from typing import Any

import pytest

from rules.presets import GAMES, PRESETS
from rules.ruleset import ANY_TARGET, RuleSet, faults
from tests.rules.played_case import CASES
from tests.rules.tables import PRESET_TABLES, Table

WRITTEN: dict[str, dict[str, Any]] = json.loads((CASES / "presets.json").read_text())["presets"]


def as_written(rules: RuleSet, field: str) -> object:
    value = getattr(rules, field)
    if field == "hand":
        return {str(players): tiles for players, tiles in value}
    if field == "seats":
        return list(value)
    if field == "target" and value is not None:
        return {"default": value.default, "from": value.first, "to": value.last, "step": value.step}
    return value


@pytest.mark.parametrize("preset", WRITTEN)
def test_every_field_of_a_preset_is_as_written(preset: str) -> None:
    played = {field: as_written(PRESETS[preset], field) for field in WRITTEN[preset]}

    assert played == WRITTEN[preset]


def test_no_preset_is_missing_or_made_up() -> None:
    assert set(PRESETS) == set(WRITTEN)


def test_a_field_that_is_not_written_says_who_places_a_drawn_tile() -> None:
    unwritten = {field.name for field in fields(RuleSet)} - set(WRITTEN["partners"])

    assert unwritten == {"placing"}
    assert [name for name, rules in PRESETS.items() if rules.placing == "automatic"] == ["domna-2"]


@pytest.mark.parametrize("table", PRESET_TABLES, ids=str)
def test_a_preset_has_no_fault_with_any_number_of_its_players(table: Table) -> None:
    target = table.rules.target and table.rules.target.default

    assert faults(table.rules, table.players, target) == ()


def test_the_number_of_players_picks_the_column_of_domna() -> None:
    domna = GAMES["domna"]

    assert domna.players == (2, 4)
    assert domna.column(2) == PRESETS["domna-2"]
    assert domna.column(4) == PRESETS["domna-4"]


def test_every_preset_belongs_to_one_game_with_all_its_numbers_of_players() -> None:
    played = [column for game in GAMES.values() if not game.own_rules for column in game.columns]

    assert len(played) == len(PRESETS)
    assert all(column in played for column in PRESETS.values())


def test_a_custom_table_begins_as_draw_with_any_target() -> None:
    [start] = GAMES["custom"].columns

    assert [name for name, game in GAMES.items() if game.own_rules] == ["custom"]
    assert start == replace(PRESETS["draw"], target=ANY_TARGET)
    assert all(faults(start, players, 51) == () for players in (2, 3, 4))


def test_a_number_that_cannot_play_is_judged_by_the_rules_for_the_most() -> None:
    assert GAMES["domna"].column(3) == PRESETS["domna-4"]
