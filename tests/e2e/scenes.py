"""Moments of a table, played by the real rules and told in the real frames.

A scene is what one seat's browser is shown.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import cast

from contracts.frames import TableFrame, ViewFrame, WelcomeFrame
from contracts.http import TableSeen
from contracts.ids import Position, SeatNumber, UnixMs
from contracts.lobby import Level, Options, SeatTaken, Status, Table
from engine.game import Game
from engine.views import frame_of
from rules.round import legal
from rules.seats import next_seat
from tests.e2e.played import (
    BEGAN,
    CODE,
    PARTNERS,
    TIMING,
    Kind,
    after,
    ended,
    find,
    first_placement,
    turn,
)

NAMES = {
    "ar": ("سلمى", "خالد الأندلسي", "ليلى", "يوسف"),
    "fa": ("سارا", "بهرام", "نیلوفر", "امیرحسین"),
    "en": ("Salma", "Christopher", "Leila", "Yusuf"),
}
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

    @property
    def has_ended(self) -> bool:
        """A round is over in it, or the match."""
        views = (frame.view for frame in self.frames if isinstance(frame, ViewFrame))
        return any(view.phase in ("between", "over") for view in views)


def table(
    language: str,
    taken: int,
    status: Status = "open",
    away: tuple[int, ...] = (),
    kind: Kind = PARTNERS,
    computers: tuple[Level | None, ...] = (),
    left: tuple[int, ...] = (),
) -> Table:
    """The lobby document with the first `taken` seats taken, by people or by `computers`."""
    names = NAMES[language]

    def sitting(seat: int) -> SeatTaken:
        computer = computers[seat] if seat < len(computers) else None
        own = computer is not None and seat not in left
        there = not own and seat not in (*away, *left)
        return SeatTaken(name=None if own else names[seat], present=there, computer=computer)

    return Table(
        code=CODE,
        preset=kind.game,
        options=Options(target=kind.target, rules=kind.rules if kind.game == "custom" else None),
        settings=kind.rules,
        target=kind.target,
        status=status,
        host=0,
        seats=tuple(sitting(seat) if seat < taken else None for seat in range(kind.players)),
        position=POSITION,
    )


def at_table(
    name: str,
    language: str,
    game: Game,
    seat: int,
    away: tuple[int, ...] = (),
    kind: Kind = PARTNERS,
) -> Scene:
    """What `seat` is shown of `game`, eleven seconds into the turn."""
    left = tuple(one for one in range(kind.players) if game.has_left(cast(SeatNumber, one)))
    there = table(language, kind.players, "playing", away, kind, game.computers, left)
    seated = cast(SeatNumber, seat)
    limits = TIMING.limits(kind.rules)
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
    yield at_table("lead", language, lead, turn(lead))
    choice = find(_has_choice)
    yield at_table("turn", language, choice, turn(choice), away=((turn(choice) + 3) % 4,))
    played = after(choice, first_placement(choice))
    yield at_table("after", language, played, turn(choice))
    yield at_table("waiting", language, choice, (turn(choice) + 3) % 4)
    alike = find(_both_ends_alike)
    yield at_table("alike", language, alike, turn(alike))
    stuck = find(_must_pass)
    yield at_table("pass", language, stuck, turn(stuck))
    long = find(lambda game: len(game.match.round.line.laid) >= 23)
    played_by_clock = replace(long, by=(*long.by[:-1], "clock"))
    yield at_table("long", language, played_by_clock, 1)
    out = find(lambda game: ended(game, "out") and len(game.match.results) == 2)
    yield at_table("out", language, replace(out, ready=(1, 2)), 0)
    tied = find(lambda game: ended(game, "blocked") and bool(_last_end(game).by_tie_rule))
    yield at_table("tie", language, tied, 0)
    blocked = find(lambda game: ended(game, "blocked") and not _last_end(game).tied)
    yield at_table("blocked", language, blocked, 3)
    over = find(lambda game: game.phase == "over")
    winner = over.match.winner or 0
    yield at_table("won", language, replace(over, again=(next_seat(winner, 4),)), winner)
    yield at_table("lost", language, over, (winner + 1) % 4)


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


def _last_end(game: Game):  # type: ignore[no-untyped-def]
    return game.match.results[-1].end
