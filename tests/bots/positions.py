"""Positions for tests: rounds played at random, by every table of the rules' tests."""

from collections.abc import Iterator
from random import Random

from rules.match import Match, begin, next_round, play
from tests.rules.tables import Table, any_action, chance_deal


def turns(table: Table, chance: Random, rounds: int = 2) -> Iterator[Match]:
    """The match at each turn of its first rounds, where any legal action is taken."""
    match = begin(table.rules, table.players, None, chance_deal(table, chance))
    for _ in range(rounds):
        while match.round.turn is not None:
            yield match
            match, _ = play(match, any_action(match.round, chance))
        if match.winner is not None:
            return
        match = next_round(match, chance_deal(table, chance))
