"""OpenAPI of what is asked over HTTP, from the table of routes."""

import re
from itertools import groupby
from typing import Any, Final

from pydantic.json_schema import JsonSchemaMode

from contracts.http import ProblemDocument, status_of
from contracts.problems import SENTENCES, Code
from contracts.routes import ROUTES, Route
from contracts.schema import schemas

Json = dict[str, Any]

AT: Final = "#/components/schemas"
ABOUT: Final = (
    "A refusal is a problem (RFC 9457) with a `code` that never changes. A method that a path does not have "
    "is refused as `wrong_method` (405), and whatever else is under /api as `not_found` (404). Where waiting "
    "helps, `Retry-After` says for how long."
)
SECURITY: Final[Json] = {
    "bearer": {"type": "http", "scheme": "bearer", "description": "The player's secret, for programs."},
    "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": "player",
        "description": "The player's secret, for pages; no script can read it.",
    },
}
NUMBER: Final[Json] = {"type": "integer", "minimum": 1, "maximum": 99_999}
PARAMETERS: Final[Json] = {
    "code": {
        "description": "A table's code, in any spelling a person may type it in.",
        "schema": {"type": "string", "maxLength": 32, "examples": ["7K2M9QXA", "7k2m-9qxa"]},
    },
    "match": {"description": "The match's number at its table: 1, 2, ...", "schema": NUMBER},
    "round": {"description": "The round's number in its match: 1, 2, ...", "schema": NUMBER},
}


def document() -> Json:
    roots: list[tuple[type[Any], JsonSchemaMode]] = [(ProblemDocument, "serialization")]
    for route in ROUTES:
        roots += [(route.asks, "validation")] if route.asks else []
        roots.append((route.answers, "serialization"))
    refs, found = schemas(roots, AT)
    paths: Json = {}
    for route in ROUTES:
        paths.setdefault(route.path, _parameters(route))[route.method.lower()] = _operation(route, refs)
    return {
        "openapi": "3.1.1",
        "info": {"title": "Double Six, for clients", "version": "1", "description": ABOUT},
        "servers": [{"url": "/"}],
        "security": [{"bearer": []}, {"cookie": []}, {}],
        "paths": paths,
        "components": {"schemas": dict(sorted(found.items())), "securitySchemes": SECURITY},
    }


def _parameters(route: Route) -> Json:
    names = re.findall(r"{(\w+)}", route.path)
    found = [{"name": name, "in": "path", "required": True, **PARAMETERS[name]} for name in names]
    return {"parameters": found} if found else {}


def _operation(route: Route, refs: dict[type[Any], Json]) -> Json:
    good = {"description": "Done.", "content": {"application/json": {"schema": refs[route.answers]}}}
    refused = {
        str(status): _refusal(list(codes), refs[ProblemDocument])
        for status, codes in groupby(sorted(route.refusals, key=status_of), key=status_of)
    }
    body = {"content": {"application/json": {"schema": refs[route.asks]}}} if route.asks else None
    return {
        "summary": route.about,
        "operationId": route.method.lower() + re.sub(r"\W+", "_", route.path),
        **({"requestBody": {"required": True, **body}} if body else {}),
        "responses": {str(route.status): good, **refused},
    }


def _refusal(codes: list[Code], problem: Json) -> Json:
    """One status, and each code that comes with it."""
    told = "\n".join(f"- `{code}`: {SENTENCES[code]}" for code in codes)
    schema = {"allOf": [problem, {"properties": {"code": {"enum": codes}}}]}
    return {"description": told, "content": {"application/problem+json": {"schema": schema}}}
