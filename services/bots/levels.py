"""The three levels, each a function of a seat's view alone: what the seat does now. Knows no other seat."""

from typing import get_args

from bots import chance, easy, hard, medium
from bots.budget import Budget
from contracts.lobby import Level
from rules.actions import Action, Draw, Pass, Place
from rules.ruleset import RuleSet
from rules.view import SeatView

LEVELS: tuple[Level, ...] = get_args(Level)


def action(level: Level, view: SeatView, rules: RuleSet, budget: Budget) -> Action:
    """What a player of `level` does in `view`, where its seat is to act; only hard spends the budget.

    Raises ValueError when it is not the seat's turn.
    """
    match view.must:
        case "place":
            budget.start()
            random = chance.of(view)
            if level == "easy":
                option = easy.choose(view, random)
            elif level == "medium":
                option = medium.choose(view, rules, random)
            else:
                option = hard.choose(view, rules, random, budget)
            return Place(view.seat, option.tile, option.end)
        case "draw":
            return Draw(view.seat)
        case "pass":
            return Pass(view.seat)
        case None:
            raise ValueError(f"It is not the turn of seat {view.seat}.")
