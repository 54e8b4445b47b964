"""What can be asked over HTTP: one row a route, with every reason it may be refused for."""

from dataclasses import dataclass
from typing import Final, Literal

from contracts.http import OpenTable, Presets, SeatHeld, TableSeen, TakeSeat
from contracts.model import Message
from contracts.problems import Code
from contracts.rounds import RoundRecord, RoundsKept


@dataclass(frozen=True, slots=True)
class Route:
    """`asks` is the body that is read, `answers` the one that is sent with `status`."""

    method: Literal["GET", "POST"]
    path: str
    about: str
    answers: type[Message]
    refusals: tuple[Code, ...]
    asks: type[Message] | None = None
    status: int = 200


ALWAYS: Final[tuple[Code, ...]] = ("wrong_secret", "internal")
ASKING: Final[tuple[Code, ...]] = (*ALWAYS, "unavailable")
"""For what another service is asked."""
READING: Final[tuple[Code, ...]] = (
    "wrong_origin",
    "not_json",
    "not_an_object",
    "missing_field",
    "extra_field",
    "wrong_value",
    "too_large",
)
"""For a body."""
BY_CODE: Final[tuple[Code, ...]] = ("unknown_table", "table_gone", "too_many_guesses")
"""For a table's code."""

ROUTES: Final = (
    Route(
        "POST",
        "/api/tables",
        "Open a table and take its first seat. The same `request` of the same player is the same table.",
        asks=OpenTable,
        answers=SeatHeld,
        status=201,
        refusals=(
            *ASKING,
            *READING,
            "unknown_preset",
            "wrong_options",
            "wrong_name",
            "request_reused",
            "table_gone",
            "not_seated",
            "too_many_requests",
        ),
    ),
    Route(
        "GET",
        "/api/tables/{code}",
        "Look at a table: what one may know before sitting down; `seat` is your own, or null.",
        answers=TableSeen,
        refusals=(*ASKING, *BY_CODE),
    ),
    Route(
        "POST",
        "/api/tables/{code}/seats",
        "Take a seat. Who sits here already gets the seat it has.",
        asks=TakeSeat,
        answers=SeatHeld,
        status=201,
        refusals=(*ASKING, *READING, *BY_CODE, "wrong_name", "table_full"),
    ),
    Route(
        "GET",
        "/api/tables/{code}/rounds",
        "Which rounds are over and still kept, the oldest first; for those who sit at the table.",
        answers=RoundsKept,
        refusals=(*ASKING, *BY_CODE, "not_seated"),
    ),
    Route(
        "GET",
        "/api/tables/{code}/rounds/{match}/{round}",
        "One of them, whole: all that it takes to play it again, and to check it.",
        answers=RoundRecord,
        refusals=(*ASKING, *BY_CODE, "not_seated", "no_such_round", "not_found"),
    ),
    Route(
        "GET",
        "/api/presets",
        "Every game by its name, with one rule set or several that differ by the number of players.",
        answers=Presets,
        refusals=ALWAYS,
    ),
)

SOCKET: Final[tuple[Code, ...]] = (
    "wrong_origin",
    "wrong_protocol",
    "wrong_secret",
    "too_many_guesses",
    "unavailable",
)
"""What a handshake of `GET /ws/{code}` may be refused for, as an HTTP answer."""
