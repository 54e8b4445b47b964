"""One after another, for each table by itself, within this process.

It is no guarantee: only a commit tells who was first. But of what is done side by side for one table all but
one is committed in vain, and has to be done again.
"""

from asyncio import Lock
from weakref import WeakValueDictionary


class OneByOne:
    """Locks by name, each there as long as somebody holds it or waits for it: `async with busy.at(table)`."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, Lock] = WeakValueDictionary()

    def at(self, name: str) -> Lock:
        """Return the lock of `name`."""
        return self._locks.setdefault(name, Lock())
