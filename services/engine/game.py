"""A match as it is lived at a table: the rules' match, its clock, and who is there.

A value, complete in itself: what is stored is this, whole. Knows no store, broker or message.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from contracts.ids import UnixMs
from contracts.view import By, Phase
from engine.clock import Limits, Turn, turn_ends
from rules.deal import commitment, deal
from rules.match import Match, begin, next_round
from rules.round import Action
from rules.ruleset import RuleSet
from rules.seats import Seat
from runtime.store import Outage


@dataclass(frozen=True, slots=True)
class Finished:
    """The round before this one, kept so that its last action, asked again, is known again."""

    match: int
    round: int
    log: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Game:
    """All that is stored of the play at one table.

    `by` says who played each action of the round's log. `seating` is the version of the table document that
    `present` was told with. `nobody_since` is set while no person is present, `rested_at` while the table
    rests; `between_since` from the end of a round to the next deal. `ready` and `again` are votes.
    """

    table: str
    match: Match
    seed: str
    by: tuple[By, ...]
    finished: Finished | None
    turn: Turn | None
    between_since: UnixMs | None
    seating: int
    present: tuple[bool, ...]
    nobody_since: UnixMs | None
    rested_at: UnixMs | None
    ready: tuple[Seat, ...]
    again: tuple[Seat, ...]

    @property
    def phase(self) -> Phase:
        if self.match.winner is not None:
            return "over"
        if self.rested_at is not None:
            return "resting"
        return "playing" if self.match.round.end is None else "between"

    @property
    def commitment(self) -> str:
        """What everybody was sent before the first move of the round."""
        return commitment(self.table, self.match.number, self.match.round.number, bytes.fromhex(self.seed))


def first_round(
    table: str,
    rules: RuleSet,
    players: int,
    target: int | None,
    *,
    number: int,
    seed: bytes,
    now: UnixMs,
    seating: int,
    present: tuple[bool, ...],
    finished: Finished | None = None,
) -> Game:
    """Return match `number` of the table, its first round dealt from `seed`."""
    match = begin(rules, players, target, deal(seed, rules, players), number)
    game = Game(
        table=table,
        match=match,
        seed=seed.hex(),
        by=(),
        finished=finished,
        turn=None,
        between_since=None,
        seating=seating,
        present=present,
        nobody_since=None if any(present) else now,
        rested_at=None,
        ready=(),
        again=(),
    )
    return replace(game, turn=turn_of(game, now))


def following_round(game: Game, seed: bytes, now: UnixMs) -> Game:
    """Return the game with its next round dealt from `seed`."""
    match = next_round(game.match, deal(seed, game.match.rules, game.match.players))
    dealt = replace(
        game,
        match=match,
        seed=seed.hex(),
        by=(),
        finished=finished(game),
        between_since=None,
        ready=(),
    )
    return replace(dealt, turn=turn_of(dealt, now))


def following_match(game: Game, seed: bytes, now: UnixMs) -> Game:
    """Return another match of the same people: scores 0, led as a first one is."""
    match = game.match
    return first_round(
        game.table,
        match.rules,
        match.players,
        match.target,
        number=match.number + 1,
        seed=seed,
        now=now,
        seating=game.seating,
        present=game.present,
        finished=finished(game),
    )


def finished(game: Game) -> Finished:
    return Finished(game.match.number, game.match.round.number, game.match.round.log)


def turn_of(game: Game, now: UnixMs) -> Turn | None:
    """Return the turn that begins now; shorter from its start when its player is away."""
    seat = game.match.round.turn
    if seat is None:
        return None
    return Turn(began=now, away_since=None if game.present[seat] else now)


def due(game: Game, limits: Limits, outages: Sequence[Outage]) -> UnixMs | None:
    """When time itself next does something at this table; None when nothing is due."""
    if game.phase in ("over", "resting"):
        return None
    moments: list[UnixMs | None] = [turn_ends(game.turn, limits, outages) if game.turn else None]
    if game.between_since is not None:
        moments.append(UnixMs(game.between_since + limits.between))
    if game.nobody_since is not None:
        moments.append(UnixMs(game.nobody_since + limits.rest))
    return min((moment for moment in moments if moment is not None), default=None)


def rested(game: Game, now: UnixMs, limits: Limits, outages: Sequence[Outage]) -> Game:
    """Return the game as it rests from now on; what outages had given back to its turn is kept."""
    ends = turn_ends(game.turn, limits, outages) if game.turn else None
    turn = game.turn if ends is None else Turn(now, None, left=max(0, ends - now))
    return replace(game, turn=turn, rested_at=now)


def awake(game: Game, now: UnixMs) -> Game:
    """Return the game as it goes on after its rest: every clock stands where it stood."""
    if game.rested_at is None:
        return game
    between = game.between_since
    return replace(
        game,
        turn=game.turn and replace(game.turn, began=now),
        between_since=None if between is None else UnixMs(between + now - game.rested_at),
        nobody_since=None if any(game.present) else now,
        rested_at=None,
    )
