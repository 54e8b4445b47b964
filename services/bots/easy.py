"""Easy: any legal tile. Knows nothing of the game but what is allowed."""

from random import Random

from rules.view import Option, SeatView


def choose(view: SeatView, random: Random) -> Option:
    """One of the legal placements of `view`, all alike."""
    return random.choice(view.legal)
