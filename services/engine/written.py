"""What is told again in every view until the round, or the match, is over, as JSON that is written once."""

from collections.abc import Sequence
from functools import lru_cache

from orjson import Fragment

from contracts.told import laid_as, logged, result_of
from contracts.view import By
from rules.actions import Drew, Passed, Placed
from rules.line import Laid
from rules.match import RoundResult
from rules.tile import Tile

MOST = 16_384
"""That are kept of each: tiles laid, and events, of four seats at all ends, and what they usually score."""


@lru_cache(MOST)
def laid(one: Laid) -> Fragment:
    """A tile of the line."""
    return Fragment(laid_as(one).model_dump_json())


@lru_cache(MOST)
def entry(event: Placed | Drew | Passed, by: By) -> Fragment:
    """An entry of the log."""
    return Fragment(logged(event, by).model_dump_json())


@lru_cache(MOST)
def ending(result: RoundResult) -> Fragment:
    """A line of the score sheet."""
    return Fragment(result_of(result).model_dump_json())


_text = lru_cache(None)(str)
"""A tile as it is told; there are fifty-five."""


def tiles(some: Sequence[Tile]) -> tuple[str, ...]:
    """A hand."""
    return tuple(map(_text, some))
