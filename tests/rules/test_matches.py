"""Some matches by chance beside a referee; `python -m tests.rules.matches` plays thousands."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from rules.actions import Action, Event
from rules.errors import Refusal
from rules.match import Match, play
from rules.round import Round
from tests.rules import watched
from tests.rules.any_rules import any_choice
from tests.rules.matches import CODES, can_be_refused, custom_matches, preset_matches
from tests.rules.tables import PRESET_TABLES, Table

SEED = 7


def nothing() -> None:
    pass


@pytest.mark.parametrize("table", PRESET_TABLES, ids=str)
def test_matches_at_a_known_table_go_as_the_referee_says(table: Table) -> None:
    seen = preset_matches(table, 5, SEED, nothing)

    assert seen["matches"] == 5
    assert CODES & set(seen) <= can_be_refused(table.rules)


def test_matches_by_rule_sets_of_chance_go_as_the_referee_says_and_meet_every_refusal() -> None:
    seen = custom_matches(60, SEED, nothing)

    assert seen["matches"] == 60
    assert set(seen) >= CODES


def test_every_refusal_has_a_code_of_its_own() -> None:
    assert len(CODES) == len(Refusal.__subclasses__()) == 11


def test_chance_makes_rule_sets_of_every_kind() -> None:
    some = [any_choice(Random(number))[0].rules for number in range(400)]

    assert {(rules.partners, rules.drawing, rules.fives, rules.spinner, rules.tiles) for rules in some} == {
        (partners, drawing, fives, spinner, tiles)
        for partners in (False, True)
        for drawing in (False, True)
        for fives in (False, True)
        for spinner in (False, True)
        for tiles in ("double-six", "double-nine")
    }


def robbed(round_: Round) -> Round:
    """The same round, where seat 0 has lost a tile."""
    return replace(round_, hands=(round_.hands[0][1:], *round_.hands[1:]))


@pytest.mark.parametrize(
    "change",
    [
        lambda match: replace(match, round=robbed(match.round)),
        lambda match: replace(match, round=replace(match.round, turn=match.round.leader)),
        lambda match: replace(match, round=replace(match.round, before=(1, 0))),
    ],
    ids=["a tile is lost", "the turn comes back", "a point comes from nowhere"],
)
def test_a_match_that_goes_wrong_is_noticed(
    change: Callable[[Match], Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(match: Match, action: Action) -> tuple[Match, tuple[Event, ...]]:
        after, events = play(match, action)
        return change(after), events

    monkeypatch.setattr(watched, "play", wrong)

    with pytest.raises(AssertionError, match="partners-for-4, match 0 of seed 7"):
        preset_matches(PRESET_TABLES[0], 1, SEED, nothing)
