"""Compares all that clients were shown and told with every state that was stored.

Nothing is taken on trust: a log is replayed from its deal, the deal from its seed, and each view is built
anew from the stored state that it claims to show.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from contracts.ids import Position, UnixMs
from engine import snapshot
from engine.clock import Timing, turn_ends
from engine.game import Game
from engine.views import frame_of
from rules.deal import deal, verify
from rules.round import Action, Draw, Pass, Place, replay
from rules.seats import seats
from seating import snapshot as table_snapshot
from seating.document import document
from tests.faults.history import History, Snapshot
from tests.faults.witness import At, Violation, Witness, differences, timeless, unpacked
from tests.harness.player import Move, Player

RoundKey = tuple[str, int, int]
"""Table, match and round."""

AWAY_LATE_MS = 5_000
"""The engine, and after it a client, may learn so late that somebody was away who has come back since."""


@dataclass
class Findings:
    """What the comparison found, and how much was compared."""

    violations: list[Violation] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    last: dict[RoundKey, Game] = field(default_factory=dict)  # each round as it was stored last

    def wrong(self, kind: str, table: str, what: str) -> None:
        self.violations.append(Violation(kind, table, what))


def check(history: History, witness: Witness, timing: Timing) -> Findings:
    """Compare everything."""
    found = Findings()
    players: dict[tuple[str, int], Player] = {(one.code, one.seat): one for one in witness.players}
    for (kind, table), stored in history.items():
        _check_order(kind, table, stored, found)
        if kind == "match":
            _check_match(table, stored, witness, players, timing, found)
        else:
            _check_lobby(table, stored, witness, found)
    known = {(kind, table, one.version, one.mark) for (kind, table), all_ in history.items() for one in all_}
    for at in witness.shown:
        kind = "table" if at.seat < 0 else "match"
        if (kind, at.table, at.version, at.mark) not in known:
            found.wrong("shown, never stored", at.table, f"{at}: {unpacked(witness.shown[at])}")
    for key, game in found.last.items():
        _check_round(key, game, found)
    for player in witness.players:
        _check_moves(player, found)
        _check_refusals(player, found)
    _check_finished(witness, found)
    return found


def _check_order(kind: str, table: str, stored: Sequence[Snapshot], found: Findings) -> None:
    """Each state follows the one before: nothing was ever rolled back or written twice."""
    for before, after in pairwise(stored):
        if after.version != before.version + 1:
            found.wrong("history", table, f"{kind}: version {after.version} follows {before.version}")


def _check_match(
    table: str,
    stored: Sequence[Snapshot],
    witness: Witness,
    players: dict[tuple[str, int], Player],
    timing: Timing,
    found: Findings,
) -> None:
    before: Game | None = None
    for one in stored:
        game = snapshot.load(one.body)
        found.counts["states stored"] += 1
        if snapshot.dump(game) != one.body:
            found.wrong("snapshot", table, f"version {one.version}: load(dump(x)) is not x")
        if before is not None:
            _check_step(before, game, one, timing, found)
            _check_away(before, game, one.version, witness, players, found)
        _check_views(game, one, witness, timing, found)
        found.last[table, game.match.number, game.match.round.number] = game
        before = game


def _check_step(before: Game, after: Game, one: Snapshot, timing: Timing, found: Findings) -> None:
    """From one state to the next a log only grows, and the clock never plays before its time."""
    table, here = after.table, f"version {one.version}, round {after.match.round.number}"
    old, new = before.match.round.log, after.match.round.log
    same = (before.match.number, before.match.round.number) == (after.match.number, after.match.round.number)
    if same and new[: len(old)] != old:
        found.wrong("log", table, f"{here}: {new} does not go on from {old}")
    if not same and before.match.round.end is None:
        found.wrong("log", table, f"{here} begins before the round before has ended")
    if same and len(new) > len(old) and after.by[len(old)] == "clock" and before.turn is not None:
        limits = timing.limits(before.match.rules)
        now = after.turn.began if after.turn else after.between_since
        ends = turn_ends(before.turn, limits, ())
        if now is not None and ends is not None and now < ends:
            found.wrong("clock", table, f"{here}, ply {len(old)}: played {ends - now} ms early")


def _check_away(
    before: Game,
    after: Game,
    version: int,
    witness: Witness,
    players: dict[tuple[str, int], Player],
    found: Findings,
) -> None:
    """Who is held to be away, which makes a turn shorter, was not there."""
    for seat, there in enumerate(after.present):
        if there or not before.present[seat]:
            continue
        found.counts["players held to be away"] += 1
        at, player = witness.seen.get((after.table, version)), players.get((after.table, seat))
        if at is None or player is None:
            continue
        for stay in player.stays:
            if stay.began < at - AWAY_LATE_MS and stay.heard > at:
                for_s = (at - stay.began) / 1000
                what = f"version {version}: seat {seat}, connected for {for_s:.1f} s, was held to be away"
                found.wrong("away", after.table, what)


def _check_views(game: Game, one: Snapshot, witness: Witness, timing: Timing, found: Findings) -> None:
    """What each seat was shown of this state is what this state shows."""
    position = Position(version=one.version, mark=one.mark)
    limits = timing.limits(game.match.rules)
    for seat in seats(game.match.players):
        at = At(game.table, one.version, one.mark, seat)
        kept = witness.shown.get(at)
        if kept is None:
            continue
        frame = frame_of(game, seat, position, UnixMs(0), (), limits)
        _compare(timeless(frame.view.model_dump(mode="json")), kept, at, "view", found)
        found.counts["views compared"] += 1
        found.counts["views compared after a resume"] += at in witness.resumed


def _check_lobby(table: str, stored: Sequence[Snapshot], witness: Witness, found: Findings) -> None:
    for one in stored:
        at = At(table, one.version, one.mark, -1)
        kept = witness.shown.get(at)
        if kept is None:
            continue
        position = Position(version=one.version, mark=one.mark)
        expected = document(table_snapshot.load(one.body), position).model_dump(mode="json")
        _compare(expected, kept, at, "lobby", found)
        found.counts["lobby documents compared"] += 1


def _compare(expected: dict[str, object], kept: bytes, at: At, kind: str, found: Findings) -> None:
    seen = unpacked(kept)
    if expected != seen:
        found.wrong(kind, at.table, f"{at}: {'; '.join(differences(expected, seen))}")


def _check_round(key: RoundKey, game: Game, found: Findings) -> None:
    """The deal comes of the promised seed, and the log leads from the deal to where the round stands."""
    table, number, round_number = key
    round_ = game.match.round
    seed = bytes.fromhex(game.seed)
    if not verify(game.commitment, table, number, round_number, seed):
        found.wrong("commitment", table, f"{key}: {game.commitment} was not made with {game.seed}")
    if deal(seed, round_.rules, round_.players) != round_.deal:
        found.wrong("deal", table, f"{key}: it does not come of its seed")
    again = replay(
        round_.deal,
        round_.rules,
        round_.leader,
        round_.log,
        forced=round_.forced,
        target=round_.target,
        before=round_.before,
        number=round_.number,
    )
    if again != round_:
        found.wrong("replay", table, f"{key}: {again} is not {round_}")
    found.counts["rounds replayed"] += 1
    found.counts["rounds finished"] += round_.end is not None
    found.counts.update(f"actions by {by}" for by in game.by)


def _check_moves(player: Player, found: Findings) -> None:
    """An acknowledged move stands where it was made; nothing stands in a player's name that it never said."""
    for move in player.acknowledged:
        found.counts["moves acknowledged"] += 1
        stands = _standing(move, player.code, found)
        if stands is None or stands[0] != move:
            found.wrong("lost", player.code, f"{move} was acknowledged; there stands {stands}")
        elif stands[1] != "player":
            found.counts["moves acknowledged that the clock made, too"] += 1
    twice = [move for move, times in Counter(player.acknowledged).items() if times > 1]
    for move in twice:
        found.wrong("doubled", player.code, f"{move} was acknowledged as two")
    for (table, match, round_), game in found.last.items():
        if table != player.code:
            continue
        for ply, (action, by) in enumerate(zip(game.match.round.log, game.by, strict=True)):
            if by != "player" or action.seat != player.seat:
                continue
            move = _move(action, match, round_, ply)
            if move not in player.said:
                found.wrong("doubled", table, f"{move} stands in the log; its player never said it")


