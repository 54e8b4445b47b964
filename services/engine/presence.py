"""Who holds the seats, as told with a version of the table document, and what it does to the turn under way.

Hardly anything: seats are handed over between turns. Only an owner who leaves in the own turn is not
waited for.
"""

from dataclasses import replace

from contracts import commands
from contracts.ids import UnixMs
from engine.clock import Turn, clockless
from engine.game import Game
from engine.going_on import go_on
from engine.moment import Moment
from engine.rest import awake


def presence(game: Game, command: commands.Presence, moment: Moment) -> Game:
    """Take down who holds the seats now; the very same game for what is older, or of another table's size."""
    if command.seating <= game.seating or not _fits(command, game.match.players):
        return game
    anybody = any(command.present)
    if anybody:
        game = awake(game, moment.now)
    told = replace(
        game,
        seating=command.seating,
        present=command.present,
        computers=command.computers,
        left=command.left,
        nobody_since=None if anybody else game.nobody_since or moment.now,
    )
    return go_on(replace(told, turn=_turn(game, told, moment.now)), moment)


def _fits(command: commands.Seats, players: int) -> bool:
    return {len(command.present), len(command.computers), len(command.left)} == {players}


def _turn(before: Game, told: Game, now: UnixMs) -> Turn | None:
    """The turn under way, as it is once this has been told."""
    turn, seat = told.turn, told.match.round.turn
    if turn is None or seat is None:
        return turn
    if turn.computer is not None:
        back = before.phase == "waiting" and told.phase == "playing"
        return replace(turn, began=now) if back else turn
    if (computer := told.computer(seat)) is not None:
        return replace(turn, began=now, away_since=None, left=None, computer=computer)
    if told.present[seat]:
        return replace(turn, away_since=None) if clockless(told.match.rules) else turn
    missed = len(told.people) > 1 and told.rested_at is None  # at a table that rests, from when it wakes
    if missed and turn.away_since is None:
        return replace(turn, away_since=now)
    return turn
