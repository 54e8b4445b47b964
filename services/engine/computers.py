"""When a computer player is to act, and what it is told: a seat's view, and nothing else."""

from contracts.commands import ComputerTurn
from engine.game import Game
from rules.view import view


def to_act(before: Game | None, after: Game) -> ComputerTurn | None:
    """Return what a computer player is told when `after` has taken the place of `before`.

    None where no computer player is to act, or where it has been told already.
    """
    seat, turn = after.match.round.turn, after.turn
    if seat is None or turn is None or turn.computer is None or after.phase != "playing":
        return None
    if before is not None and before.phase == "playing" and _place(before) == _place(after):
        return None
    return ComputerTurn(
        table=after.table,
        match=after.match.number,
        level=turn.computer,
        rules=after.match.rules,
        view=view(after.match, seat),
    )


def _place(game: Game) -> tuple[object, ...]:
    return *game.at, game.match.round.ply, game.turn
