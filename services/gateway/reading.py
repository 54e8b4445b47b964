"""From bytes to a message, or to a problem that says exactly what was wrong. Pure."""

from collections.abc import Sequence
from typing import TypeVar

import orjson
from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from contracts.ids import RequestId
from contracts.problems import SENTENCES, Code, Problem, problem

T = TypeVar("T")

NAMED_AT_MOST = 32
"""Fields named in one problem: all of a rule set."""
SAID_AT_MOST = 10
"""In its sentence; and of names that the sender made up, which are cut to `NAME_LENGTH`."""
NAME_LENGTH = 64

_request_id: TypeAdapter[str] = TypeAdapter(RequestId)

_CODES: dict[str, Code] = {
    "json_invalid": "not_json",
    "union_tag_invalid": "unknown_type",
    "union_tag_not_found": "missing_field",
    "missing": "missing_field",
    "extra_forbidden": "extra_field",
    "unexpected_keyword_argument": "extra_field",
}
_ORDER: tuple[Code, ...] = ("not_json", "unknown_type", "missing_field", "extra_field", "wrong_value")
"""Of several faults, the first of these is told, with all its fields."""


class Unreadable(Exception):
    """The bytes are not the message they should be. `id` is the sender's, where one could be read."""

    def __init__(self, why: Problem, request: str | None = None) -> None:
        super().__init__(why.code)
        self.problem = why
        self.id = request


def read(adapter: TypeAdapter[T], raw: str | bytes, *, tagged: bool = False) -> T:
    """Return the message in `raw`; raise Unreadable, every field at fault named.

    `tagged` says that there are several kinds of messages, told apart by `type`.
    """
    try:
        value = orjson.loads(raw)
    except ValueError:
        raise Unreadable(problem("not_json")) from None
    if not isinstance(value, dict):
        raise Unreadable(problem("not_an_object"))
    try:
        return adapter.validate_json(raw)
    except ValidationError as error:
        faults = error.errors(include_url=False, include_context=False, include_input=False)
    raise Unreadable(_problem(faults, tagged=tagged), _id(value))


def _id(value: dict[str, object]) -> str | None:
    try:
        return _request_id.validate_python(value.get("id"))
    except ValidationError:
        return None


def _problem(faults: list[ErrorDetails], *, tagged: bool) -> Problem:
    codes = [_CODES.get(fault["type"], "wrong_value") for fault in faults]
    code = min(codes, key=_ORDER.index)
    fields = [_field(fault, tagged=tagged) for fault, its in zip(faults, codes, strict=True) if its == code]
    most = SAID_AT_MOST if code == "extra_field" else NAMED_AT_MOST
    named = tuple(dict.fromkeys(fields))[:most]
    return problem(code, message=_sentence(code, named), fields=named)


def _sentence(code: Code, named: Sequence[str]) -> str:
    """The usual one, with the fields it is about."""
    said = [*named[:SAID_AT_MOST], *(["..."] if len(named) > SAID_AT_MOST else [])]
    return f"{SENTENCES[code]} ({', '.join(said)})" if said else SENTENCES[code]


def _field(fault: ErrorDetails, *, tagged: bool) -> str:
    """The field's name as the sender knows it: nested ones with dots, without the tag of a union."""
    where = [str(part) for part in fault["loc"]]
    if tagged and where:
        where = where[1:]
    return ".".join(where)[:NAME_LENGTH] or "type"
