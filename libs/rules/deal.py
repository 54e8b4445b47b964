"""From a seed to hands, and the promise that it was this seed (RULES 6). Knows no chance of its own."""

import hmac
from collections.abc import Iterator
from hashlib import sha256
from struct import unpack
from typing import Final

from rules.ruleset import RuleSet
from rules.tile import SETS, Tile
from rules.value import value

SCHEME: Final = "doublesix/1"
SEED_BYTES: Final = 32
WORDS: Final = 2**32


@value()
class Deal:
    """A hand per seat, each in the order dealt, and the rest, first to be drawn first."""

    hands: tuple[tuple[Tile, ...], ...]
    boneyard: tuple[Tile, ...]


def deal(seed: bytes, rules: RuleSet, players: int) -> Deal:
    """Shuffle and deal as the seed says; raise ValueError unless it has 32 bytes."""
    tiles = shuffled(seed, SETS[rules.tiles])
    each = rules.hand_for(players)
    hands = tuple(tiles[seat * each : (seat + 1) * each] for seat in range(players))
    return Deal(hands, tiles[players * each :])


def shuffled(seed: bytes, tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """`tiles` in the order that `seed` stands for; raise ValueError unless it has 32 bytes."""
    if len(seed) != SEED_BYTES:
        raise ValueError(f"A seed has {SEED_BYTES} bytes, not {len(seed)}.")
    order, numbers = list(tiles), words(seed)
    for last in range(len(order) - 1, 0, -1):
        chosen = below(last + 1, numbers)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def commitment(code: str, match: int, round_: int, seed: bytes) -> str:
    """What is published before the first move: SHA-256, in hex, of the table, match, round and seed."""
    return sha256(f"{SCHEME}|{code}|{match}|{round_}|{seed.hex()}".encode("ascii")).hexdigest()


def verify(promised: str, code: str, match: int, round_: int, seed: bytes) -> bool:
    """Whether `seed` is the one that was promised for this round."""
    return hmac.compare_digest(promised.encode(), commitment(code, match, round_, seed).encode())


def words(seed: bytes) -> Iterator[int]:
    """Unsigned 32-bit numbers without end, from HMAC-SHA-256 of the scheme and a counter."""
    counter = 0
    while True:
        message = SCHEME.encode("ascii") + counter.to_bytes(8, "big")
        yield from unpack(">8I", hmac.digest(seed, message, "sha256"))
        counter += 1


def below(bound: int, numbers: Iterator[int]) -> int:
    """An even choice of 0 to `bound` - 1: numbers past the last whole multiple of `bound` are thrown away."""
    limit = WORDS - WORDS % bound
    while (number := next(numbers)) >= limit:
        pass
    return number % bound
