"""From an action of the rules to the move that is said. Knows no table's state."""

from typing import Any

from contracts.commands import Computer, ComputerTurn, Draw, Move, Pass, Place, Play
from rules import actions
from rules.actions import Action


def said(turn: ComputerTurn, action: Action) -> Computer:
    """Return what the engine is told; its ply makes it count once, however often it is said."""
    view = turn.view
    play = Play(table=turn.table, seat=view.seat, match=turn.match, round=view.number, ply=view.ply)
    return Computer(move=_move(play.model_dump(), action))


def _move(play: Any, action: Action) -> Move:
    match action:
        case actions.Place():
            return Place(**play, tile=str(action.tile), end=action.end)
        case actions.Draw():
            return Draw(**play)
        case actions.Pass():
            return Pass(**play)
