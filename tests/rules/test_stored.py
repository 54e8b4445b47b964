"""A match comes back from JSON as it was, in every state, and stays small."""

from random import Random
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from rules.actions import Action, Draw, Event, Pass, Place
from rules.match import Match
from rules.presets import PRESETS
from rules.ruleset import RuleSet
from rules.seats import seats
from rules.tile import Tile
from rules.view import SeatView, view
from tests.rules.tables import TABLES, Table, a_match, random_play, random_rounds, states

T = TypeVar("T")

MATCH: TypeAdapter[Match] = TypeAdapter(Match)
ACTION: TypeAdapter[Action] = TypeAdapter(Action)
EVENT: TypeAdapter[Event] = TypeAdapter(Event)
VIEW: TypeAdapter[SeatView] = TypeAdapter(SeatView)
RULES: TypeAdapter[RuleSet] = TypeAdapter(RuleSet)


def through_json(adapter: TypeAdapter[T], value: T) -> T:
    return adapter.validate_json(adapter.dump_json(value))


@pytest.mark.parametrize("table", TABLES, ids=str)
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_match_comes_back_as_it_was(table: Table, seed: int) -> None:
    for match in states(table, Random(seed)):
        assert through_json(MATCH, match) == match


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_match_comes_back_as_it_was_after_every_round(table: Table) -> None:
    for match in random_rounds(table, Random(2), 12):
        assert through_json(MATCH, match) == match


@pytest.mark.parametrize(
    "action", [Place(0, Tile(3, 5), "up"), Draw(1), Pass(3)], ids=lambda action: action.type
)
def test_an_action_comes_back_as_the_action_it_was(action: Action) -> None:
    again = through_json(ACTION, action)

    assert (again, type(again)) == (action, type(action))


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_events_and_views_come_back_as_they_were(table: Table) -> None:
    chance = Random(4)
    for match, _, events in random_play(a_match(table, chance), chance):
        assert [through_json(EVENT, event) for event in events] == list(events)
        for seat in seats(table.players):
            assert through_json(VIEW, view(match, seat)) == view(match, seat)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_rule_set_comes_back_as_it_was(preset: str) -> None:
    assert through_json(RULES, PRESETS[preset]) == PRESETS[preset]


def test_a_match_of_partners_after_ten_rounds_is_a_few_kilobytes() -> None:
    table = Table("partners", PRESETS["partners"], 4)
    longest = max(
        (match for seed in range(6) for match in random_rounds(table, Random(seed), 10)),
        key=lambda match: len(match.results),
    )

    assert len(MATCH.dump_json(longest)) < 6_000
