"""Every preset with every number of players, every level against every lower one: the whole table of figures.

All contests go on together, a few deals of each in turn, so that whenever it stops all are equally far; what
has been played is in a file (`bots.arena.record`), and not played again.
"""

import sys
import time
from argparse import Namespace
from collections.abc import Iterator

from bots.arena.players import Player, player
from bots.arena.record import Contest, Record, Slice, row, tally
from bots.arena.table import Meeting, winner
from bots.budget import Budget
from rules.presets import PRESETS

PAIRS = (("medium", "easy"), ("hard", "medium"), ("hard", "easy"))
AT_A_TIME = 2
"""Deals of a contest, before it is the next one's turn."""


def contests(asked: Namespace, spent: str) -> tuple[Contest, ...]:
    """All that was asked for; without `--preset`, `--players`, `--left` or `--right`, there is no limit."""
    return tuple(_contests(asked, spent))


def _contests(asked: Namespace, spent: str) -> Iterator[Contest]:
    for preset, rules in PRESETS.items():
        for players in rules.seats:
            for left, right in PAIRS:
                wanted = {
                    (asked.preset, preset),
                    (asked.players, players),
                    (asked.left, left),
                    (asked.right, right),
                }
                if all(limit in {None, value} for limit, value in wanted):
                    hards = spent if left == "hard" else ""
                    yield Contest(
                        preset, players, left, right, asked.matches, asked.target, hards, asked.seed
                    )


def run(asked: Namespace, budget: Budget, spent: str) -> int:
    """Play until each contest has its deals, or time is up; print the table. 1 if hard took too long."""
    record, all_ = Record(asked.record), contests(asked, spent)
    began = time.monotonic()
    while open_ := [contest for contest in all_ if record.played(contest) < asked.deals]:
        for contest in open_:
            if asked.seconds and time.monotonic() - began > asked.seconds:
                return _told(all_, record)
            first = record.played(contest)
            record.add(_slice(contest, first, min(AT_A_TIME, asked.deals - first), budget, asked))
            _tell(contest, record, asked.deals, began)
    return _told(all_, record)


def _slice(contest: Contest, first: int, deals: int, budget: Budget, asked: Namespace) -> Slice:
    rules = PRESETS[contest.preset]
    meeting = Meeting(rules, contest.players, contest.target, contest.matches, contest.seed)
    left, right = (player(name, budget, contest.seed) for name in (contest.left, contest.right))
    pairs = [_pair(meeting, at, left, right) for at in range(first, first + deals)]
    times = left.times if left.name == "hard" else []
    over = 0 if asked.playouts else sum(time * 1000 > asked.budget_ms for time in times)
    return Slice(contest, pairs, len(times), sum(times), max(times, default=0.0), over)


def _pair(meeting: Meeting, at: int, left: Player, right: Player) -> tuple[int, int]:
    winners = (winner(meeting, at, left, right), winner(meeting, at, right, left))
    return sum(won is left for won in winners), sum(won is not None for won in winners)


def _tell(contest: Contest, record: Record, deals: int, began: float) -> None:
    """One line, written over the last."""
    sums = tally(record.of(contest))
    minutes = (time.monotonic() - began) / 60
    line = f"{minutes:6.1f} min  {contest}: {len(sums.pairs)} of {deals} deals, {sums.rate:.1%}"
    end = "\r" if sys.stderr.isatty() else "\n"
    print(f"{line:78}", end=end, file=sys.stderr, flush=True)


def _told(all_: tuple[Contest, ...], record: Record) -> int:
    print("| contest | deals, each twice | won, of those decided (95 %) | a choice of hard |")
    print("| --- | --- | --- | --- |")
    for contest in all_:
        print(row(contest, record.of(contest)))
    return int(any(slice_.over for contest in all_ for slice_ in record.of(contest)))
