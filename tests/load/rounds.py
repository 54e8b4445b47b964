"""How many full rounds the rules play in a second: four at random; nothing is stored or sent.

Rounds are chosen first and played again under the clock, so that it measures the rules and not the choosing:
the deal, who leads, what the seat to act may place, and each action decided once.
"""

import random
import time

from rules.actions import Action
from rules.deal import deal
from rules.match import highest
from rules.presets import PRESETS
from rules.round import Pass, Place, Round, decide, legal, start

RULES = PRESETS["partners"]


def rounds(count: int) -> float:
    """Play `count` rounds of `partners`, and return how many that are in a second of one core."""
    chance = random.Random(1)
    games = [(seed, _chosen(seed, chance)) for seed in (chance.randbytes(32) for _ in range(count))]
    began = time.process_time()
    for seed, actions in games:
        round_ = _dealt(seed)
        for action in actions:
            legal(round_)
            round_, _ = decide(round_, action)
        assert round_.end is not None
    return count / (time.process_time() - began)


def _dealt(seed: bytes) -> Round:
    dealt = deal(seed, RULES, 4)
    leader, _ = highest(dealt)
    return start(dealt, RULES, leader)


def _chosen(seed: bytes, chance: random.Random) -> list[Action]:
    """The actions of a round in which everybody places any tile that fits."""
    round_, actions = _dealt(seed), list[Action]()
    while round_.turn is not None:
        moves = legal(round_)
        actions.append(Place(round_.turn, *chance.choice(moves)) if moves else Pass(round_.turn))
        round_, _ = decide(round_, actions[-1])
    return actions
