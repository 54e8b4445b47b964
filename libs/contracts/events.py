"""What has happened: whole documents, as the bytes a client gets, with their position in the headers."""

from collections.abc import Mapping, Sequence

from contracts.ids import Position, UnixMs
from contracts.lobby import Status

VERSION = "x-version"
MARK = "x-mark"
CONNECTIONS = "x-connections"
"""On table events: the connection that holds each seat, by seat, joined by commas; empty for none."""
STATUS = "x-status"
"""On table events: the table's status."""
RECEIVED = "x-received"
"""On seat events: when a gateway read the command behind this view, Unix ms; absent for time's own doing."""
ERROR = "x-error"
"""On replies without the document asked for: the code of the refusal."""


def position_headers(position: Position) -> dict[str, str]:
    return {VERSION: str(position.version), MARK: position.mark}


def position_in(headers: Mapping[str, str]) -> Position:
    """Return the position that `position_headers` wrote; KeyError where there is none."""
    return Position(version=int(headers[VERSION]), mark=headers[MARK])


def connections_header(connections: Sequence[str | None]) -> dict[str, str]:
    return {CONNECTIONS: ",".join(connection or "" for connection in connections)}


def connections_in(headers: Mapping[str, str]) -> tuple[str | None, ...]:
    return tuple(part or None for part in headers[CONNECTIONS].split(","))


def status_header(status: Status) -> dict[str, str]:
    return {STATUS: status}


def received_header(received: UnixMs | None) -> dict[str, str]:
    return {} if received is None else {RECEIVED: str(received)}
