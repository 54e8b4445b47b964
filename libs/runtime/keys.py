"""Where everything lies in the store: every key and every due member, spelled once. Knows no client.

All keys of a table share a shard: a hash tag, so that one script may touch them together in a cluster, too.
"""

from collections.abc import Mapping
from typing import Literal
from zlib import crc32

SHARDS = 64
"""Never changes: it is part of where everything lies."""

Kind = Literal["match", "table"]
OTHER: Mapping[Kind, Kind] = {"match": "table", "table": "match"}


def shard_of(table: str) -> int:
    return crc32(table.encode()) % SHARDS


# of a table


def record(kind: Kind, table: str) -> str:
    return f"{{s{shard_of(table)}}}:{kind}:{table}"


def rounds(table: str) -> str:
    return f"{{s{shard_of(table)}}}:rounds:{table}"


def was(table: str) -> str:
    return f"{{s{shard_of(table)}}}:was:{table}"


def request(digest: str) -> str:
    return f"{{s{shard_of(digest)}}}:request:{digest}"


# of a shard


def due(shard: int) -> str:
    return f"{{s{shard}}}:due"


def pulse(shard: int) -> str:
    return f"{{s{shard}}}:pulse"


def watched(shard: int) -> str:
    return f"{{s{shard}}}:watched"


def outages(shard: int) -> str:
    return f"{{s{shard}}}:outages"


def states(shard: int) -> str:
    return f"{{s{shard}}}:states"


def activity(shard: int) -> str:
    return f"{{s{shard}}}:activity"


def reveals(shard: int) -> str:
    return f"{{s{shard}}}:reveals"


# what can be due


def match_due(table: str) -> str:
    """The member by which an engine is reminded of a table."""
    return f"match|{table}"


def table_due(table: str) -> str:
    """The member by which seating is reminded of a table."""
    return f"table|{table}"


def lease_due(table: str, seat: int, connection: str) -> str:
    """The member that is a connection's lease."""
    return f"lease|{table}|{seat}|{connection}"


def over_due(table: str, seat: int, connection: str) -> str:
    """What a connection's lease becomes when a timer finds it over: seating has yet to hear of it."""
    return f"over|{table}|{seat}|{connection}"
