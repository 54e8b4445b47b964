"""The lobby document: what all at a table, and those who hold its link, may know of it."""

from contracts.ids import Position
from contracts.lobby import SeatTaken
from contracts.lobby import Table as Document
from seating.table import Person, Table


def document(table: Table, position: Position) -> Document:
    return Document(
        code=table.code,
        preset=table.preset,
        options=table.options,
        settings=table.settings,
        target=table.target,
        status=table.status,
        host=table.host,
        seats=tuple(None if person is None else _taken(person) for person in table.seats),
        position=position,
    )


def _taken(person: Person) -> SeatTaken:
    return SeatTaken(name=person.name, present=person.present, computer=False)
