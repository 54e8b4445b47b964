"""Of a store of several nodes: which states lead to where it stands, and which went with a node."""

import os
from pathlib import Path

import pytest

from contracts.ids import Position
from tests.faults.branches import Archive, parted
from tests.faults.history import Incomplete, Snapshot

KEY = ("match", "7K3MXY52")


def states(text: str) -> list[Snapshot]:
    """A file's states, as `1a 2a 3b`: version and branch; a later branch is later in time."""
    return [
        Snapshot(int(one[0]), one[1] * 8, one.encode(), int(one[0]) * 1_000 + ord(one[1]))
        for one in text.split()
    ]


def names(found: list[Snapshot]) -> str:
    return " ".join(one.body.decode() for one in found)


def chain_and_gone(*files: str, stands: Position | None) -> tuple[str, str]:
    chain, gone = parted(KEY, [states(file) for file in files], stands)
    return names(chain), names(gone)


def at(text: str) -> Position:
    return Position(version=int(text[0]), mark=text[1] * 8)


def test_a_node_that_takes_over_goes_on_from_what_it_has_got() -> None:
    fallen, follows = "1a 2a 3a 4a", "1a 2a 3b 4b 5b"

    assert chain_and_gone(fallen, follows, stands=at("5b")) == ("1a 2a 3b 4b 5b", "3a 4a")


def test_a_node_that_came_later_has_only_the_end() -> None:
    fallen, second, third = "1a 2a 3a", "1a 2a 3b 4b", "5c 6c"

    assert chain_and_gone(fallen, second, third, stands=at("6c")) == ("1a 2a 3b 4b 5c 6c", "3a")


def test_what_nobody_threw_away_is_all_there() -> None:
    assert chain_and_gone("1a 2a 3a", "1a 2a", stands=at("3a")) == ("1a 2a 3a", "")


def test_of_a_record_that_is_not_there_any_more_all_has_gone() -> None:
    assert chain_and_gone("1a 2a", stands=None) == ("", "1a 2a")


def test_a_state_that_no_file_has_is_found() -> None:
    with pytest.raises(Incomplete):
        chain_and_gone("1a 3a", stands=at("3a"))
    with pytest.raises(Incomplete):
        chain_and_gone("1a 2a", stands=at("3a"))


def test_files_that_a_node_throws_away_are_held_on_to(tmp_path: Path) -> None:
    folder, kept = tmp_path / "node", tmp_path / "kept"
    files = folder / "appendonlydir"
    files.mkdir(parents=True)
    kept.mkdir()
    archive = Archive([folder], kept)
    first = files / "appendonly.aof.1.incr.aof"
    first.write_text("one")

    archive.look()
    first.write_text("one, two")
    os.remove(first)
    (files / "appendonly.aof.2.incr.aof").write_text("three")
    archive.look()

    assert sorted(file.read_text() for file in archive.files()) == ["one, two", "three"]


def test_a_file_that_goes_while_it_is_looked_at_keeps_no_other_from_being_held(tmp_path: Path) -> None:
    folders = [tmp_path / "goes", tmp_path / "stays"]
    for folder in folders:
        (folder / "appendonlydir").mkdir(parents=True)
    (folders[0] / "appendonlydir" / "appendonly.aof.1.incr.aof").symlink_to(tmp_path / "gone")
    (folders[1] / "appendonlydir" / "appendonly.aof.1.incr.aof").write_text("one")
    (kept := tmp_path / "kept").mkdir()
    archive = Archive(folders, kept)

    archive.look()

    assert [file.read_text() for file in archive.files()] == ["one"]
