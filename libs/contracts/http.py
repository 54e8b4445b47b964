"""What crosses HTTP: opening a table, looking at one, sitting down."""

from contracts.ids import PlayerSecret, RequestId, SeatNumber, TableCode
from contracts.lobby import Options, Table
from contracts.model import Message
from contracts.problems import Code
from rules.ruleset import RuleSet


class OpenTable(Message):
    """`POST /api/tables`; asked twice with one `request`, it is one table."""

    preset: str
    options: Options = Options()
    name: str
    request: RequestId


class TakeSeat(Message):
    """`POST /api/tables/{code}/seats`"""

    name: str


class SeatHeld(Message):
    """Answer to both: the seat, and the secret that holds it; null for a page, which has it as a cookie."""

    code: TableCode
    seat: SeatNumber
    player: PlayerSecret | None


class TableSeen(Message):
    """`GET /api/tables/{code}`: what one may know before sitting; `seat` is the asker's own, if any."""

    table: Table
    seat: SeatNumber | None


class Preset(Message):
    """A game by the name people know: one rule set, or several that differ by the number of players.

    Of several, the one whose `seats` hold the number of players is played. That of `custom` is where a host
    starts from.
    """

    name: str
    settings: tuple[RuleSet, ...]


class Presets(Message):
    """`GET /api/presets`"""

    presets: tuple[Preset, ...]


class ProblemDocument(Message):
    """`application/problem+json` (RFC 9457) with a `code` that never changes."""

    type: str
    title: str
    status: int
    code: Code
    detail: str
    fields: tuple[str, ...]


STATUSES: dict[Code, int] = {
    "not_json": 400,
    "wrong_protocol": 400,
    "wrong_secret": 401,
    "not_host": 403,
    "not_seated": 403,
    "wrong_origin": 403,
    "not_found": 404,
    "no_such_round": 404,
    "no_such_seat": 404,
    "unknown_table": 404,
    "wrong_method": 405,
    "table_gone": 410,
    "too_large": 413,
    "extra_field": 422,
    "missing_field": 422,
    "not_an_object": 422,
    "unknown_preset": 422,
    "wrong_name": 422,
    "wrong_options": 422,
    "wrong_value": 422,
    "too_many_guesses": 429,
    "too_many_requests": 429,
    "internal": 500,
    "unavailable": 503,
}
OTHERWISE = 409
"""What is left are refusals by the state of a table."""


def status_of(code: Code) -> int:
    """The status that HTTP refuses with, for the reason `code`."""
    return STATUSES.get(code, OTHERWISE)
