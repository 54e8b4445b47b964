"""What has happened: whole documents, as the bytes a client gets, with their position in the headers."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import get_args

from contracts.ids import Position, UnixMs
from contracts.lobby import Status

VERSION = "x-version"
MARK = "x-mark"
CONNECTIONS = "x-connections"
STATUS = "x-status"
RECEIVED = "x-received"
ERROR = "x-error"
CORRELATION = "correlation_id"
"""FastStream's name for what all messages of one command have in common."""

HEADERS: Mapping[str, tuple[str, str]] = {
    VERSION: (r"^[1-9][0-9]*$", "The version of the document's position; it grows by one with each change."),
    MARK: ("^[0-9a-f]{8}$", "The mark of its position, random and new with each change."),
    CONNECTIONS: (
        "^([0-9a-f]{16})?(,([0-9a-f]{16})?)*$",
        "The connection that holds each seat, by seat, joined by commas; empty for none.",
    ),
    STATUS: ("^(" + "|".join(get_args(Status)) + ")$", "The table's status."),
    RECEIVED: (
        "^[0-9]+$",
        "When a gateway read the command behind this view, Unix ms; absent for time's own doing.",
    ),
    ERROR: ("^[a-z_]+$", "The code of the refusal."),
}
"""What each header looks like, as a pattern, and what it says."""


def position_headers(position: Position) -> dict[str, str]:
    return {VERSION: str(position.version), MARK: position.mark}


def position_in(headers: Mapping[str, str]) -> Position:
    """Return the position that `position_headers` wrote; KeyError where there is none."""
    return _position(headers[VERSION], headers[MARK])


@lru_cache(maxsize=1024)
def _position(version: str, mark: str) -> Position:
    """The views of one turn, and what is said of it after, have the same."""
    return Position(version=int(version), mark=mark)


def connections_header(connections: Sequence[str | None]) -> dict[str, str]:
    return {CONNECTIONS: ",".join(connection or "" for connection in connections)}


def connections_in(headers: Mapping[str, str]) -> tuple[str | None, ...]:
    return tuple(part or None for part in headers[CONNECTIONS].split(","))


def status_header(status: Status) -> dict[str, str]:
    return {STATUS: status}


def received_header(received: UnixMs | None) -> dict[str, str]:
    return {} if received is None else {RECEIVED: str(received)}
