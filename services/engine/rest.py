"""A table at which nobody is: it rests, and goes on as it was."""

from collections.abc import Sequence
from dataclasses import replace

from contracts.ids import UnixMs
from engine.clock import Limits, Turn, clockless, turn_ends
from engine.game import Game
from runtime.store import Outage


def rested(game: Game, now: UnixMs, limits: Limits, outages: Sequence[Outage]) -> Game:
    """Return the game as it rests from now on; what outages had given back to its turn is kept."""
    return replace(game, turn=_paused(game, now, limits, outages), rested_at=now)


def awake(game: Game, now: UnixMs) -> Game:
    """Return the game as it goes on after its rest: every clock stands where it stood.

    A computer player's turn begins anew: nobody remembers that it had begun to think.
    """
    if game.rested_at is None:
        return game
    between = game.between_since
    return replace(
        game,
        turn=game.turn and replace(game.turn, began=now),
        between_since=None if between is None else UnixMs(between + now - game.rested_at),
        nobody_since=None if any(game.present) else now,
        rested_at=None,
    )


def _paused(game: Game, now: UnixMs, limits: Limits, outages: Sequence[Outage]) -> Turn | None:
    turn = game.turn
    if turn is None or turn.computer is not None:
        return turn
    if clockless(game.match.rules):
        return replace(turn, away_since=None)
    ends = turn_ends(turn, limits, outages)
    if ends is None:
        return turn
    return replace(turn, began=now, away_since=None, left=max(0, ends - now))
