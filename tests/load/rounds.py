"""How many full rounds the rules play in a second: four at random; nothing is stored or sent."""

import random
import time

from rules.deal import deal
from rules.match import begin
from rules.presets import PRESETS
from rules.round import Place, Round, decide, legal, timeout


def rounds(count: int) -> float:
    """Play `count` rounds of `partners`, and return how many that are in a second of one core."""
    rules, chance = PRESETS["partners"], random.Random(1)
    seeds = [chance.randbytes(32) for _ in range(count)]
    began = time.process_time()
    for seed in seeds:
        round_ = begin(rules, 4, None, deal(seed, rules, 4)).round
        while round_.end is None:
            round_ = _played(round_, chance)
    return count / (time.process_time() - began)


def _played(round_: Round, chance: random.Random) -> Round:
    if (moves := legal(round_)) and round_.turn is not None:
        after, _ = decide(round_, Place(round_.turn, *chance.choice(moves)))
        return after
    for action in timeout(round_):
        round_, _ = decide(round_, action)
    return round_
