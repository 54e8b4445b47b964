"""A table as bytes, and back: `load(dump(table)) == table`."""

from pydantic import TypeAdapter, ValidationError

from seating.table import Table

_adapter: TypeAdapter[Table] = TypeAdapter(Table)


class NotATable(Exception):
    """The store holds something else where a table should be."""


def dump(table: Table) -> bytes:
    return _adapter.dump_json(table)


def load(body: bytes) -> Table:
    """Return the table that `dump` wrote; raise NotATable for anything else."""
    try:
        return _adapter.validate_json(body)
    except ValidationError as error:
        raise NotATable(error.error_count()) from None
