"""Rounds of computer players alone, at every preset: every action is allowed, in time, and betrays nothing.

The rules judge every action. Now and then what the seat to act cannot see is dealt anew, and its player must
do the same again; by the clock nothing comes out the same twice, so that this is asked only where playouts
are counted.
"""

import sys
import time
from argparse import Namespace
from dataclasses import dataclass, field
from random import Random

from bots.arena.anew import with_hidden_dealt_anew
from bots.arena.figures import milliseconds
from bots.budget import Budget
from bots.levels import LEVELS, action
from contracts.lobby import Level
from rules.deal import Deal, deal
from rules.match import Match, begin, next_round, play
from rules.presets import PRESETS
from rules.round import automatic
from rules.ruleset import RuleSet
from rules.view import view

AGAIN = 0.05
"""The share of turns that are played again with hidden tiles dealt anew."""


@dataclass(slots=True)
class Seen:
    """What went on: rounds, actions chosen, those asked for again, and the times of choices."""

    rounds: int = 0
    actions: int = 0
    again: int = 0
    times: list[float] = field(default_factory=list)


class Betrayed(AssertionError):
    """A player has done something else where only hidden tiles were different."""


def run(asked: Namespace, budget: Budget, spent: str) -> int:
    """Play `asked.deals` rounds of each level at each preset, shared among its numbers of players.

    Prints what went on; 1 if a choice took too long.
    """
    late = 0
    for preset, rules in PRESETS.items():
        for players in rules.seats:
            for level in LEVELS:
                wanted = ((asked.preset, preset), (asked.players, players), (asked.left, level))
                if any(limit not in {None, value} for limit, value in wanted):
                    continue
                random = Random(f"{asked.seed} {preset} {players} {level}")  # noqa: S311
                number = -(-asked.deals // len(rules.seats))
                seen = rounds(level, rules, players, number, budget, random, again=bool(asked.playouts))
                over = 0 if asked.playouts else sum(time * 1000 > asked.budget_ms for time in seen.times)
                late += over
                print(
                    f"{preset} for {players}, {level}{f', {spent}' if level == 'hard' else ''}: "
                    f"{seen.rounds} rounds, {seen.actions} actions, {seen.again} asked for again, "
                    f"{milliseconds(seen.times)}, {over} over budget",
                    flush=True,
                )
    return int(late > 0)


def rounds(
    level: Level, rules: RuleSet, players: int, number: int, budget: Budget, random: Random, *, again: bool
) -> Seen:
    """Play so many rounds, match after match; raise what a player or the rules raise, or Betrayed."""
    seen = Seen()
    match = None
    while seen.rounds < number:
        dealt = _deal(rules, players, random)
        new = match is None or match.winner is not None
        match = begin(rules, players, None, dealt) if match is None or new else next_round(match, dealt)
        while match.round.turn is not None:
            match = _step(match, level, budget, random, seen, again=again)
        seen.rounds += 1
        if seen.rounds % 1000 == 0:
            print(f"  {level}: {seen.rounds} of {number} rounds", file=sys.stderr, flush=True)
    return seen


def _step(match: Match, level: Level, budget: Budget, random: Random, seen: Seen, *, again: bool) -> Match:
    seat, by_table = match.round.turn, automatic(match.round)
    if seat is None or by_table is not None:
        return match if by_table is None else play(match, by_table)[0]
    seat_view = view(match, seat)
    began = time.thread_time()
    chosen = action(level, seat_view, match.rules, budget)
    if len(seat_view.legal) > 1:
        seen.times.append(time.thread_time() - began)
    seen.actions += 1
    if again and random.random() < AGAIN:
        other = view(with_hidden_dealt_anew(match, seat, random), seat)
        seen.again += 1
        if action(level, other, match.rules, budget) != chosen:
            raise Betrayed(seat_view)
    return play(match, chosen)[0]


def _deal(rules: RuleSet, players: int, random: Random) -> Deal:
    return deal(random.randbytes(32), rules, players)
