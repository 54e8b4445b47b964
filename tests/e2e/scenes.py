"""Moments of a table, played by the real rules and told in the real frames.

A scene is what one seat's browser is shown. Seeds are searched, so that a scene is the same every time.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import cast

from contracts import commands
from contracts.frames import TableFrame, ViewFrame, WelcomeFrame
from contracts.http import TableSeen
from contracts.ids import Position, SeatNumber, UnixMs
from contracts.lobby import Options, SeatTaken, Status, Table
from engine.clock import Timing
from engine.deals import first_round
from engine.decide import decide
from engine.game import Game
from engine.moment import Moment
from engine.views import frame_of
from rules.presets import PRESETS
from rules.round import legal

CODE = "7KQ4M2XD"
NAMES = {
    "ar": ("سلمى", "خالد الأندلسي", "ليلى", "يوسف"),
    "fa": ("سارا", "بهرام", "نیلوفر", "امیرحسین"),
    "en": ("Salma", "Christopher", "Leila", "Yusuf"),
}
BEGAN = UnixMs(1_700_000_000_000)
TIMING = Timing(turn=None, away=None, between=20_000, rest=60_000, computer=4_000)
RULES = PRESETS["partners"]
POSITION = Position(version=7, mark="00c0ffee")


@dataclass(frozen=True)
class Scene:
    """What a browser at `seat` gets: an answer over HTTP, and frames."""

    name: str
    seen: TableSeen
    frames: tuple[WelcomeFrame | TableFrame | ViewFrame, ...] = ()

    @property
    def view(self) -> ViewFrame:
        return next(frame for frame in self.frames if isinstance(frame, ViewFrame))


def table(language: str, taken: int, status: Status = "open", away: tuple[int, ...] = ()) -> Table:
    """The lobby document with the first `taken` seats taken."""
    names = NAMES[language]
    return Table(
        code=CODE,
        preset="partners",
        options=Options(target=150),
        settings=RULES,
        target=150,
        status=status,
        host=0,
        seats=tuple(
            SeatTaken(name=names[seat], present=seat not in away, computer=False) if seat < taken else None
            for seat in range(4)
        ),
        position=POSITION,
    )


def games(seed: int) -> Iterator[Game]:
    """Every state of a whole match: each seat places its last legal tile, at its last end."""
    seeds = (seed * 1_000 + number for number in range(1_000))

    def moment() -> Moment:
        return Moment(BEGAN, (), next(seeds).to_bytes(32, "big"), TIMING)

    game = first_round(
        CODE,
        RULES,
        4,
        150,
        number=1,
        seed=moment().seed,
        now=BEGAN,
        seating=1,
        present=(True,) * 4,
    )
    while True:
        yield game
        if game.phase == "over":
            return
        game = decide(game, _next(game), moment())


def _next(game: Game) -> commands.EngineCommand:
    round_ = game.match.round
    if game.phase == "between":
        seat = next(seat for seat in range(4) if seat not in game.ready)
        return commands.Ready(
            table=CODE, match=game.match.number, seat=cast(SeatNumber, seat), round=round_.number
        )
    at = {
        "table": CODE,
        "match": game.match.number,
        "seat": round_.turn,
        "round": round_.number,
        "ply": round_.ply,
    }
    if places := legal(round_):
        tile, end = places[-1]
        return commands.Place(**at, tile=str(tile), end=end)
    return commands.Pass(**at)


def _first(game: Game) -> commands.Place:
    """The first placement that is legal."""
    round_ = game.match.round
    tile, end = legal(round_)[0]
    return commands.Place(
        table=CODE,
        match=game.match.number,
        seat=cast(SeatNumber, round_.turn),
        round=round_.number,
        ply=round_.ply,
        tile=str(tile),
        end=end,
    )


def find(wanted: Callable[[Game], bool]) -> Game:
    """The first game of the first seed that is as `wanted`."""
    for seed in range(1, 4_000):
        for game in games(seed):
            if wanted(game):
                return game
    raise LookupError("no seed gives such a game")


def at_table(name: str, language: str, game: Game, seat: int, away: tuple[int, ...] = ()) -> Scene:
    """What `seat` is shown of `game`, eleven seconds into the turn."""
    there = table(language, 4, "playing", away)
    seated = cast(SeatNumber, seat)
    limits = TIMING.limits(RULES)
    return Scene(
        name,
        TableSeen(table=there, seat=seated),
        (
            WelcomeFrame(table=CODE, seat=seated),
            TableFrame(table=there),
            frame_of(game, seated, POSITION, UnixMs(BEGAN + 11_000), (), limits),
        ),
    )


def in_lobby(name: str, language: str, taken: int, seat: int, away: tuple[int, ...] = ()) -> Scene:
    there = table(language, taken, away=away)
    seated = cast(SeatNumber, seat)
    return Scene(
        name,
        TableSeen(table=there, seat=seated),
        (WelcomeFrame(table=CODE, seat=seated), TableFrame(table=there)),
    )


def scenes(language: str) -> Iterator[Scene]:
    """One scene for everything there is to see at a table."""
    yield Scene("join", TableSeen(table=table(language, 2), seat=None))
    yield Scene("full", TableSeen(table=table(language, 4), seat=None))
    yield in_lobby("lobby-host", language, 3, 0, away=(1,))
    yield in_lobby("lobby-guest", language, 2, 1)
    yield in_lobby("lobby-ready", language, 4, 0)
    lead = find(lambda game: game.match.round.ply == 0)
    yield at_table("lead", language, lead, _turn(lead))
    choice = find(_has_choice)
    yield at_table("turn", language, choice, _turn(choice), away=((_turn(choice) + 3) % 4,))
    played = decide(choice, _first(choice), Moment(BEGAN, (), bytes(32), TIMING))
    yield at_table("after", language, played, _turn(choice))
    yield at_table("waiting", language, choice, (_turn(choice) + 3) % 4)
    alike = find(_both_ends_alike)
    yield at_table("alike", language, alike, _turn(alike))
    stuck = find(_must_pass)
    yield at_table("pass", language, stuck, _turn(stuck))
    long = find(lambda game: len(game.match.round.line.laid) >= 23)
    played_by_clock = replace(long, by=(*long.by[:-1], "clock"))
    yield at_table("long", language, played_by_clock, 1)
    out = find(lambda game: _ended(game, "out") and len(game.match.results) == 2)
    yield at_table("out", language, replace(out, ready=(1, 2)), 0)
    tied = find(lambda game: _ended(game, "blocked") and bool(_last_end(game).by_tie_rule))
    yield at_table("tie", language, tied, 0)
    blocked = find(lambda game: _ended(game, "blocked") and not _last_end(game).tied)
    yield at_table("blocked", language, blocked, 3)
    over = find(lambda game: game.phase == "over")
    winner = over.match.winner or 0
    yield at_table("won", language, replace(over, again=((winner + 1) % 4,)), winner)
    yield at_table("lost", language, over, (winner + 1) % 4)


def _turn(game: Game) -> int:
    assert game.match.round.turn is not None
    return game.match.round.turn


def _has_choice(game: Game) -> bool:
    """Somebody has a tile for both ends, in mid-round, and two have passed."""
    round_ = game.match.round
    if game.phase != "playing" or len(game.match.results) != 1 or not 9 <= round_.ply <= 16:
        return False
    tiles = [tile for tile, _ in legal(round_)]
    passes = sum(1 for seat in range(4) if seat != round_.turn and _passed(game, seat))
    return len(tiles) > len(set(tiles)) and len(set(tiles)) < 4 and passes >= 2


def _passed(game: Game, seat: int) -> bool:
    return any(event.type == "pass" and event.seat == seat for event in game.match.round.log)


def _both_ends_alike(game: Game) -> bool:
    if game.phase != "playing" or game.match.round.ply < 6:
        return False
    return len(game.match.round.line.numbers) == 1 and bool(legal(game.match.round))


def _must_pass(game: Game) -> bool:
    round_ = game.match.round
    return game.phase == "playing" and round_.ply > 8 and not legal(round_)


def _ended(game: Game, how: str) -> bool:
    return game.phase == "between" and not game.ready and _last_end(game).how == how


def _last_end(game: Game):  # type: ignore[no-untyped-def]
    return game.match.results[-1].end
