"""What a host may choose: the rule set that options make of a game, or every fault of them."""

from dataclasses import replace
from typing import Any

import pytest

from contracts.lobby import Options
from rules.presets import GAMES, PRESETS
from rules.ruleset import RuleSet, Target
from seating.errors import UnknownPreset, WrongOptions
from seating.games import agree, computers_may_play

START: RuleSet = GAMES["custom"].columns[0]
COMPUTERS = [name for name, game in GAMES.items() if game.columns[0].computer_players != "no"]


def refused(preset: str, **options: Any) -> tuple[str, ...]:
    """Return the fields that are named."""
    with pytest.raises(WrongOptions) as refusal:
        agree(preset, Options(**options))
    assert refusal.value.problem.message
    return refusal.value.problem.fields


@pytest.mark.parametrize("preset", GAMES)
def test_without_a_choice_a_game_is_for_the_most_it_allows(preset: str) -> None:
    agreed = agree(preset, Options())

    assert agreed.players == max(GAMES[preset].players)
    assert agreed.settings == GAMES[preset].column(agreed.players)


@pytest.mark.parametrize(
    ("preset", "players"), [(name, number) for name, game in GAMES.items() for number in game.players]
)
def test_a_game_is_for_as_many_as_it_allows(preset: str, players: Any) -> None:
    assert agree(preset, Options(players=players)).players == players


@pytest.mark.parametrize(
    ("preset", "players"),
    [(name, number) for name, game in GAMES.items() for number in {2, 3, 4} - set(game.players)],
)
def test_a_game_is_for_no_other_number(preset: str, players: int) -> None:
    assert refused(preset, players=players) == ("players",)


def test_the_number_of_players_picks_the_column_of_domna() -> None:
    assert agree("domna", Options(players=2)).settings == PRESETS["domna-2"]
    assert agree("domna", Options(players=4)).settings == PRESETS["domna-4"]


@pytest.mark.parametrize(
    ("preset", "target"),
    [("partners", 99), ("draw", 1), ("fives", 550), ("duel", 100), ("domna", 101), ("bakesh", 50)],
)
def test_a_target_that_a_game_does_not_offer_is_refused(preset: str, target: int) -> None:
    assert refused(preset, target=target) == ("target",)


@pytest.mark.parametrize("target", [1, 51, 100, 101, 150, 151, 200, 250, 500, 1000])
def test_a_custom_table_offers_any_target(target: int) -> None:
    assert agree("custom", Options(target=target)).settings == START


@pytest.mark.parametrize("preset", [name for name, game in GAMES.items() if not game.own_rules])
def test_only_a_custom_table_chooses_its_rules(preset: str) -> None:
    assert refused(preset, rules=START) == ("rules",)
    assert refused(preset, rules=GAMES[preset].columns[0]) == ("rules",)


def test_one_may_play_alone_where_there_are_computer_players() -> None:
    assert [name for name in GAMES if name not in COMPUTERS] == ["partners"]
    for preset in COMPUTERS:
        agree(preset, Options(alone=True))
    assert refused("partners", alone=True) == ("alone",)
    assert refused("custom", alone=True, rules=replace(START, start="full", computer_players="no")) == (
        "alone",
    )


def test_nothing_is_said_of_being_alone_after_opening() -> None:
    with pytest.raises(WrongOptions) as refusal:
        agree("draw", Options(alone=True), opening=False)

    assert refusal.value.problem.fields == ("alone",)


def test_everybody_who_sits_must_have_a_seat() -> None:
    with pytest.raises(WrongOptions) as refusal:
        agree("draw", Options(players=2), seated=3)

    assert refusal.value.problem.fields == ("players",)


def test_all_that_is_wrong_is_said_at_once() -> None:
    assert refused("partners", players=3, target=7, alone=True, rules=START) == (
        "rules",
        "players",
        "target",
        "alone",
    )


@pytest.mark.parametrize("preset", ["", "Draw", "domna-2", "000"])
def test_there_is_no_such_game(preset: str) -> None:
    with pytest.raises(UnknownPreset):
        agree(preset, Options())


# rules of the host's own

