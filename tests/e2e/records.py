"""Finished rounds as a table keeps and shows them, made from games that the real rules have played."""

from collections.abc import Iterable
from itertools import pairwise

from contracts.rounds import RoundRecord
from engine import kept
from engine.archive import record
from engine.game import Game


def records_of(games: Iterable[Game]) -> list[RoundRecord]:
    """Every round that was over while `games` went on, one after another."""
    found = []
    for before, after in pairwise(games):
        over = kept.over(before, after)
        if over is not None:
            found.append(record(after, over.match, over.round, kept.load(over.body)))
    return found
