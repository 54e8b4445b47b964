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
    roots: Iterable[tuple[type[Any], JsonSchemaMode]], at: str
) -> tuple[dict[type[Any], dict[str, Any]], dict[str, Any]]:
    """Return a reference to each of `roots`, and all schemas by name; references begin with `at`.

    A part of both what is read and what is sent, in shapes that differ, comes as two schemas.
    """
    asked = dict(roots)
    refs, defs = TypeAdapter.json_schemas(
        [(model.__name__, mode, TypeAdapter(model)) for model, mode in asked.items()],
        schema_generator=Schema,
        ref_template=f"{at}/{{model}}",
    )
    return {model: refs[model.__name__, mode] for model, mode in asked.items()}, defs.get("$defs", {})