COMBINATIONS: dict[str, dict[str, Any]] = {
    "no drawing": {"drawing": False, "hand": ((2, 7), (3, 7), (4, 7))},
    "partners": {"seats": (4,), "partners": True, "drawing": False, "hand": ((4, 7),)},
    "partners with drawing": {"seats": (4,), "partners": True, "hand": ((4, 5),)},
    "fives without a spinner": {"fives": True, "rounding": "five"},
    "a spinner without fives": {"spinner": True},
    "double-nine": {"tiles": "double-nine", "hand": ((2, 7), (3, 7), (4, 7))},
    "double-nine for four": {"tiles": "double-nine", "seats": (4,), "hand": ((4, 10),), "drawing": False},
    "any first lead": {"forced_lead": False},
    "highest leads": {"next_lead": "highest"},
    "blocks by side": {"blocked_winner": "side_total", "blocked_points": "others"},
    "a reserve of two": {"reserve": 2},
    "no clock": {"turn_seconds": None, "away_seconds": None, "away": "wait"},
    "15 seconds": {"turn_seconds": 15},
    "by consent": {"next_lead": "highest", "next_round": "consent"},
    "no target": {"target": None},
}


@pytest.mark.parametrize("changes", COMBINATIONS.values(), ids=COMBINATIONS)
def test_a_host_may_combine(changes: dict[str, Any]) -> None:
    rules = replace(START, **changes)

    agreed = agree("custom", Options(rules=rules))

    assert agreed.settings == rules
    assert agreed.players == max(rules.seats)


FAULTS: dict[str, dict[str, Any]] = {
    "seats": {"seats": ()},
    "partners": {"partners": True},
    "hand": {"hand": ((2, 15), (3, 5), (4, 5))},
    "reserve": {"reserve": 1, "drawing": False},
    "tied_lead": {"tied_lead": None},
    "blocked_tie": {"blocked_tie": "last_placer"},
    "target": {"target": Target(default=5, first=10, last=20, step=5)},
    "turn_seconds": {"turn_seconds": 0},
    "away_seconds": {"away_seconds": 3601},
    "away": {"away": "wait"},
    "start": {"computer_players": "no"},
    "next_round": {"next_round": "consent"},
}


@pytest.mark.parametrize(("field", "changes"), FAULTS.items(), ids=FAULTS)
def test_a_fault_of_own_rules_is_named(field: str, changes: dict[str, Any]) -> None:
    assert refused("custom", rules=replace(START, **changes)) == (f"rules.{field}",)


def test_every_fault_of_own_rules_is_named_at_once() -> None:
    together = {name: value for changes in FAULTS.values() for name, value in changes.items()}
    together |= {"seats": (2, 3, 4), "turn_seconds": 0, "hand": ((2, 30),)}

    named = refused("custom", rules=replace(START, **together), alone=True)

    # away is judged only where the clocks can be read at all, and partners may decide a tie in this way
    others = set(FAULTS) - {"seats", "away", "blocked_tie"}
    assert set(named) == {f"rules.{field}" for field in others} | {"alone"}


def test_what_was_chosen_beside_own_rules_is_told_apart_from_them() -> None:
    rules = replace(START, seats=(2, 4), target=Target(default=51, first=51, last=151, step=50))

    assert refused("custom", rules=rules, players=3, target=52) == ("players", "target")
    assert refused("custom", rules=replace(rules, target=None), target=100) == ("target",)


def test_a_tie_for_the_last_placer_depends_on_the_number_of_players() -> None:
    rules = replace(START, blocked_tie="last_placer")

    assert agree("custom", Options(rules=rules, players=2)).players == 2
    assert refused("custom", rules=rules, players=3) == ("rules.blocked_tie",)


# computer players


@pytest.mark.parametrize(
    ("kind", "people", "computers", "may"),
    [
        ("no", 1, 1, False),
        ("no", 4, 0, True),
        ("solo", 1, 3, True),
        ("solo", 2, 1, False),
        ("solo", 2, 0, True),
        ("yes", 3, 1, True),
    ],
)
def test_computer_players_have_seats_where_the_rules_let_them(
    kind: Any, people: int, computers: int, may: bool
) -> None:
    assert computers_may_play(replace(START, computer_players=kind), people, computers) is may
