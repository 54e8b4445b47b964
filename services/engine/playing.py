"""Moves: a person's, and a computer player's. Each counts once, and only in a turn of its own kind."""

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from contracts import commands
from contracts.ids import UnixMs
from contracts.problems import Code
from contracts.view import By
from engine.clock import Turn
from engine.errors import Refused
from engine.game import Game, turn_of
from engine.moment import Moment
from engine.rest import awake
from rules.errors import Refusal
from rules.match import play
from rules.round import Action, Draw, Pass, Place, automatic
from rules.tile import Tile


def place_draw_or_pass(game: Game, command: commands.Move, moment: Moment) -> Game:
    """A person's move. It wakes a table that rests: its player may not have been told of yet."""
    action = action_of(command)
    if counts_already(game, command, action):
        return game
    game = awake(game, moment.now)
    if game.phase == "waiting":
        raise Refused("waiting")
    if game.turn is not None and game.turn.computer is not None and game.match.round.turn == command.seat:
        raise Refused("computer_plays")
    return act(game, (action,), "player", moment)


def computer_move(game: Game, command: commands.Computer, moment: Moment) -> Game:
    """A computer player's move: nothing but the turn of a computer player under way can make it count."""
    move, turn = command.move, game.turn
    action = action_of(move)
    if counts_already(game, move, action):
        return game
    own = turn is not None and turn.computer is not None and game.match.round.turn == move.seat
    if game.phase != "playing" or not own:
        raise Refused("not_your_turn")
    return act(game, (action,), "computer", moment)


def action_of(command: commands.Move) -> Action:
    """Return the rules' action that a command asks for; raise Refused for a text that is no tile."""
    match command:
        case commands.Place():
            try:
                return Place(command.seat, Tile.parse(command.tile), command.end)
            except ValueError as error:
                raise Refused("wrong_value", "A tile is written lower half first: 3-5.") from error
        case commands.Draw():
            return Draw(command.seat)
        case commands.Pass():
            return Pass(command.seat)


def counts_already(game: Game, command: commands.Play, action: Action) -> bool:
    """Tell whether the log holds this very action at this very place; raise Refused if it holds another."""
    at, last, log = (command.match, command.round), game.finished, game.match.round.log
    current = at == game.at
    if not current:
        if last is None or at != (last.match, last.round):
            raise Refused("wrong_round")
        log = last.log
    if command.ply < len(log):
        if log[command.ply] == action:
            return True
        raise Refused("stale_ply")
    if not current:
        raise Refused("wrong_round")
    if command.ply > len(log):
        raise Refused("future_ply")
    return False


def act(game: Game, actions: Sequence[Action], by: By, moment: Moment) -> Game:
    """Return the game after one or more actions of the seat to act, and what the table then does unasked."""
    match = game.match
    try:
        for action in actions:
            match, _ = play(match, action)
    except Refusal as refusal:
        raise Refused(cast(Code, refusal.code), str(refusal)) from refusal
    whom = [*game.by, *(by for _ in actions)]
    while unasked := automatic(match.round):
        match, _ = play(match, unasked)
        whom.append("table")
    between_since, turn = game.between_since, turn_of(game, match.round.turn, moment.now)
    if match.round.end is not None:
        by_itself = match.winner is None and match.rules.next_round == "ready"
        between_since = moment.now if by_itself else None
    elif isinstance(match.round.log[-1], Draw):
        turn = _drew(game.turn, moment.now)
    return replace(game, match=match, by=tuple(whom), asked=(), turn=turn, between_since=between_since)


def _drew(turn: Turn | None, now: UnixMs) -> Turn | None:
    """The turn goes on, and so does its clock; a computer player is asked anew, and has its time anew."""
    return turn if turn is None or turn.computer is None else replace(turn, began=now)
