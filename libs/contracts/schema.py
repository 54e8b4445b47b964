"""The models as JSON schema, by name: what documents and types of the protocol are made of."""

from collections.abc import Iterable
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode


class Schema(GenerateJsonSchema):
    """JSON schema without a title for every field."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


def schemas(
    roots: Iterable[tuple[type[Any] | TypeAdapter[Any], JsonSchemaMode]], at: str
) -> tuple[dict[Any, dict[str, Any]], dict[str, Any]]:
    """Return a reference to each of `roots`, and all schemas by name; references begin with `at`.

    A root is a model, or what reads one of several: that has the choice between them for its reference.
    A part of both what is read and what is sent, in shapes that differ, comes as two schemas.
    """
    asked = list(roots)
    refs, defs = TypeAdapter.json_schemas(
        [(number, mode, _adapter(root)) for number, (root, mode) in enumerate(asked)],
        schema_generator=Schema,
        ref_template=f"{at}/{{model}}",
    )
    found = {root: refs[number, mode] for number, (root, mode) in enumerate(asked)}
    return found, defs.get("$defs", {})


def _adapter(root: type[Any] | TypeAdapter[Any]) -> TypeAdapter[Any]:
    return root if isinstance(root, TypeAdapter) else TypeAdapter(root)
