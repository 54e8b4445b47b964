"""The file of a backup: whose it is, that it is whole or not at all, and what is refused."""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from runtime import keys
from runtime.settings import Settings
from tests.console.tables import CODE, Console, Kept, a_table


def test_a_backup_is_its_owner_s_alone_and_says_what_it_holds(
    kept: Kept, console: Console, file: Path
) -> None:
    kept.put(a_table(status="open"))

    done = console("backup", file)

    assert file.stat().st_mode & 0o777 == 0o600
    assert "It holds the seeds and hidden tiles" in done.stderr
    assert [one.name for one in file.parent.iterdir()] == [file.name]
    assert "is there already" in console("backup", file, ends=2).stderr


def test_a_backup_that_fails_leaves_nothing(kept: Kept, console: Console, file: Path) -> None:
    kept.put(a_table(status="open"))
    kept.do(lambda store: store._redis.set(keys.rounds(CODE), "no stream"))

    console("backup", file, ends=2)

    assert list(file.parent.iterdir()) == []


def repacked(file: Path, change: Any) -> None:
    lines = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
    file.write_bytes(gzip.compress(b"".join(change(lines))))


def another_state(lines: list[bytes]) -> list[bytes]:
    return [line.replace(b'"state":"open"', b'"state":"over"') for line in lines]


def a_later_version(lines: list[bytes]) -> list[bytes]:
    return [lines[0].replace(b'"version":1', b'"version":2,"more":0'), *lines[1:]]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (another_state, "its checksum differs"),
        (lambda lines: lines[:-1], "its end is missing"),
        (lambda lines: [lines[0], *lines[2:]], "its checksum differs"),
        (lambda lines: [*lines, b"more\n"], "something follows on its end"),
        (lambda lines: [b"{}\n", *lines[1:]], "it does not begin as one"),
        (a_later_version, "it is of version 2, and this release reads version 1"),
    ],
)
def test_a_file_that_is_not_as_it_was_written_is_refused(
    kept: Kept, console: Console, file: Path, change: Any, why: str
) -> None:
    kept.put(a_table(status="open"))
    console("backup", file)
    repacked(file, change)
    kept.flush()

    assert why in console("restore", file, ends=2).stderr

    assert kept.whole().is_nothing


@pytest.mark.parametrize("cut", [lambda told: told[:-20], lambda told: b"hello", lambda told: told[:40]])
def test_a_file_that_cannot_be_unpacked_is_refused(
    kept: Kept, console: Console, file: Path, cut: Any
) -> None:
    kept.put(a_table(status="open"))
    console("backup", file)
    file.write_bytes(cut(file.read_bytes()))

    assert "it cannot be unpacked" in console("restore", file, ends=2).stderr
    assert "cannot be read" in console("restore", file.with_name("none"), ends=2).stderr


def test_a_backup_goes_through_a_pipe(kept: Kept, settings: Settings) -> None:
    kept.put(a_table(status="open"))
    environment = {**os.environ, "DOUBLESIX_STORE_URL": settings.store_url, "DOUBLESIX_RENEW_MS": "50"}
    run = [sys.executable, "-m", "console"]
    written = subprocess.run([*run, "backup", "-"], env=environment, capture_output=True, check=True).stdout
    kept.flush()

    subprocess.run([*run, "restore", "-"], env=environment, input=written, capture_output=True, check=True)

    assert not kept.whole().is_nothing
    assert json.loads(gzip.decompress(written).splitlines()[0])["format"] == "doublesix-backup"
