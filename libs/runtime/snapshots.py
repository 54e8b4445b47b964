"""What a service stores, as bytes and back, with the number of its shape.

A release reads what every release before it has stored. What a later one has stored it leaves alone: it would
drop what it does not know when it writes. Then the command is for an instance of the later release, and the
asker tries again until it meets one; so two releases can run side by side.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

T = TypeVar("T")
Migration = Callable[[dict[str, Any]], dict[str, Any]]
"""From the shape of one number to that of the next; plain JSON in and out."""

UNNUMBERED = 1
"""The shape of what was stored before shapes had numbers."""


class NotASnapshot(Exception):
    """The store holds something else; what it holds is not said."""


class OfALaterRelease(Exception):
    """A later release has stored this."""


class Snapshots(Generic[T]):
    """Values of type `shape` as bytes: `load(dump(value)) == value`.

    `schema` grows by one whenever the shape changes, also by a field with a default. `migrations` has one
    for each number before it.
    """

    def __init__(self, shape: type[T], schema: int, migrations: Mapping[int, Migration]) -> None:
        if set(migrations) != set(range(UNNUMBERED, schema)):
            raise ValueError(f"{shape.__name__}: a migration is needed from each schema before {schema}")
        self.schema = schema
        self._adapter: TypeAdapter[T] = TypeAdapter(shape)
        self._migrations = migrations
        self._head = f'{{"schema":{schema},'.encode()

    def dump(self, value: T) -> bytes:
        return self._head + self._adapter.dump_json(value)[1:]

    def load(self, body: bytes) -> T:
        """Return the value; raise OfALaterRelease, or NotASnapshot for what no release wrote."""
        try:
            if body.startswith(self._head):
                return self._adapter.validate_json(body)
            return self._adapter.validate_json(json.dumps(self._migrated(json.loads(body))))
        except ValidationError as error:
            raise NotASnapshot(error.error_count()) from None
        except (ValueError, TypeError, AttributeError, LookupError) as error:
            raise NotASnapshot(type(error).__name__) from None

    def _migrated(self, stored: dict[str, Any]) -> dict[str, Any]:
        schema = stored.pop("schema", UNNUMBERED)
        if schema > self.schema:
            raise OfALaterRelease(schema)
        for number in range(schema, self.schema):
            stored = self._migrations[number](stored)
        return stored


def unchanged(stored: dict[str, Any]) -> dict[str, Any]:
    """The migration to a shape whose new fields have defaults."""
    return stored
