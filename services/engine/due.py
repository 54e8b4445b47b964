"""What time itself does at a table, and when."""

from collections.abc import Sequence

from contracts.ids import UnixMs
from contracts.view import By
from engine.clock import Limits, turn_ends
from engine.deals import following_round
from engine.game import Game
from engine.moment import Moment
from engine.playing import act
from engine.rest import rested
from rules.round import timeout
from runtime.store import Outage


def due(game: Game, limits: Limits, outages: Sequence[Outage]) -> UnixMs | None:
    """When time itself next does something at this table; None when nothing is due.

    While a round waits for somebody only its rest can be.
    """
    if game.phase in ("over", "resting"):
        return None
    moments: list[UnixMs | None] = []
    if game.turn and game.phase == "playing":
        moments.append(turn_ends(game.turn, limits, outages))
    if game.between_since is not None:
        moments.append(UnixMs(game.between_since + limits.between))
    if game.nobody_since is not None:
        moments.append(UnixMs(game.nobody_since + limits.rest))
    return min((moment for moment in moments if moment is not None), default=None)


def expire(game: Game, moment: Moment) -> Game:
    """Do what is due; the very same game when nothing is.

    A turn is played to its end: by the clock for a person, and in its own name for a computer player that
    nobody heard of in time.
    """
    limits = moment.timing.limits(game.match.rules)
    at = due(game, limits, moment.outages)
    if at is None or at > moment.now:
        return game
    if game.nobody_since is not None and game.nobody_since + limits.rest <= moment.now:
        return rested(game, moment.now, limits, moment.outages)
    if game.between_since is not None:
        return following_round(game, moment.seed, moment.now)
    by: By = "clock" if game.turn is None or game.turn.computer is None else "computer"
    return act(game, timeout(game.match.round), by, moment)
