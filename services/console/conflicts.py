"""What does not agree at a table: between its two records, and with what is due there. Pure.

Some of it passes within a second: seating and the engine tell each other things. What stays is a fault.
"""

from collections.abc import Iterator

from console.stored import Stored
from engine.clock import Timing
from engine.due import due
from engine.game import Game
from runtime.keys import lease_due, match_due, over_due, table_due
from runtime.operated import Whole
from seating.table import Table

LATE_MS = 5_000
"""So late is nothing that a timer still looks after."""


def conflicts(whole: Whole, stored: Stored, timing: Timing) -> Iterator[str]:
    """Yield a sentence for each thing that does not agree."""
    yield from (f"{what[0].upper()}{what[1:]}." for what in stored.unread)
    lobby, game = stored.lobby, stored.game
    if lobby is not None:
        yield from _leases(whole, lobby)
    if game is not None:
        yield from _reminder(whole, game, timing)
    if lobby is not None and game is not None:
        yield from _between(whole, lobby, game)
    elif not stored.unread:
        yield from _alone(lobby, game)


def _leases(whole: Whole, lobby: Table) -> Iterator[str]:
    for seat, connection in enumerate(lobby.connections):
        if connection is None:
            continue
        if over_due(lobby.code, seat, connection) in whole.due:
            yield f"Seat {seat}: its connection was found to be over, and seating has not noted it yet."
        elif lease_due(lobby.code, seat, connection) not in whole.due:
            yield f"Seat {seat} is held to be here without a lease: nobody would notice if it were not."


def _reminder(whole: Whole, game: Game, timing: Timing) -> Iterator[str]:
    """Whether what time has to do at this table will be done."""
    at = due(game, timing.limits(game.match.rules), whole.outages)
    if at is None:
        return
    if match_due(whole.code) not in whole.due:
        yield "Time has something to do at this table, and nothing will remind the engine of it."
    elif whole.at - at > LATE_MS:
        yield f"What time has to do at this table is late by {(whole.at - at) / 1000:.0f} s."


def _between(whole: Whole, lobby: Table, game: Game) -> Iterator[str]:
    owed = " The engine is being told." if table_due(whole.code) in whole.due else ""
    if lobby.status == "open":
        yield f"There is a match at a table that has not started.{owed}"
    if lobby.settings != game.match.rules or len(lobby.seats) != game.match.players:
        yield "The match is played by other rules, or by other seats, than the table has agreed on."
    elif lobby.present != game.present:
        yield f"Seating and the engine do not agree on who is here.{owed}"
    elif lobby.computers != (game.computers or (None,) * game.match.players):
        yield f"Seating and the engine do not agree on which seats computer players play.{owed}"
    if whole.state != game.phase:
        yield f"The table counts as {whole.state or 'nothing'}, and the match is {game.phase}."


def _alone(lobby: Table | None, game: Game | None) -> Iterator[str]:
    if lobby is None and game is not None:
        yield "There is a match without a table."
    if lobby is not None and game is None and lobby.status == "playing":
        yield "The table plays, and there is no match: seating has it begun anew when somebody comes or goes."
