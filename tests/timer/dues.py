"""Things that are due, put into the store as a service would."""

from collections.abc import Mapping
from secrets import choice

from contracts.commands import Lease
from contracts.ids import CODE_ALPHABET, UnixMs
from runtime.keys import shard_of
from runtime.store import Store, next_position


def a_code(*, shard: int | None = None) -> str:
    while True:
        code = "".join(choice(CODE_ALPHABET) for _ in range(8))
        if shard in (None, shard_of(code)):
            return code


async def now_ms(store: Store) -> UnixMs:
    return (await store.load("table", "00000000")).now


async def put(store: Store, table: str, due: Mapping[str, int | None]) -> None:
    """Commit a record of `table`, with members due so many ms from now; None takes one away."""
    stored = await store.load("table", table)
    members = {member: None if in_ms is None else UnixMs(stored.now + in_ms) for member, in_ms in due.items()}
    assert await store.commit(
        "table",
        table,
        expected=stored.position,
        position=next_position(stored.position),
        body=b"{}",
        state="open",
        due=members,
    )


def a_lease(table: str, seat: int = 0, connection: str = "0123456789abcdef") -> Lease:
    return Lease.model_validate({"table": table, "seat": seat, "connection": connection})
