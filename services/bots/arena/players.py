"""Who can play in the arena, by name: the three levels, and players of the public package `dominoes`."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from bots import levels
from bots.arena import packaged
from bots.budget import Budget
from rules.actions import Action
from rules.ruleset import RuleSet
from rules.view import SeatView

Choice = Callable[[SeatView, RuleSet], Action]

NAMES = (*levels.LEVELS, *packaged.NAMES)


@dataclass(slots=True, eq=False)
class Player:
    """A way to choose, and the time its choices took, where there was one; in seconds of one core."""

    name: str
    choose: Choice
    times: list[float] = field(default_factory=list)

    def action(self, view: SeatView, rules: RuleSet) -> Action:
        began = time.thread_time()
        action = self.choose(view, rules)
        if len(view.legal) > 1:
            self.times.append(time.thread_time() - began)
        return action


def player(name: str, budget: Budget, seed: int) -> Player:
    """The player called `name`; `seed` is for those whose chance is their own."""
    level = next((level for level in levels.LEVELS if level == name), None)
    if level is None:
        return Player(name, packaged.choice(name, seed))
    return Player(name, lambda view, rules: levels.action(level, view, rules, budget))
