"""Why a command was refused: only for a reason that stands in the log."""

from tests.faults.findings import Findings
from tests.faults.moves import standing
from tests.harness.player import Frame, Move, Player

MOVES = ("place", "draw", "pass")


def check_refusals(player: Player, found: Findings) -> None:
    """Every refusal has a reason; all else would be a move or a word thrown away.

    Nobody speaks of the future who was not shown it: that state went with a node.
    """
    for frame, error in player.refused:
        found.counts[f"refused: {frame['type']}, {error['code']}"] += 1
        if _explained(player, frame, error["code"], found):
            found.counts["refusals explained"] += 1
            continue
        stands = standing(_move(player, frame), player.code, found) if frame["type"] in MOVES else None
        what = f"seat {player.seat}: {frame} was refused: {error['code']}; there stands {stands}"
        kind = "refused, and gone" if error["code"] == "future_ply" else "refused"
        found.wrong(kind, player.code, what)


def _explained(player: Player, frame: Frame, code: str, found: Findings) -> bool:
    if frame["type"] not in (*MOVES, "new_round"):
        return False
    at = (player.code, frame["match"], frame["round"])
    place = (*at, frame["ply"])
    if frame["type"] == "new_round":
        game = found.last.get(at)
        return code == "stale_ply" and game is not None and len(game.match.round.log) > frame["ply"]
    match code:
        case "waiting":
            return place in found.waited
        case "computer_plays":
            stands = standing(_move(player, frame), player.code, found)
            return place in found.computers and (stands is None or stands[1] == "computer")
        case "stale_ply":
            return _played_by_others(player, frame, found)
        case "wrong_round":
            if at in found.abandoned and standing(_move(player, frame), player.code, found) is None:
                return True
            if _played_by_others(player, frame, found):
                return True
            return sum(key[0] == at[0] and key > at for key in found.last) > 1 and _forgotten(
                player, frame, found
            )
    return False


def _forgotten(player: Player, frame: Frame, found: Findings) -> bool:
    """Of a round before the last one an engine knows nothing any more, be it that this very move stands."""
    stands = standing(_move(player, frame), player.code, found)
    if stands is None or stands[0] != _move(player, frame):
        return False
    found.counts["refused as of a round long over, though it stands"] += 1
    return True


def _played_by_others(player: Player, frame: Frame, found: Findings) -> bool:
    """Tell whether the clock or a computer player has played something else for this seat at that place."""
    move = _move(player, frame)
    stands = standing(move, player.code, found)
    if stands is None or stands[0] == move:
        return False
    return stands[1] in ("clock", "computer") and stands[0].seat == player.seat


def _move(player: Player, frame: Frame) -> Move:
    at = (frame["match"], frame["round"], frame["ply"])
    return Move(*at, player.seat, frame["type"], frame.get("tile"), frame.get("end"))
