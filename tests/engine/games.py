"""Games to decide about, what can be said in them, and moments to say it at."""

from collections.abc import Iterator
from random import Random
from typing import cast

from contracts import commands
from contracts.commands import EngineCommand
from contracts.ids import UnixMs
from engine.clock import Limits, Timing
from engine.decide import Moment, decide
from engine.game import Game, first_round
from rules.presets import PRESETS
from rules.round import Action, Draw, Pass, Place, automatic, legal, timeout
from rules.seats import Seat
from runtime.store import Outage

TABLE = "7K3MXY52"
TIMING = Timing(turn=None, away=None, between=20_000, rest=60_000)
TURN, AWAY = 45_000, 5_000
LIMITS = Limits(turn=TURN, away=AWAY, between=20_000, rest=60_000)

TABLES = [("partners", 4), ("domna-2", 2), ("bakesh", 3), ("fives", 4), ("block", 2), ("duel", 2)]
"""Games that differ in what the engine has to do: drawing, what the table does unasked, no clock."""


def ms(moment: int) -> UnixMs:
    return UnixMs(moment)


def outage(began: int, ended: int) -> Outage:
    return Outage(ms(began), ms(ended))


def at(now: int, *outages: Outage, seed: int | None = None) -> Moment:
    """A moment; without `seed` its seed comes from the time."""
    return Moment(ms(now), outages, a_seed(now if seed is None else seed), TIMING)


def a_seed(number: int) -> bytes:
    return Random(number).randbytes(32)


def a_game(
    preset: str = "partners",
    players: int = 4,
    *,
    present: tuple[bool, ...] | None = None,
    seed: int = 1,
    now: int = 0,
    target: int | None = None,
) -> Game:
    """A match as it has just been dealt, everybody there."""
    return first_round(
        TABLE,
        PRESETS[preset],
        players,
        target,
        number=1,
        seed=a_seed(seed),
        now=ms(now),
        seating=1,
        present=(True,) * players if present is None else present,
    )


def say(game: Game, action: Action, **instead: object) -> EngineCommand:
    """The command that asks for `action` now."""
    round_ = game.match.round
    fields: dict[str, object] = {
        "type": action.type,
        "table": game.table,
        "seat": action.seat,
        "match": game.match.number,
        "round": round_.number,
        "ply": round_.ply,
    }
    if isinstance(action, Place):
        fields |= {"tile": str(action.tile), "end": action.end}
    return commands.engine_command.validate_python(fields | instead)


def turn(game: Game) -> Seat:
    """The seat to act."""
    seat = game.match.round.turn
    assert seat is not None
    return seat


def next_action(game: Game) -> Action:
    return timeout(game.match.round)[0]


def any_action(game: Game, chance: Random) -> Action:
    moves = legal(game.match.round)
    return Place(turn(game), *chance.choice(moves)) if moves else next_action(game)


def played(game: Game, times: int = 1, now: int = 0) -> Game:
    """The game some allowed actions later."""
    for _ in range(times):
        game = decide(game, say(game, next_action(game)), at(now))
    return game


def played_out(game: Game, now: int = 0) -> Game:
    """The game at the end of its round."""
    while game.match.round.end is None:
        game = played(game, now=now)
    return game


def before_its_end(game: Game) -> Game:
    """The game before the action that ends the round."""
    while (after := played(game)).match.round.end is None:
        game = after
    return game


def decided(game: Game, now: int = 0) -> Game:
    """The game at the end of its match."""
    while game.match.winner is None:
        game = played_out(game, now)
        if game.match.winner is None:
            game = decide(game, expire(), at(now := now + LIMITS.between))
    return game


def ready(game: Game, seat: int) -> EngineCommand:
    return commands.Ready(
        table=TABLE, seat=cast(Seat, seat), match=game.match.number, round=game.match.round.number
    )


def again(game: Game, seat: int) -> EngineCommand:
    return commands.Again(table=TABLE, seat=cast(Seat, seat), match=game.match.number)


def presence(*present: bool, seating: int = 2) -> EngineCommand:
    return commands.Presence(table=TABLE, seating=seating, present=present)


def expire() -> EngineCommand:
    return commands.Expire(table=TABLE)


def begin(preset: str = "partners", players: int = 4) -> EngineCommand:
    return commands.Begin(
        table=TABLE,
        rules=PRESETS[preset],
        players=players,
        target=None,
        seating=1,
        present=(True,) * players,
    )


def random_life(preset: str, players: int, chance: Random, steps: int = 120) -> Iterator[Game]:
    """Every state of a game that lives at random: moves, comings and goings, turns that run out."""
    game = a_game(preset, players, seed=chance.randrange(1 << 32), now=1_000)
    now, seating = 1_000, 1
    yield game
    for _ in range(steps):
        now += chance.choice((10, 1_000, 7_000, 50_000))
        seating += 1
        choice = chance.random()
        command = expire()
        if choice < 0.2:
            present = [chance.random() < 0.7 for _ in range(players)]
            command = presence(*present, seating=seating)
        elif choice < 0.8 and game.match.round.turn is not None:
            command = say(game, any_action(game, chance))
        elif game.phase == "between":
            command = ready(game, chance.randrange(players))
        elif game.phase == "over":
            command = again(game, chance.randrange(players))
        game = decide(game, command, at(now))
        yield game


__all__ = ["Draw", "Pass", "Place", "automatic", "legal"]
