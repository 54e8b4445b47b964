"""The protocol as TypeScript: `python -m contracts.typescript` writes services/web/src/net/protocol.ts.

It refuses a schema it does not know, so that no field ever becomes `unknown`. `--check` writes nothing
and fails when the file differs from what the models say.
"""

import json
import sys
from collections.abc import Iterator
from enum import IntEnum
from pathlib import Path
from typing import Any, Final, get_args

from pydantic.json_schema import JsonSchemaMode

from contracts import frames, http, ids, lobby, problems, rounds, view
from contracts.schema import schemas

TARGET: Final = Path(__file__).resolve().parents[2] / "services/web/src/net/protocol.ts"

ROOTS: Final[tuple[tuple[str, JsonSchemaMode, Any], ...]] = (
    ("ServerFrame", "serialization", frames.server_frame),
    ("ClientFrame", "validation", frames.client_frame),
    ("OpenTable", "validation", http.OpenTable),
    ("TakeSeat", "validation", http.TakeSeat),
    ("SeatHeld", "serialization", http.SeatHeld),
    ("TableSeen", "serialization", http.TableSeen),
    ("Presets", "serialization", http.Presets),
    ("RoundsKept", "serialization", rounds.RoundsKept),
    ("RoundRecord", "serialization", rounds.RoundRecord),
    ("ProblemDocument", "serialization", http.ProblemDocument),
)
"""What crosses the wire: a server's words as they are sent, a client's as they are read."""

NAMED: Final[tuple[tuple[str, str, Any], ...]] = (
    ("Code", "CODES", problems.Code),
    ("Phase", "PHASES", view.Phase),
    ("Status", "STATUSES", lobby.Status),
    ("EndName", "ENDS", ids.EndName),
    ("Seat", "SEATS", ids.SeatNumber),
)
"""Choices that keep their name, and are there at run time as a list."""

HEAD: Final = "// Written by `python -m contracts.typescript` from the models in libs/contracts. Do not edit."


def generate() -> str:
    """The whole file, as text."""
    return "\n".join((HEAD, "", *_constants(), "", *_types())) + "\n"


def _constants() -> Iterator[str]:
    yield f"export const SUBPROTOCOL = {_literal(frames.SUBPROTOCOL)};"
    yield f"export const CODE_ALPHABET = {_literal(ids.CODE_ALPHABET)};"
    yield from _comment({"description": frames.CloseCode.__doc__})
    yield f"export const CLOSE = {_enumeration(frames.CloseCode)} as const;"
    for name, constant, choice in NAMED:
        values = "".join(f"\n  {_literal(value)}," for value in get_args(choice))
        yield f"\nexport const {constant} = [{values}\n] as const;"
        yield f"export type {name} = (typeof {constant})[number];"


def _types() -> Iterator[str]:
    refs, found = schemas([(root, mode) for _, mode, root in ROOTS], "#/$defs")
    shapes = {_name(name): schema for name, schema in found.items()}
    roots = {name: refs[root] for name, _, root in ROOTS}
    for name, schema in sorted({**roots, **shapes}.items()):
        yield ""
        yield from _comment(schema)
        yield f"export type {name} = {_spread(schema)};"


def _spread(schema: dict[str, Any]) -> str:
    """The TypeScript for a named type: one field a line."""
    text = _type(schema)
    if schema.get("properties"):
        return "{\n  " + text.removeprefix("{ ").removesuffix(" }").replace("; ", ";\n  ") + "\n}"
    return text


def _type(schema: dict[str, Any]) -> str:
    """The TypeScript for `schema`; raise TypeError for what is not known here."""
    match schema:
        case {"$ref": ref}:
            return _name(ref.rsplit("/", 1)[1])
        case {"const": value}:
            return _literal(value)
        case {"enum": values}:
            return _choice(tuple(values))
        case {"anyOf": options} | {"oneOf": options}:
            return " | ".join(dict.fromkeys(map(_type, options)))
        case {"type": "array", "prefixItems": items}:
            return f"[{', '.join(map(_type, items))}]"
        case {"type": "array", "items": item}:
            return f"({_type(item)})[]" if "|" in _type(item) else f"{_type(item)}[]"
        case {"type": "object", "properties": fields}:
            needed = {*schema.get("required", ())} | {k for k, v in fields.items() if "const" in v}
            parts = (f"{k}{'' if k in needed else '?'}: {_type(v)};" for k, v in fields.items())
            return "{ " + " ".join(parts) + " }"
        case {"type": "object", "additionalProperties": dict(value)}:
            return f"Record<string, {_type(value)}>"
        case {"type": "object", "additionalProperties": False}:
            return "Record<string, never>"
        case {"type": "string" | "boolean" | "null" as plain}:
            return str(plain)
        case {"type": "integer" | "number"}:
            return "number"
    raise TypeError(f"no TypeScript for {schema}")


def _choice(values: tuple[object, ...]) -> str:
    for name, _, choice in NAMED:
        if set(values) == set(get_args(choice)):
            return name
    return " | ".join(map(_literal, values))


def _name(definition: str) -> str:
    """A model used in both directions comes in two shapes; the one that is sent to a server is marked."""
    return definition.removesuffix("-Output").replace("-Input", "Input")


def _enumeration(members: type[IntEnum]) -> str:
    return "{" + "".join(f"\n  {member.name}: {member.value}," for member in members) + "\n}"


def _literal(value: object) -> str:
    """A string in single quotes, as the client's code has it; anything else as JSON."""
    text = json.dumps(value, ensure_ascii=False)
    return f"'{text[1:-1]}'" if isinstance(value, str) and "'" not in text else text


def _comment(schema: dict[str, Any]) -> Iterator[str]:
    if description := schema.get("description"):
        yield f"/** {' '.join(description.split())} */"


def main(arguments: list[str]) -> int:
    """Write the file, or with `--check` say whether it is what the models say."""
    text = generate()
    if "--check" not in arguments:
        TARGET.write_text(text, encoding="utf-8")
        return 0
    same = TARGET.exists() and TARGET.read_text(encoding="utf-8") == text
    if not same:
        print(f"{TARGET} differs from the models; run `python -m contracts.typescript`", file=sys.stderr)
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
