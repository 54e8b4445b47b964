"""Computer players' turns for tests: as an engine tells of them, at a table of its own each."""

from collections.abc import Iterator
from random import Random
from secrets import choice

from contracts.commands import ComputerTurn
from contracts.ids import CODE_ALPHABET
from contracts.lobby import Level
from rules.match import Match
from rules.view import view
from tests.bots.positions import turns
from tests.rules.tables import TABLES, Table

FIVES = next(table for table in TABLES if table.name == "fives" and table.players == 4)


def a_code() -> str:
    return "".join(choice(CODE_ALPHABET) for _ in range(8))


def turn_of(match: Match, level: Level, table: str | None = None) -> ComputerTurn:
    """The turn of the seat that is to act, as it is told to bots."""
    round_ = match.round
    assert round_.turn is not None
    return ComputerTurn(
        table=table or a_code(),
        match=match.number,
        level=level,
        rules=round_.rules,
        view=view(match, round_.turn),
    )


def some_turns(count: int, level: Level, table: Table = FIVES) -> Iterator[ComputerTurn]:
    """So many turns, each at a table of its own, the first of a round and later ones."""
    random = Random(f"{count} turns of {level}")
    while count > 0:
        for match in turns(table, random, rounds=1):
            yield turn_of(match, level)
            count -= 1
            if count == 0:
                return


def a_turn(level: Level = "medium", must: str = "place") -> ComputerTurn:
    """A turn in which the seat has to place, to draw or to pass."""
    random = Random(f"a turn of {must}")
    table = FIVES if must != "pass" else next(one for one in TABLES if one.name == "block")
    while True:
        for match in turns(table, random, rounds=1):
            turn = turn_of(match, level)
            if turn.view.must == must and (must != "place" or len(turn.view.legal) > 1):
                return turn
