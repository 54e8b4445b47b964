"""A table with a clock that no preset has: given to it in the store, as nobody can ask for it."""

import asyncio
from contextlib import suppress
from dataclasses import replace

from runtime.nodes import connect
from runtime.settings import Settings
from runtime.store import Store, StoreError, next_position
from seating import snapshot

RACING_CLOCK_S = 1


async def shorten_clock(store_url: str, code: str) -> None:
    """Let a turn at the table last a second; the match must not have begun."""
    settings = Settings(store_url=store_url)
    store = Store(connect(settings), settings)
    try:
        while not await _shortened(store, code):  # noqa: ASYNC110, somebody else was first, or it is away
            await asyncio.sleep(0.02)
    finally:
        await store.close()


async def _shortened(store: Store, code: str) -> bool:
    """Try once; return whether it is so now."""
    with suppress(StoreError):
        stored = await store.load("table", code)
        if stored.body is None:
            raise RuntimeError("a table that was opened is not there")
        table = snapshot.load(stored.body)
        if table.settings.turn_seconds == RACING_CLOCK_S:
            return True
        clock = replace(table.settings, turn_seconds=RACING_CLOCK_S, away_seconds=RACING_CLOCK_S)
        await store.commit(
            "table",
            code,
            expected=stored.position,
            position=next_position(stored.position),
            body=snapshot.dump(replace(table, settings=clock)),
            state=None,
            due={},
        )
    return False
