"""What a command makes of a game. Pure: the time, the outages and a fresh seed are arguments."""

from contracts import commands
from engine.deals import first_round
from engine.due import expire
from engine.errors import Refused
from engine.game import Game
from engine.going_on import again, new_round, ready
from engine.moment import Moment
from engine.playing import computer_move, place_draw_or_pass
from engine.presence import presence

Command = commands.EngineCommand | commands.Computer
"""Everything that an engine takes; what computer players say comes on a subject of its own."""

BySeat = commands.Play | commands.Ready | commands.Again


def decide(game: Game | None, command: Command, moment: Moment) -> Game:
    """Return the game after `command`, or the very same one if it counts already; raise Refused otherwise."""
    if game is None:
        if isinstance(command, commands.Begin):
            return _begin(command, moment)
        raise Refused("no_match")
    said = said_by(command)
    if isinstance(said, BySeat) and said.seat >= game.match.players:
        raise Refused("no_such_seat")
    match command:
        case commands.Place() | commands.Draw() | commands.Pass():
            return place_draw_or_pass(game, command, moment)
        case commands.Computer():
            return computer_move(game, command, moment)
        case commands.Ready():
            return ready(game, command, moment)
        case commands.Again():
            return again(game, command, moment)
        case commands.NewRound():
            return new_round(game, command, moment)
        case commands.Presence():
            return presence(game, command, moment)
        case commands.Expire():
            return expire(game, moment)
        case commands.Begin():
            return game


def said_by(command: Command) -> commands.EngineCommand:
    """Return what is said: a computer player's move has the same words as a person's."""
    return command.move if isinstance(command, commands.Computer) else command


def _begin(command: commands.Begin, moment: Moment) -> Game:
    return first_round(
        command.table,
        command.rules,
        command.players,
        command.target,
        number=1,
        seed=moment.seed,
        now=moment.now,
        seating=command.seating,
        present=command.present,
        computers=command.computers,
        left=command.left,
    )
