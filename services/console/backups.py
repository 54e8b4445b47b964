"""The file of a backup: what stands in it, and that it is whole.

Lines of JSON, packed by gzip: a head, one line a table, a foot with their number and what checks them.
Whoever writes one gives it to nobody: seeds, hands and the digests of players are in it.
"""

import gzip
import hashlib
import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import IO, Annotated, Literal

from pydantic import Field, ValidationError

from contracts.ids import TableCode, UnixMs
from contracts.model import Message
from runtime.operated import Whole
from runtime.store import Outage, RoundOver

VERSION = 1
LONGEST_LINE = 32 * 2**20
"""Bytes; a table has some hundred thousand at most."""


class NotABackup(Exception):
    """The file is none, or not whole; the text says why."""


class Head(Message):
    """How a file begins: what wrote it, and when by the store's clock."""

    format: Literal["doublesix-backup"] = "doublesix-backup"
    version: Annotated[int, Field(ge=1)] = VERSION
    release: str
    made: UnixMs


class Kept(Message):
    """A table. Bodies are as services stored them; rounds are match, round and body."""

    code: TableCode
    at: UnixMs
    state: str | None
    lobby: str | None
    lobby_version: int
    match: str | None
    match_version: int
    outages: tuple[tuple[int, int], ...]
    rounds: tuple[tuple[int, int, str], ...]


class Foot(Message):
    """How a file ends."""

    tables: int
    sha256: str


class Writer:
    """Writes tables behind a head."""

    def __init__(self, file: IO[bytes], head: Head) -> None:
        self._file = gzip.GzipFile(fileobj=file, mode="wb", compresslevel=6, mtime=0)
        self._digest = hashlib.sha256()
        self.tables = 0
        self._line(head)

    def write(self, whole: Whole) -> None:
        self._line(_boxed(whole))
        self.tables += 1

    def close(self) -> None:
        """Write the foot; without it the file is not whole."""
        self._line(Foot(tables=self.tables, sha256=self._digest.hexdigest()))
        self._file.close()

    def _line(self, message: Message) -> None:
        line = message.model_dump_json().encode() + b"\n"
        self._digest.update(line)
        self._file.write(line)


@contextmanager
def written(path: Path, head: Head) -> Iterator[Writer]:
    """Write a backup that is there whole or not at all, for its owner only; FileExistsError where one is."""
    if path.exists():
        raise FileExistsError(path)
    part = path.with_name(f".{path.name}.{token_hex(4)}.part")
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        try:
            writer = Writer(file, head)
            yield writer
            writer.close()
            file.flush()
            os.fsync(file.fileno())
            os.link(part, path)
        finally:
            part.unlink()
    with suppress(OSError):
        folder = os.open(path.parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)


def checked(file: IO[bytes]) -> list[str]:
    """Read a file whole; return the codes of its tables. Raise NotABackup."""
    file.seek(0)
    codes: list[str] = []
    digest = hashlib.sha256()
    try:
        with gzip.GzipFile(fileobj=file) as lines:
            first = lines.readline(LONGEST_LINE)
            _readable(first)
            digest.update(first)
            while line := lines.readline(LONGEST_LINE):
                if line.startswith(b'{"code"'):
                    codes.append(Kept.model_validate_json(line).code)
                    digest.update(line)
                    continue
                foot = Foot.model_validate_json(line)
                if lines.read(1):
                    raise NotABackup("something follows on its end")
                _whole(foot, codes, digest.hexdigest())
                return codes
    except ValidationError as error:
        raise NotABackup(f"what stands in it is no table: {error.errors()[0]['msg']}") from None
    except (OSError, EOFError, zlib.error) as error:
        raise NotABackup(f"it cannot be unpacked: {error}") from None
    raise NotABackup("its end is missing")


def tables(file: IO[bytes]) -> Iterator[Whole]:
    """Yield the tables of a file that was found to be whole."""
    file.seek(0)
    with gzip.GzipFile(fileobj=file) as lines:
        lines.readline(LONGEST_LINE)
        while (line := lines.readline(LONGEST_LINE)).startswith(b'{"code"'):
            yield _unboxed(Kept.model_validate_json(line))


def _readable(line: bytes) -> None:
    if not line.startswith(b'{"format":"doublesix-backup"'):
        raise NotABackup("it does not begin as one")
    head = Head.model_validate_json(line, extra="ignore")
    if head.version > VERSION:
        raise NotABackup(f"it is of version {head.version}, and this release reads version {VERSION}")


def _whole(foot: Foot, codes: list[str], digest: str) -> None:
    if foot.tables != len(codes) or foot.sha256 != digest:
        raise NotABackup("it is not as it was written: its checksum differs")
    if len(set(codes)) != len(codes):
        raise NotABackup("a table is in it twice")


def _boxed(whole: Whole) -> Kept:
    return Kept(
        code=whole.code,
        at=whole.at,
        state=whole.state,
        lobby=_text(whole.lobby),
        lobby_version=whole.lobby_version,
        match=_text(whole.match),
        match_version=whole.match_version,
        outages=tuple((outage.began, outage.ended) for outage in whole.outages),
        rounds=tuple((one.match, one.round, one.body.decode()) for one in whole.rounds),
    )


def _unboxed(kept: Kept) -> Whole:
    return Whole(
        code=kept.code,
        at=kept.at,
        state=kept.state,
        lobby=_bytes(kept.lobby),
        lobby_version=kept.lobby_version,
        match=_bytes(kept.match),
        match_version=kept.match_version,
        outages=tuple(Outage(UnixMs(began), UnixMs(ended)) for began, ended in kept.outages),
        rounds=tuple(RoundOver(match, round_, body.encode()) for match, round_, body in kept.rounds),
        due={},
    )


def _text(body: bytes | None) -> str | None:
    return None if body is None else body.decode()


def _bytes(body: str | None) -> bytes | None:
    return None if body is None else body.encode()