def _check_refusals(player: Player, found: Findings) -> None:
    """A move is refused only when its turn had been ended by the clock before it came."""
    for frame, error in player.refused:
        found.counts[f"refused: {frame['type']}, {error['code']}"] += 1
        why = "nothing explains it"
        if frame["type"] in ("place", "draw", "pass") and error["code"] in ("stale_ply", "wrong_round"):
            at = (frame["match"], frame["round"], frame["ply"])
            move = Move(*at, player.seat, frame["type"], frame.get("tile"), frame.get("end"))
            stands = _standing(move, player.code, found)
            if stands is not None and stands[1] == "clock" and stands[0] != move:
                found.counts["refusals explained"] += 1
                continue
            why = f"there stands {stands}"
        what = f"seat {player.seat}: {frame} was refused: {error['code']}; {why}"
        found.wrong("refused", player.code, what)


def _check_finished(witness: Witness, found: Findings) -> None:
    """Each round that players saw end has ended in the store."""
    for key in witness.finished:
        game = found.last.get(key)
        if game is None or game.match.round.end is None:
            found.wrong("round", key[0], f"{key} was seen to end; stored is {game}")


def _standing(move: Move, table: str, found: Findings) -> tuple[Move, str] | None:
    """Return what stands at the place of `move`, and who did it."""
    game = found.last.get((table, move.match, move.round))
    if game is None or move.ply >= len(game.match.round.log):
        return None
    action = game.match.round.log[move.ply]
    return _move(action, move.match, move.round, move.ply), game.by[move.ply]


def _move(action: Action, match: int, round_: int, ply: int) -> Move:
    match action:
        case Place():
            return Move(match, round_, ply, action.seat, "place", str(action.tile), action.end)
        case Draw():
            return Move(match, round_, ply, action.seat, "draw", None, None)
        case Pass():
            return Move(match, round_, ply, action.seat, "pass", None, None)
