"""A table as it comes back from a backup: at rest, nobody there, its clocks where they stood. Pure.

It goes on as any table that rested: the first person who is there wakes it. Whoever is connected arrives anew
within seconds, since no lease is left; and nobody's time has run meanwhile, however long that was.
"""

from dataclasses import dataclass, replace

import engine.snapshot
import seating.snapshot
from console.stored import understood
from contracts.ids import UnixMs
from engine.clock import Timing
from engine.game import Game
from engine.rest import rested
from runtime.operated import Whole
from seating.table import Person, Table


class CannotComeBack(Exception):
    """It cannot be read by this release; the text says what."""


@dataclass(frozen=True, slots=True)
class Returning:
    """A table as it is put back; `request` is the digest by which it was opened."""

    whole: Whole
    game: Game | None
    request: str | None
    started: bool


def returning(whole: Whole, timing: Timing) -> Returning:
    """Return a table as it is to come back; raise CannotComeBack."""
    stored = understood(whole)
    if stored.unread:
        raise CannotComeBack("; ".join(stored.unread))
    lobby = None if stored.lobby is None else _emptied(stored.lobby)
    game = None if stored.game is None else _at_rest(stored.game, whole, timing)
    back = replace(
        whole,
        state=game.phase if game else lobby.status if lobby else None,
        lobby=None if lobby is None else seating.snapshot.dump(lobby),
        match=None if game is None else engine.snapshot.dump(game),
    )
    request = None if lobby is None else lobby.request
    return Returning(back, game, request, lobby is not None and lobby.status != "open")


def given_back(before: Game, after: Game, now: UnixMs) -> Game | None:
    """Return the game with its turn whole again; None where nothing has to be given back.

    The first of its people wakes a table. Who has the turn and was connected all the time may be noticed a
    moment later, and would have the clock of somebody who was away.
    """
    turn, seat = after.turn, after.match.round.turn
    same = (before.at, before.match.round.log) == (after.at, after.match.round.log)
    if not same or before.turn is None or turn is None or seat is None or turn.away_since is None:
        return None
    if turn.computer is not None or after.rested_at is not None or not after.present[seat]:
        return None
    return replace(after, turn=replace(turn, began=now, away_since=None))


def _emptied(lobby: Table) -> Table:
    """The table with nobody there: connections of then hold no seat."""
    return replace(
        lobby,
        seats=tuple(replace(who, present=False) if isinstance(who, Person) else who for who in lobby.seats),
    )


def _at_rest(game: Game, whole: Whole, timing: Timing) -> Game:
    """The match with its clocks stopped at the moment of the backup; one that rested or is over as it was."""
    if game.phase not in ("over", "resting"):
        game = rested(game, whole.at, timing.limits(game.match.rules), whole.outages)
    return replace(
        game,
        present=(False,) * game.match.players,
        nobody_since=game.nobody_since or whole.at,
    )
