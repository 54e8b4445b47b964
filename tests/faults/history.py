"""Every state that was ever stored, read from the append-only file of the store itself.

The file is the store's own word for what was committed, in order; nothing in the platform knows that it is
read. It is complete as long as it was not rewritten, which starts at 64 MB.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


class Incomplete(Exception):
    """The file was rewritten: its beginning is gone."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One committed state of one record."""

    version: int
    mark: str
    body: bytes


History = dict[tuple[str, str], list[Snapshot]]
"""Every state of each record in the order of its commits, by kind (match or table) and table."""


def read_history(data: Path) -> History:
    """Return what the store in `data` committed so far; raise Incomplete if not all of it is there."""
    files = sorted((data / "valkey" / "appendonlydir").glob("*.incr.aof"))
    if [file.name.split(".")[2] for file in files] != ["1"]:
        raise Incomplete(f"{[file.name for file in files]}")
    history: History = {}
    for command in commands(files[0].read_bytes()):
        if command[0].upper() == b"HSET" and command[2] == b"body":
            _, kind, table = command[1].decode().split(":")
            fields = dict(zip(command[2::2], command[3::2], strict=True))
            version, mark = int(fields[b"version"]), fields[b"mark"].decode()
            history.setdefault((kind, table), []).append(Snapshot(version, mark, fields[b"body"]))
    return history


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
