"""Tables before the match, of every kind of game: what one is shown who comes, and who sits there.

As in `tests.e2e.scenes`, a scene is what one seat's browser is shown.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import cast

from contracts.frames import TableFrame, WelcomeFrame
from contracts.http import TableSeen
from contracts.ids import SeatNumber
from contracts.lobby import Options, SeatTaken, Status, Table
from rules.presets import GAMES
from rules.ruleset import RuleSet
from tests.e2e.played import CODE
from tests.e2e.scenes import NAMES, POSITION, Scene

HOUSE = replace(
    GAMES["custom"].columns[0],
    fives=True,
    rounding="five",
    reserve=2,
    turn_seconds=90,
    forced_lead=False,
    start="seated",
    hand=((2, 6), (3, 6), (4, 6)),
)
"""Fives at two ends, two tiles never drawn: what no known game is."""


def lobby(
    language: str,
    game: str,
    *,
    players: int = 4,
    taken: int = 1,
    status: Status = "open",
    away: tuple[int, ...] = (),
    rules: RuleSet | None = None,
) -> Table:
    """A table of `game`, the first `taken` seats taken; once it plays, computer players have the others."""
    settings = rules or GAMES[game].column(players)
    person = [
        SeatTaken(name=name, present=seat not in away) for seat, name in enumerate(NAMES[language][:taken])
    ]
    other = None if status == "open" else SeatTaken(name=None, present=True, computer="medium")
    return Table(
        code=CODE,
        preset=game,
        options=Options(rules=rules),
        settings=settings,
        target=None if settings.target is None else settings.target.default,
        status=status,
        host=0,
        seats=(*person, *(other for _ in range(players - taken))),
        position=POSITION,
    )


def guest(name: str, table: Table) -> Scene:
    """Somebody without a seat comes by the link."""
    return Scene(name, TableSeen(table=table, seat=None))


def seated(name: str, table: Table, seat: int = 0) -> Scene:
    own = cast(SeatNumber, seat)
    frames = (WelcomeFrame(table=CODE, seat=own), TableFrame(table=table))
    return Scene(name, TableSeen(table=table, seat=own), frames)


def lobbies(language: str) -> Iterator[Scene]:
    """One scene for everything that a table can be before its match."""
    yield guest("join-draw", lobby(language, "draw", taken=2))
    yield guest("join-domna", lobby(language, "domna", taken=3))
    yield guest("join-duel", lobby(language, "duel", players=2))
    yield guest("join-house", lobby(language, "custom", players=3, taken=1, rules=HOUSE))
    yield guest("join-late", lobby(language, "draw", taken=2, status="playing"))
    yield seated("lobby-draw", lobby(language, "draw", taken=2, away=(1,)))
    yield seated("lobby-draw-guest", lobby(language, "draw", players=3, taken=2), 1)
    yield seated("lobby-duel", lobby(language, "duel", players=2))
    yield seated("lobby-domna", lobby(language, "domna", players=2, taken=2))
    yield seated("lobby-bakesh-lone", lobby(language, "bakesh", players=2))
    yield seated("lobby-bakesh", lobby(language, "bakesh", taken=3))
    yield seated("lobby-house", lobby(language, "custom", players=3, taken=2, rules=HOUSE))
