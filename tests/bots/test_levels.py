"""Every level, at every table: legal, the same for what looks the same, and in time."""

import itertools
from random import Random

import pytest

from bots.arena.anew import with_hidden_dealt_anew
from bots.budget import Milliseconds, Playouts
from bots.levels import LEVELS, action
from contracts.lobby import Level
from rules.match import play
from rules.view import view
from tests.bots.positions import turns
from tests.rules.tables import TABLES, Table, a_match

FEW = 12
"""Playouts."""


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_level_takes_only_legal_actions(table: Table, level: Level) -> None:
    for match in turns(table, Random(f"{level} at {table}")):
        assert match.round.turn is not None

        chosen = action(level, view(match, match.round.turn), table.rules, Playouts(FEW))

        play(match, chosen)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_what_looks_the_same_is_played_the_same(table: Table, level: Level) -> None:
    random = Random(f"{level} cannot see at {table}")
    for match in turns(table, random, rounds=1):
        seat = match.round.turn
        assert seat is not None
        other = with_hidden_dealt_anew(match, seat, random)

        chosen = action(level, view(match, seat), table.rules, Playouts(FEW))

        assert action(level, view(other, seat), table.rules, Playouts(FEW)) == chosen


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_hard_takes_no_longer_than_it_may(table: Table) -> None:
    """By a clock on which every playout takes a while; what a real one says is the arena's to show."""
    for match in turns(table, Random(f"time at {table}"), rounds=1):
        assert match.round.turn is not None
        ticks = itertools.count()

        action(
            "hard",
            view(match, match.round.turn),
            table.rules,
            Milliseconds(20, lambda ticks=ticks: next(ticks) * 0.0007),
        )

        assert next(ticks) * 0.0007 < 0.020


def test_without_any_time_hard_still_has_a_move() -> None:
    for table in TABLES:
        match = a_match(table, Random(3))

        chosen = action("hard", view(match, match.round.turn or 0), table.rules, Playouts(0))

        play(match, chosen)


@pytest.mark.parametrize("level", LEVELS)
def test_nothing_is_done_out_of_turn(level: Level) -> None:
    match = a_match(TABLES[0], Random(4))
    other = ((match.round.turn or 0) + 1) % 4

    with pytest.raises(ValueError, match=f"It is not the turn of seat {other}"):
        action(level, view(match, other), TABLES[0].rules, Playouts(FEW))  # type: ignore[arg-type]
