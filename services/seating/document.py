"""The lobby document: what all at a table, and those who hold its link, may know of it."""

from contracts.ids import Position
from contracts.lobby import Level, SeatTaken
from contracts.lobby import Table as Document
from seating.table import Person, Sitting, Table


def document(table: Table, position: Position) -> Document:
    return Document(
        code=table.code,
        preset=table.preset,
        options=table.options,
        settings=table.settings,
        target=table.target,
        status=table.status,
        host=table.host,
        seats=tuple(map(_taken, table.seats, table.computers)),
        position=position,
    )


def _taken(who: Sitting | None, computer: Level | None) -> SeatTaken | None:
    if who is None:
        return None
    if isinstance(who, Person):
        return SeatTaken(name=who.name, present=who.present, computer=computer)
    return SeatTaken(name=None, present=False, computer=computer)
