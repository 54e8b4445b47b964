"""Counts the tables of the whole store by state, and looks whether it keeps them. Every timer does it all."""

import asyncio
from contextlib import suppress
from typing import NoReturn

from runtime import metrics
from runtime.store import Store, StoreError

EVERY = 15.0
"""Seconds."""


async def census(store: Store) -> NoReturn:
    """Go on until cancelled."""
    seen: set[str] = set()
    while True:
        with suppress(StoreError):  # the watch says so
            seen = await count(store, seen)
            metrics.STORE_KEEPS.set(await store.keeps())
            metrics.REVEALS.set(await store.reveals_kept())
        await asyncio.sleep(EVERY)


async def count(store: Store, seen: set[str]) -> set[str]:
    """Set the gauges; states that were `seen` and have no table any more go to 0. Return all states."""
    counts = await store.census()
    for state in seen - counts.keys():
        metrics.TABLES.labels(state).set(0)
    for state, tables in counts.items():
        metrics.TABLES.labels(state).set(tables)
    return seen | counts.keys()
