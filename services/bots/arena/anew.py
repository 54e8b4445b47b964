"""A table as it might also be, for all that a seat can see; its player must do the same there."""

from dataclasses import replace
from random import Random

from rules.match import Match
from rules.round import Round
from rules.seats import Seat, seats


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
