"""From one stored state of a match to the next: what may have changed, and who may have done it."""

from engine.clock import Timing, turn_ends
from engine.game import Game
from rules.round import Draw
from tests.faults.findings import Findings
from tests.faults.history import Snapshot
from tests.harness.player import Asking, Player

Players = dict[tuple[str, int], Player]
"""Everybody, by table and seat."""


def check_step(
    before: Game, after: Game, one: Snapshot, players: Players, timing: Timing, found: Findings
) -> None:
    """`one` is what was stored of `after`."""
    here = f"version {one.version}, round {after.match.round.number}"
    if before.at != after.at:
        _check_next(before, after, one, here, players, timing, found)
        return
    old, new = before.match.round.log, after.match.round.log
    if new[: len(old)] != old:
        found.wrong("log", after.table, f"{here}: {new} does not go on from {old}")
    elif len(new) > len(old):
        _check_action(before, after, one, here, timing, found)
    else:
        _check_hands(before, after, here, players, found)


def _check_action(
    before: Game, after: Game, one: Snapshot, here: str, timing: Timing, found: Findings
) -> None:
    """One turn's action or actions, by whoever had the turn; the clock is never early."""
    table, ply, turn = after.table, len(before.match.round.log), before.turn
    by, others = after.by[ply], set(after.by[ply + 1 :])
    where = f"{here}, ply {ply}: played by the {by}"
    if turn is None:
        found.wrong("turn", table, f"{where}, whose turn had not begun")
        return
    if (by == "computer") != (turn.computer is not None) or by == "table":
        found.wrong("turn", table, f"{where}; the turn was of {turn}")
    if others - {by, "table"}:
        found.wrong("turn", table, f"{where}, and in the same step by {others}")
    if before.phase == "waiting" or (before.phase == "resting" and by != "player"):
        found.wrong("turn", table, f"{where} while the table was {before.phase}")
    ends = turn_ends(turn, timing.limits(before.match.rules), ())
    decided = after.turn.began if after.turn else after.between_since or one.at
    if by == "clock" and (ends is None or decided < ends):
        found.wrong("clock", table, f"{where} at {decided}; the turn ends at {ends}")
    seat, next_turn = after.match.round.turn, after.turn
    if seat is not None and next_turn is not None:
        goes_on = isinstance(after.match.round.log[-1], Draw)
        expected = turn.computer if goes_on else after.computer(seat)
        if next_turn.computer != expected:
            found.wrong("turn", table, f"{where}; then it is {next_turn.computer}'s, not {expected}'s")


def _check_hands(before: Game, after: Game, here: str, players: Players, found: Findings) -> None:
    """A turn under way is handed over only where its owner has left; nobody has left who never said so."""
    seat, was, is_ = after.match.round.turn, before.turn, after.turn
    for left in (seat_ for seat_ in after.seats if after.has_left(seat_)):
        player = players.get((after.table, left))
        if player is None or not player.leaves:
            found.wrong("left", after.table, f"{here}: seat {left} is held to have left, and never said so")
    if seat is None or was is None or is_ is None or was.computer == is_.computer:
        return
    if was.computer is not None or not after.has_left(seat):
        found.wrong("turn", after.table, f"{here}: {was} became {is_} with seats {after.computers}")
    found.counts["turns handed over to a computer player"] += 1


def _check_next(
    before: Game, after: Game, one: Snapshot, here: str, players: Players, timing: Timing, found: Findings
) -> None:
    """Another round or match: when the one before is over, or all agreed to abandon it."""
    round_, (match, number) = before.match.round, before.at
    if after.at not in ((match, number + 1), (match + 1, 1)):
        found.wrong("log", after.table, f"{here}: {after.at} follows {before.at}")
    if after.match.number > match:
        if before.match.winner is None:
            found.wrong("log", after.table, f"{here} begins a match before the one before has ended")
        return
    if before.match.rules.next_round == "consent":
        at = Asking(match, number, round_.ply)
        for seat in (seat for seat in after.people if not after.has_left(seat)):
            player = players.get((after.table, seat))
            if player is None or at not in player.asked:
                found.wrong("consent", after.table, f"{here}: seat {seat} never asked for it at {at}")
        if round_.end is None:
            found.abandoned.add((after.table, match, number))
            found.counts["rounds abandoned by consent"] += 1
        return
    if round_.end is None:
        found.wrong("log", after.table, f"{here} begins before the round before has ended")
    elif before.between_since is not None:
        missing = {seat for seat in after.people if after.present[seat]} - set(before.ready)
        between = timing.limits(before.match.rules).between
        if len(missing) > 1 and one.at < before.between_since + between:
            found.wrong("ready", after.table, f"{here}: dealt while seats {sorted(missing)} were not ready")
