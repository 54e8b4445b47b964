"""A choice that looks like chance and is none: the same view gives the same numbers. Knows no clock."""

from hashlib import sha256
from random import Random

from rules.view import SeatView


def of(view: SeatView) -> Random:
    """Random numbers that depend on what the seat of `view` can see, and on nothing else."""
    seen = (
        view.seat,
        view.players,
        view.match,
        view.number,
        view.scores,
        view.leader,
        view.line,
        view.counts,
        view.boneyard,
        view.hand,
        view.log,
    )
    return Random(sha256(repr(seen).encode()).digest())  # noqa: S311
