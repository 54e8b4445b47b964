"""Games to decide about, what can be said in them, and moments to say it at."""

from collections.abc import Callable
from random import Random
from typing import cast

import pytest

from contracts import commands
from contracts.commands import EngineCommand
from contracts.ids import UnixMs
from contracts.lobby import Level
from engine.clock import Limits, Timing
from engine.deals import first_round
from engine.decide import Command, decide
from engine.errors import Refused
from engine.game import Game
from engine.moment import Moment
from rules.presets import PRESETS
from rules.round import Action, Draw, Pass, Place, automatic, legal, timeout
from rules.ruleset import RuleSet
from rules.seats import Seat
from runtime.store import Outage

Levels = tuple[Level | None, ...]

TABLE = "7K3MXY52"
TURN, AWAY, COMPUTER = 45_000, 5_000, 4_000
TIMING = Timing(turn=None, away=None, between=20_000, rest=60_000, computer=COMPUTER)
LIMITS = Limits(turn=TURN, away=AWAY, between=20_000, rest=60_000, computer=COMPUTER)

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
    preset: str | RuleSet = "partners",
    players: int = 4,
    *,
    present: tuple[bool, ...] | None = None,
    computers: Levels = (),
    seed: int = 1,
    now: int = 0,
    target: int | None = None,
) -> Game:
    """A match as it has just been dealt, every person there; `computers` play the seats they have."""
    computers = computers or (None,) * players
    return first_round(
        TABLE,
        PRESETS[preset] if isinstance(preset, str) else preset,
        players,
        target,
        number=1,
        seed=a_seed(seed),
        now=ms(now),
        seating=1,
        present=tuple(level is None for level in computers) if present is None else present,
        computers=computers,
        left=(False,) * players,
    )


def a_game_where(holds: Callable[[Game], bool], make: Callable[[int], Game]) -> Game:
    """The first game that `make` gives of which something holds, by the number of its seed."""
    return next(game for game in map(make, range(500)) if holds(game))


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


def say_as_computer(game: Game, action: Action, **instead: object) -> commands.Computer:
    """What a computer player says to do `action` now."""
    return commands.Computer(move=cast(commands.Move, say(game, action, **instead)))


def acts(game: Game, action: Action) -> Command:
    """The command that asks for `action` now, said by whoever has the turn."""
    computer = game.turn is not None and game.turn.computer is not None
    return say_as_computer(game, action) if computer else say(game, action)


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
        game = decide(game, acts(game, next_action(game)), at(now))
    return game


def played_until(game: Game, holds: Callable[[Game], bool], now: int = 0) -> Game:
    """The game some allowed actions later, when something holds of it; LookupError if it never does."""
    while not holds(game):
        if game.match.round.end is not None:
            raise LookupError("the round is over")
        game = played(game, now=now)
    return game


def played_out(game: Game, now: int = 0) -> Game:
    """The game at the end of its round."""
    while game.match.round.end is None:
        game = played(game, now=now)
    return game


def before_its_end(game: Game, now: int = 0) -> Game:
    """The game before the action that ends the round."""
    while (after := played(game, now=now)).match.round.end is None:
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


def new_round(game: Game, seat: int, **instead: object) -> EngineCommand:
    fields = {"table": TABLE, "seat": seat, "match": game.match.number, "round": game.match.round.number}
    return commands.NewRound.model_validate(fields | {"ply": game.match.round.ply} | instead)


def presence(
    *present: bool, seating: int = 2, computers: Levels = (), left: tuple[bool, ...] = ()
) -> EngineCommand:
    return commands.Presence(
        table=TABLE,
        seating=seating,
        present=present,
        computers=computers or (None,) * len(present),
        left=left or (False,) * len(present),
    )


def expire() -> EngineCommand:
    return commands.Expire(table=TABLE)


def begin(preset: str = "partners", players: int = 4, *, computers: Levels = ()) -> EngineCommand:
    computers = computers or (None,) * players
    return commands.Begin(
        table=TABLE,
        rules=PRESETS[preset],
        players=players,
        target=None,
        seating=1,
        present=tuple(level is None for level in computers),
        computers=computers,
        left=(False,) * players,
    )


__all__ = ["Draw", "Pass", "Place", "automatic", "legal"]


def refusal(game: Game, command: Command, now: int = 9_000) -> str:
    """The code that `command` is refused with; fails where it is not."""
    with pytest.raises(Refused) as caught:
        decide(game, command, at(now))
    return caught.value.code
