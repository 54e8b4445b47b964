"""Positions for tests: rounds played at random, by every table of the rules' tests."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from rules.match import Match, begin, next_round, play
from rules.round import Round
from rules.seats import Seat, seats
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


def with_hidden_dealt_anew(match: Match, seat: Seat, chance: Random) -> Match:
    """The match as it is, but for the tiles that `seat` cannot see: these have changed places."""
    return replace(match, round=_dealt_anew(match.round, seat, chance))


def _dealt_anew(round_: Round, seat: Seat, chance: Random) -> Round:
    others = [other for other in seats(round_.players) if other != seat]
    hidden = [tile for other in others for tile in round_.hands[other]] + list(round_.boneyard)
    anew = iter(chance.sample(hidden, len(hidden)))
    hands = tuple(
        hand if at == seat else tuple(next(anew) for _ in hand) for at, hand in enumerate(round_.hands)
    )
    return replace(round_, hands=hands, boneyard=tuple(anew))
