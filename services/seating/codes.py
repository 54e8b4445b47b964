"""What nobody can guess, and what is kept of it."""

from collections.abc import Iterable
from hashlib import sha256
from secrets import choice

from contracts.ids import CODE_ALPHABET


def fresh_code() -> str:
    """Return a code for a new table: 40 bits of chance."""
    return "".join(choice(CODE_ALPHABET) for _ in range(8))


def digest(parts: Iterable[str]) -> str:
    """Return SHA-256 of `parts`, told apart, in hexadecimal. Of a player's secret, only this is kept."""
    whole = sha256()
    for part in parts:
        bytes_ = part.encode()
        whole.update(len(bytes_).to_bytes(8, "big") + bytes_)
    return whole.hexdigest()


def player_digest(secret: str) -> str:
    """What is kept of a player's secret, which is 256 random bits and so needs no slow hash."""
    return digest(["player", secret])
