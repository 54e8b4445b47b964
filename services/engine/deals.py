"""Rounds as they are dealt at a table, and the turns that begin with them."""

from dataclasses import replace

from contracts.ids import UnixMs
from contracts.lobby import Level
from engine.game import Finished, Game, turn_of
from rules.deal import deal
from rules.match import begin, next_round
from rules.ruleset import RuleSet


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
    computers: tuple[Level | None, ...] = (),
    left: tuple[bool, ...] = (),
    finished: Finished | None = None,
) -> Game:
    """Return match `number` of the table, its first round dealt from `seed`."""
    game = Game(
        table=table,
        match=begin(rules, players, target, deal(seed, rules, players), number),
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
        computers=computers,
        left=left,
    )
    return replace(game, turn=turn_of(game, game.match.round.turn, now))


def following_round(game: Game, seed: bytes, now: UnixMs) -> Game:
    """Return the game with its next round dealt from `seed`; one under way is abandoned."""
    dealt = replace(
        game,
        match=next_round(game.match, deal(seed, game.match.rules, game.match.players)),
        seed=seed.hex(),
        by=(),
        finished=_finished(game),
        between_since=None,
        ready=(),
        asked=(),
    )
    return replace(dealt, turn=turn_of(dealt, dealt.match.round.turn, now))


def following_match(game: Game, seed: bytes, now: UnixMs) -> Game:
    """Return another match of the same seats: scores 0, led as a first one is."""
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
        computers=game.computers,
        left=game.left,
        finished=_finished(game),
    )


def _finished(game: Game) -> Finished:
    return Finished(*game.at, game.match.round.log)
