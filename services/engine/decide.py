"""What a command makes of a game. Pure: the time, the outages and a fresh seed are arguments."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

from contracts import commands
from contracts.ids import UnixMs
from contracts.problems import Code
from contracts.view import By
from engine.clock import Timing
from engine.game import Game, awake, due, first_round, following_match, following_round, rested, turn_of
from rules.errors import Refusal
from rules.match import play
from rules.round import Action, Draw, Pass, Place, automatic, timeout
from rules.seats import Seat
from rules.tile import Tile
from runtime.store import Outage

BySeat = commands.Play | commands.Ready | commands.Again


class Refused(Exception):
    """The command is refused, and nothing changes."""

    def __init__(self, code: Code, message: str | None = None) -> None:
        super().__init__(code)
        self.code: Code = code
        self.message = message


@dataclass(frozen=True, slots=True)
class Moment:
    """What a decision may depend on beside the game: the store's time, lost time, and a seed never used."""

    now: UnixMs
    outages: Sequence[Outage]
    seed: bytes
    timing: Timing


def decide(game: Game | None, command: commands.EngineCommand, moment: Moment) -> Game:
    """Return the game after `command`, or the very same one if it counts already; raise Refused otherwise."""
    if game is None:
        if isinstance(command, commands.Begin):
            return _begin(command, moment)
        raise Refused("no_match")
    if isinstance(command, BySeat) and command.seat >= game.match.players:
        raise Refused("no_such_seat")
    match command:
        case commands.Place() | commands.Draw() | commands.Pass():
            return _play(game, command, moment)
        case commands.Ready():
            return _ready(game, command, moment)
        case commands.Again():
            return _again(game, command, moment)
        case commands.Presence():
            return _presence(game, command, moment)
        case commands.Expire():
            return _expire(game, moment)
        case commands.Begin():
            return game


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
    )


def _play(game: Game, command: commands.Place | commands.Draw | commands.Pass, moment: Moment) -> Game:
    action = action_of(command)
    if _counts_already(game, command, action):
        return game
    return _act(awake(game, moment.now), (action,), "player", moment)


def action_of(command: commands.Place | commands.Draw | commands.Pass) -> Action:
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


def _counts_already(game: Game, command: commands.Play, action: Action) -> bool:
    """Tell whether the log holds this very action at this very place; raise Refused if it holds another."""
    at, last, log = (command.match, command.round), game.finished, game.match.round.log
    current = at == (game.match.number, game.match.round.number)
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


def _act(game: Game, actions: Sequence[Action], by: By, moment: Moment) -> Game:
    """Return the game after one or more actions of the seat to act."""
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
    played = replace(game, match=match, by=tuple(whom))
    if match.round.end is not None:
        return replace(played, turn=None, between_since=moment.now if match.winner is None else None)
    if isinstance(match.round.log[-1], Draw):
        return played  # the turn goes on, and so does its clock
    return replace(played, turn=turn_of(played, moment.now))


def _ready(game: Game, command: commands.Ready, moment: Moment) -> Game:
    at, now_at = (command.match, command.round), (game.match.number, game.match.round.number)
    if at < now_at or (at == now_at and command.seat in game.ready):
        return game
    if at == now_at and game.match.winner is not None:
        raise Refused("match_over")
    if at > now_at or game.match.round.end is None:
        raise Refused("not_between_rounds")
    game = awake(game, moment.now)
    return _go_on(replace(game, ready=_with(game.ready, command.seat)), moment)


def _again(game: Game, command: commands.Again, moment: Moment) -> Game:
    if command.match < game.match.number or command.seat in game.again:
        return game
    if command.match > game.match.number or game.match.winner is None:
        raise Refused("match_not_over")
    return _go_on(replace(game, again=_with(game.again, command.seat)), moment)


def _presence(game: Game, command: commands.Presence, moment: Moment) -> Game:
    if command.seating <= game.seating or len(command.present) != game.match.players:
        return game
    anybody = any(command.present)
    if anybody:
        game = awake(game, moment.now)
    turn, seat = game.turn, game.match.round.turn
    away = seat is not None and not command.present[seat]
    if turn is not None and away and turn.away_since is None and game.rested_at is None:
        turn = replace(turn, away_since=moment.now)  # at a table that rests, from when it wakes
    nobody_since = None if anybody else game.nobody_since or moment.now
    seen = replace(
        game, turn=turn, seating=command.seating, present=command.present, nobody_since=nobody_since
    )
    return _go_on(seen, moment)


def _expire(game: Game, moment: Moment) -> Game:
    """Do what is due; the very same game when nothing is."""
    limits = moment.timing.limits(game.match.rules)
    at = due(game, limits, moment.outages)
    if at is None or at > moment.now:
        return game
    if game.nobody_since is not None and game.nobody_since + limits.rest <= moment.now:
        return rested(game, moment.now, limits, moment.outages)
    if game.between_since is not None:
        return following_round(game, moment.seed, moment.now)
    return _act(game, timeout(game.match.round), "clock", moment)


def _go_on(game: Game, moment: Moment) -> Game:
    """Return the next round or match, if somebody is present, and all who are asked for it."""
    present = {seat for seat, there in enumerate(game.present) if there}
    if not present:
        return game
    if game.phase == "between" and present <= set(game.ready):
        return following_round(game, moment.seed, moment.now)
    if game.phase == "over" and present <= set(game.again):
        return following_match(game, moment.seed, moment.now)
    return game


def _with(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return tuple(sorted({*seats, seat}))
