"""What was said and acknowledged, beside what stands in the logs."""

from collections import Counter

from rules.round import Action, Draw, Pass, Place
from tests.faults.findings import Findings
from tests.harness.player import Move, Player


def check_moves(player: Player, found: Findings) -> None:
    """An acknowledged move stands where it was made; nothing stands in a player's name that it never said."""
    for move in player.acknowledged:
        found.counts["moves acknowledged"] += 1
        stands = standing(move, player.code, found)
        if stands is None or stands[0] != move:
            found.wrong("lost", player.code, f"{move} was acknowledged; there stands {stands}")
        elif stands[1] != "player":
            found.counts[f"moves acknowledged that the {stands[1]} made, too"] += 1
    for move, times in Counter(player.acknowledged).items():
        if times > 1:
            found.wrong("doubled", player.code, f"{move} was acknowledged as {times}")
    for (table, match, round_), game in found.last.items():
        if table != player.code:
            continue
        for ply, (action, by) in enumerate(zip(game.match.round.log, game.by, strict=True)):
            move = as_move(action, match, round_, ply)
            if by == "player" and action.seat == player.seat and move not in player.said:
                found.wrong("doubled", table, f"{move} stands in the log; its player never said it")


def standing(move: Move, table: str, found: Findings) -> tuple[Move, str] | None:
    """Return what stands at the place of `move`, and who did it."""
    game = found.last.get((table, move.match, move.round))
    if game is None or move.ply >= len(game.match.round.log):
        return None
    action = game.match.round.log[move.ply]
    return as_move(action, move.match, move.round, move.ply), game.by[move.ply]


def as_move(action: Action, match: int, round_: int, ply: int) -> Move:
    match action:
        case Place():
            return Move(match, round_, ply, action.seat, "place", str(action.tile), action.end)
        case Draw():
            return Move(match, round_, ply, action.seat, "draw", None, None)
        case Pass():
            return Move(match, round_, ply, action.seat, "pass", None, None)
