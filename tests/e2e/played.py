"""Games played by the real rules and the real engine. Seeds are searched: they are the same every time."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from contracts import commands
from contracts.ids import SeatNumber, UnixMs
from contracts.lobby import Level
from engine.clock import Timing
from engine.deals import first_round
from engine.decide import decide
from engine.game import Game, turn_of
from engine.moment import Moment
from rules.presets import PRESETS
from rules.round import legal, must
from rules.ruleset import RuleSet

CODE = "7KQ4M2XD"
BEGAN = UnixMs(1_700_000_000_000)
TIMING = Timing(turn=None, away=None, between=20_000, rest=60_000, computer=4_000)


@dataclass(frozen=True)
class Kind:
    """What is played, by the name people know it by, and by how many."""

    game: str
    rules: RuleSet
    players: int
    target: int | None = None


PARTNERS = Kind("partners", PRESETS["partners"], 4, 150)


def games(seed: int, kind: Kind = PARTNERS) -> Iterator[Game]:
    """Every state of a whole match, or of a round where each stands alone.

    Each seat places its last legal tile, at its last end.
    """
    seeds = (seed * 1_000 + number for number in range(1_000))

    def moment() -> Moment:
        return Moment(BEGAN, (), next(seeds).to_bytes(32, "big"), TIMING)

    game = first_round(
        CODE,
        kind.rules,
        kind.players,
        kind.target,
        number=1,
        seed=moment().seed,
        now=BEGAN,
        seating=1,
        present=(True,) * kind.players,
    )
    while True:
        yield game
        if game.phase == "over" or (game.phase == "between" and kind.rules.next_round == "consent"):
            return
        game = decide(game, _next(game), moment())


def find(wanted: Callable[[Game], bool], kind: Kind = PARTNERS) -> Game:
    """The first game of the first seed that is as `wanted`."""
    for seed in range(1, 4_000):
        for game in _all(seed, kind):
            if wanted(game):
                return game
    raise LookupError("no seed gives such a game")


@cache
def _all(seed: int, kind: Kind) -> tuple[Game, ...]:
    return tuple(games(seed, kind))


def after(game: Game, command: commands.EngineCommand) -> Game:
    return decide(game, command, Moment(BEGAN, (), bytes(32), TIMING))


def first_placement(game: Game) -> commands.Place:
    """The first placement that is legal."""
    tile, end = legal(game.match.round)[0]
    return commands.Place(**_at(game), tile=str(tile), end=end)


def with_computers(game: Game, *computers: Level | None, left: tuple[int, ...] = ()) -> Game:
    """The game as if computer players had played those seats from the beginning."""
    seats = tuple(action.seat for action in game.match.round.log)
    by = tuple("computer" if computers[seat] else one for seat, one in zip(seats, game.by, strict=True))
    played = replace(
        game,
        computers=computers,
        by=by,
        present=tuple(seat not in left and level is None for seat, level in enumerate(computers)),
        left=tuple(seat in left for seat in range(len(computers))),
    )
    return replace(played, turn=turn_of(played, played.match.round.turn, BEGAN))


def turn(game: Game) -> SeatNumber:
    assert game.match.round.turn is not None
    return game.match.round.turn


def ended(game: Game, how: str) -> bool:
    """Whether a round has just ended so, and the match goes on."""
    return game.phase == "between" and not game.ready and game.match.results[-1].end.how == how


def _next(game: Game) -> commands.EngineCommand:
    round_ = game.match.round
    if game.phase == "between":
        seat = next(seat for seat in game.seats if seat not in game.ready)
        return commands.Ready(table=CODE, match=game.match.number, seat=seat, round=round_.number)
    match must(round_):
        case "place":
            tile, end = legal(round_)[-1]
            return commands.Place(**_at(game), tile=str(tile), end=end)
        case "draw":
            return commands.Draw(**_at(game))
        case _:
            return commands.Pass(**_at(game))


def _at(game: Game) -> dict[str, Any]:
    round_ = game.match.round
    return {
        "table": CODE,
        "match": game.match.number,
        "seat": round_.turn,
        "round": round_.number,
        "ply": round_.ply,
    }
