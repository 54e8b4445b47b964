"""What both AsyncAPI documents are made of. Payloads are JSON schema of draft 7, which AsyncAPI's own is."""

from collections.abc import Iterable
from typing import Any, Final

from pydantic.json_schema import JsonSchemaMode

from contracts.schema import schemas

Json = dict[str, Any]

AT: Final = "#/components/schemas"


class Payloads:
    """Schemas of all models of one document."""

    def __init__(self, roots: Iterable[tuple[type[Any], JsonSchemaMode]]) -> None:
        self._refs, found = schemas(roots, AT)
        self.all = {name: _draft_7(schema) for name, schema in sorted(found.items())}

    def of(self, model: type[Any]) -> Json:
        return self._refs[model]


def message(model: type[Any], payloads: Payloads, headers: Json | None = None) -> Json:
    """A message, with what its model says about it."""
    about = {"summary": " ".join(model.__doc__.split())} if model.__doc__ else {}
    return {
        "name": model.__name__,
        **about,
        **({"headers": headers} if headers else {}),
        "payload": payloads.of(model),
    }


def to(*path: str) -> Json:
    """A reference within the document."""
    return {"$ref": "/".join(("#", *path))}


def document(title: str, about: str, server: Json, channels: Json, operations: Json, schemas: Json) -> Json:
    return {
        "asyncapi": "3.0.0",
        "info": {"title": title, "version": "1", "description": about},
        "defaultContentType": "application/json",
        "servers": server,
        "channels": channels,
        "operations": operations,
        "components": {"schemas": schemas},
    }


def _draft_7(schema: Any) -> Any:
    """Say the same in the words of draft 7: tuples, and unions told apart by a constant."""
    if isinstance(schema, list):
        return [_draft_7(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    words = {"prefixItems": "items"}
    return {words.get(key, key): _draft_7(part) for key, part in schema.items() if key != "discriminator"}
