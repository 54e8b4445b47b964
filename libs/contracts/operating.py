"""What operators ask of every instance of every service, and what each answers for itself."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from contracts.ids import UnixMs
from contracts.model import Message

ProcessId = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$")]
"""One process, drawn when it starts: what comes in its place by the same name is another."""


class StatusAsked(Message):
    """How is everybody? Each instance answers for itself."""


class Status(Message):
    """How one instance is. `holds` is what has to go before it is empty: a gateway's connections.

    `now` is its machine's clock. `faults` are the checks of its readiness that fail, and why.
    """

    service: str
    instance: str
    process: ProcessId
    release: str
    now: UnixMs
    faults: dict[str, str]
    ending: bool
    holds: Annotated[int, Field(ge=0)]


class Drain(Message):
    """Let that process hand over and end, as SIGTERM does; nobody else answers."""

    process: ProcessId


class Draining(Message):
    """It does."""

    ok: Literal[True] = True
    process: ProcessId
