"""Every state that was ever stored, read from the append-only file of the store itself.

The file is the store's own word for what was committed, in order; nothing in the platform knows that it is
read. It is complete as long as it was not rewritten, which `never_rewritten` sees to.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from redis.asyncio import Redis

from runtime.keys import shard_of
from runtime.settings import Settings
from runtime.store import RoundOver

KEEP_MS: int = Settings.model_fields["keep_ms"].default
"""How long after its last commit a record ends, by which the moment of the commit can be told."""


class Incomplete(Exception):
    """The file was rewritten: its beginning is gone."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One committed state of one record; `at` is when, by the store's clock, in Unix ms."""

    version: int
    mark: str
    body: bytes
    at: int


@dataclass(frozen=True, slots=True)
class History:
    """Every state of each record in the order of its commits, by kind (match or table) and table.

    `rounds` are those that were kept when they were over, by table, in the order in which they were written.
    `pulses` are, for each shard, the moments at which an engine had proved that moves could be taken: the
    broker had answered it, and the store did. `outages` are stretches without, which were given back. `gone`
    are states that a store of several nodes has thrown away, where a node took over that had not got them.
    """

    states: dict[tuple[str, str], list[Snapshot]] = field(default_factory=dict)
    rounds: dict[str, list[RoundOver]] = field(default_factory=dict)
    pulses: dict[int, list[int]] = field(default_factory=dict)
    outages: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    gone: dict[tuple[str, str], list[Snapshot]] = field(default_factory=dict)

    def pulses_of(self, table: str) -> list[int]:
        return self.pulses.get(shard_of(table), [])

    def outages_of(self, table: str) -> list[tuple[int, int]]:
        return self.outages.get(shard_of(table), [])

    def of(self, tables: Collection[str]) -> "History":
        """Return what was stored of these tables alone."""
        return replace(
            self,
            states={key: stored for key, stored in self.states.items() if key[1] in tables},
            rounds={table: kept for table, kept in self.rounds.items() if table in tables},
        )

    def between(self, began: int, ended: int) -> "History":
        """Return the states that were stored, and the outages that ended, from then to then, in Unix ms."""
        return replace(
            self,
            states={
                key: [one for one in stored if began <= one.at <= ended]
                for key, stored in self.states.items()
            },
            outages={
                shard: [span for span in spans if began <= span[1] <= ended]
                for shard, spans in self.outages.items()
            },
        )


async def never_rewritten(store_url: str) -> None:
    """Let the store keep its file as it grows, also when it is started again."""
    async with Redis.from_url(store_url) as redis:
        await redis.config_set("auto-aof-rewrite-percentage", 0)
        await redis.config_rewrite()


def read_history(data: Path) -> History:
    """Return what the store in `data` committed so far; raise Incomplete if not all of it is there."""
    files = sorted((data / "valkey" / "appendonlydir").glob("*.incr.aof"))
    if [file.name.split(".")[2] for file in files] != ["1"]:
        raise Incomplete(f"{[file.name for file in files]}")
    return read_file(files[0])


def read_file(file: Path) -> History:
    """Return what one append-only file holds."""
    history, commit = History(), Commit()
    for command in commands(file.read_bytes()):
        verb, key = command[0].upper(), command[1].decode() if len(command) > 1 else ""
        if verb == b"HSET" and command[2] == b"body":
            commit.begin(history, command)
        elif verb == b"ZADD" and key.endswith(":activity"):
            for ends, table in zip(command[2::2], command[3::2], strict=True):
                commit.at[table] = int(float(ends)) - KEEP_MS
        elif verb == b"XADD" and ":rounds:" in key:
            match, round_ = map(int, command[-3].split(b"-"))
            history.rounds.setdefault(key.split(":")[2], []).append(RoundOver(match, round_, command[-1]))
        elif verb == b"EXEC":
            commit.end(history)
        elif verb == b"SET" and key.endswith(":pulse"):
            history.pulses.setdefault(_shard(key), []).append(int(command[2]))
        elif verb == b"RPUSH" and key.endswith(":outages"):
            began, ended = map(int, command[2].split(b":"))
            history.outages.setdefault(_shard(key), []).append((began, ended))
    commit.end(history)
    return history


def _shard(key: str) -> int:
    return int(key[2 : key.index("}")])


class Commit:
    """A record that was written, until the end of its commit is read, which says when.

    What a commit does not change is not in the file: of two in the same millisecond the second has no moment
    of its own.
    """

    def __init__(self) -> None:
        self.at: dict[bytes, int] = {}
        self._record: list[bytes] | None = None

    def begin(self, history: History, record: list[bytes]) -> None:
        self.end(history)
        self._record = record

    def end(self, history: History) -> None:
        if self._record is None:
            return
        _, kind, table = self._record[1].decode().split(":")
        fields = dict(zip(self._record[2::2], self._record[3::2], strict=True))
        version, mark = int(fields[b"version"]), fields[b"mark"].decode()
        at = self.at.get(table.encode()) or max(self.at.values())
        history.states.setdefault((kind, table), []).append(Snapshot(version, mark, fields[b"body"], at))
        self._record = None


def commands(text: bytes) -> Iterator[list[bytes]]:
    """Yield the commands of an append-only file; one cut off at the end is left out."""
    at = 0
    while at < len(text):
        line_end = text.find(b"\r\n", at)
        if line_end < 0:
            return
        line, at = text[at:line_end], line_end + 2
        if not line.startswith(b"*"):
            continue  # an annotation
        words = []
        for _ in range(int(line[1:])):
            line_end = text.find(b"\r\n", at)
            if line_end < 0:
                return
            start = line_end + 2
            end = start + int(text[at + 1 : line_end])
            if end + 2 > len(text):
                return
            words.append(text[start:end])
            at = end + 2
        yield words
