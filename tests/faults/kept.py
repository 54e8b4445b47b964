"""Where a run's store has written down what it committed, and how to read it afterwards."""

import asyncio
import tempfile
from pathlib import Path

from runtime.nodes import connect
from runtime.settings import Settings
from runtime.store import Store
from tests.faults.branches import Archive, read_branches
from tests.faults.history import History, never_rewritten, read_history
from tests.faults.houses import House
from tests.harness.platform import Platform


class Kept:
    """The files of the platform's own store, or those of all nodes of a house."""

    def __init__(self, platform: Platform, house: House | None) -> None:
        self._platform = platform
        self._copies = house.copies if house else None
        self._looks: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """From now on nothing that is written is thrown away."""
        if self._copies is None:
            await never_rewritten(self._platform.store_url)
            return
        folders = [node.folder for node in self._copies.nodes]
        self._archive = Archive(folders, Path(tempfile.mkdtemp(prefix="archive-", dir=folders[0].parent)))
        self._looks = asyncio.create_task(self._archive.run())

    async def history(self) -> History:
        if self._copies is None or self._looks is None:
            return read_history(self._platform.plan.data)
        self._looks.cancel()
        await asyncio.wait({self._looks})
        if not self._looks.cancelled():
            self._looks.result()  # it ended by itself: what it failed on
        settings = Settings(store_url=self._copies.url)
        store = Store(connect(settings), settings)
        try:
            return await read_branches(self._archive.files(), store)
        finally:
            await store.close()
