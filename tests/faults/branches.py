"""What a store of several nodes has committed: the states that lead to where it stands, and those that went.

Each node keeps a file of its own. A node that takes over goes on from what it has got; what it had not got
is of a branch that ended there. A node that follows another one anew throws its files away, so they are
held on to by second names.
"""

import asyncio
import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import cast

from contracts.ids import Position
from runtime.keys import Kind
from runtime.store import Store
from tests.faults.history import History, Incomplete, Snapshot, read_file

LOOK_S = 0.05
Key = tuple[str, str]
Mark = tuple[int, str]


class Archive:
    """Holds on to every append-only file that these folders ever hold."""

    def __init__(self, folders: Sequence[Path], archive: Path) -> None:
        self._folders = folders
        self._archive = archive
        self._known: set[int] = set()

    async def run(self) -> None:
        while True:
            self.look()
            await asyncio.sleep(LOOK_S)

    def look(self) -> None:
        for number, folder in enumerate(self._folders):
            for file in (folder / "appendonlydir").glob("*.incr.aof"):
                with suppress(FileNotFoundError):  # its node has just thrown it away
                    self._hold(file, number)

    def files(self) -> list[Path]:
        return sorted(self._archive.glob("*.aof"))

    def _hold(self, file: Path, number: int) -> None:
        inode = file.stat().st_ino
        if inode not in self._known:
            os.link(file, self._archive / f"{number}-{inode}.aof")
            self._known.add(inode)


async def read_branches(files: Iterable[Path], store: Store) -> History:
    """Return what leads to where `store` stands now; `gone` is the rest."""
    every = [read_file(file) for file in files]
    whole = History()
    for key in {key for one in every for key in one.states}:
        kind, table = key
        stands = (await store.positions(cast(Kind, kind), [table]))[table]
        chain, gone = parted(key, [one.states[key] for one in every if key in one.states], stands)
        whole.states[key], whole.gone[key] = chain, gone
        if kind == "match":
            whole.rounds[table] = list(await store.rounds(table))
    for shard in {shard for one in every for shard in one.pulses}:
        whole.pulses[shard] = sorted({pulse for one in every for pulse in one.pulses.get(shard, [])})
        whole.outages[shard] = sorted({gap for one in every for gap in one.outages.get(shard, [])})
    return whole


def parted(
    key: Key, files: Sequence[Sequence[Snapshot]], stands: Position | None
) -> tuple[list[Snapshot], list[Snapshot]]:
    """Return the states that lead to `stands`, the first one first, and all others."""
    known: dict[Mark, Snapshot] = {}
    before: dict[Mark, Mark] = {}
    for states in files:
        last: Mark | None = None
        for one in states:
            mark = (one.version, one.mark)
            known[mark] = one
            if last is not None and last[0] == one.version - 1:
                before[mark] = last
            last = mark
    chain: list[Snapshot] = []
    at = None if stands is None else (stands.version, stands.mark)
    while at is not None:
        if at not in known:
            raise Incomplete(f"{key}: no file has {at}")
        chain.append(known[at])
        at = before.get(at) or _newest(known, at[0] - 1)
    on_chain = {(one.version, one.mark) for one in chain}
    return chain[::-1], [one for mark, one in known.items() if mark not in on_chain]


def _newest(known: dict[Mark, Snapshot], version: int) -> Mark | None:
    """Return the state of a version; where branches have one each, that of the one that came later."""
    if version < 1:
        return None
    marks = [mark for mark in known if mark[0] == version]
    if not marks:
        raise Incomplete(f"no file has version {version}")
    return max(marks, key=lambda mark: known[mark].at)
