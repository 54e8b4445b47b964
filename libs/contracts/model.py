"""The base of every message: frozen, strict, and closed to fields nobody agreed on."""

from pydantic import BaseModel, ConfigDict


class Message(BaseModel):
    """A value that crosses a wire. Unknown fields and wrong types are refused, never guessed at."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        strict=True,
        json_schema_serialization_defaults_required=True,
    )
