"""Every way in which a gateway ends a connection: what it says before, and the code it closes with."""

from dataclasses import dataclass
from typing import Literal

from contracts.frames import ByeFrame, CloseCode
from contracts.problems import Code

Reason = Literal[
    "replaced", "restart", "gone", "slow", "freed", "left", "silent", "unavailable", "flood", "not_seated"
]
"""Why a gateway ends a connection, also as a label of metrics."""

HOLDS: tuple[Reason, ...] = ("restart", "slow", "silent", "unavailable", "flood")
"""After these the seat is still the player's, and the connection's lease is to lapse soon."""


@dataclass(frozen=True, slots=True)
class Ending:
    """`after_ms` is how long a client is to wait before it comes back; None for not at all."""

    code: CloseCode
    after_ms: int | None


ENDINGS: dict[Reason, Ending] = {
    "replaced": Ending(CloseCode.REPLACED, None),
    "restart": Ending(CloseCode.RESTART, 0),
    "gone": Ending(CloseCode.GONE, None),
    "slow": Ending(CloseCode.SLOW, 0),
    "freed": Ending(CloseCode.FREED, None),
    "left": Ending(CloseCode.LEFT, None),
    "silent": Ending(CloseCode.SILENT, 0),
    "unavailable": Ending(CloseCode.LATER, 2_000),
    "flood": Ending(CloseCode.FLOOD, None),
    "not_seated": Ending(CloseCode.NOT_SEATED, None),
}

REFUSED_ON_ARRIVAL: dict[Code, Reason] = {
    "unknown_table": "gone",
    "table_gone": "gone",
    "not_seated": "not_seated",
    "replaced": "replaced",
}
"""Why a connection ends when seating refuses its arrival; anything else may be better later."""

REFUSED_AGAIN: dict[Code, Reason] = REFUSED_ON_ARRIVAL | {"not_seated": "freed"}
"""The same for one that had held its seat."""


def bye(reason: Reason, after_ms: int | None = None) -> bytes | None:
    """Return the frame that comes before the close; None where an error frame has said all."""
    ending = ENDINGS[reason]
    if reason == "not_seated":
        return None
    frame = ByeFrame(reason=reason, after_ms=ending.after_ms if after_ms is None else after_ms)
    return frame.model_dump_json().encode()
