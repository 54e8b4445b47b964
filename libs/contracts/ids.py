"""Names and units that cross a wire, each with a type of its own."""

from typing import Annotated, Literal, NewType

from pydantic import BeforeValidator, Field, StringConstraints

from contracts.model import Message

UnixMs = NewType("UnixMs", int)
"""A moment, in milliseconds since 1970, told by the store's clock: the only clock that decides anything."""

Millis = Annotated[int, Field(ge=0)]
"""A length of time, in milliseconds."""

CODE_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no I, L, O or U, so that a code can be read out."""

TableCode = Annotated[str, StringConstraints(pattern=rf"^[{CODE_ALPHABET}]{{8}}$")]
"""A table's code in its one canonical spelling: eight symbols, 40 bits."""

PlayerSecret = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{43}$")]
"""What only a player's browser holds: 256 random bits, base64url without padding."""

ConnectionId = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$")]
"""One connection of one seat. Not a secret: it only tells an older connection from a newer one."""

RequestId = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=r"^[\x21-\x7e]+$")]
"""Chosen by whoever asks, so that the same request asked again is known again."""

SeatNumber = Literal[0, 1, 2, 3]
SideNumber = Literal[0, 1, 2, 3]
Pips = Annotated[int, Field(ge=0, le=9)]
EndName = Literal["left", "right", "up", "down"]
TileText = Annotated[str, StringConstraints(pattern=r"^[0-9]-[0-9]$")]
"""A tile, lower half first: `3-5`."""


def _whole(value: object) -> object:
    if type(value) is not int:
        raise ValueError("not a whole number")
    return value


WHOLE = BeforeValidator(_whole)
"""For literal numbers that a client sends: alone they would also take `true` and `1.0` for 1."""


class Position(Message):
    """Where a document stands: `version` grows by one with each change.

    `mark` is random and new with each change. It tells apart two states that carry the same version,
    as happens when a store comes back without its last moments; and, unlike a digest of the state,
    it says nothing about hidden tiles.
    """

    version: Annotated[int, Field(ge=1)]
    mark: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{8}$")]


_LOOKALIKES = str.maketrans("OIL٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹", "01101234567890123456789")


def canonical_code(typed: str) -> str | None:
    """Return the code somebody typed in its canonical spelling, or None if it cannot be one.

    Case, blanks and hyphens do not matter, and look-alikes (O, I, L) and Arabic and Persian digits are
    taken for what they stand for.
    """
    if len(typed) > 32:
        return None
    kept = "".join(typed.upper().split()).replace("-", "").translate(_LOOKALIKES)
    return kept if len(kept) == 8 and set(kept) <= set(CODE_ALPHABET) else None
