"""What is read from the store's file is what was committed, each state with its moment."""

from pathlib import Path

import pytest

from runtime.store import RoundOver
from tests.faults.history import KEEP_MS, Incomplete, Snapshot, read_history

CODE = "7K3MXY52"


def command(*words: str) -> str:
    """One command as it stands in the file."""
    return f"*{len(words)}\r\n" + "".join(f"${len(word)}\r\n{word}\r\n" for word in words)


def commit(version: int, at: int | None, kind: str = "match") -> str:
    """A commit; of a second one in the same millisecond the file does not say the moment again."""
    record = f"{{s1}}:{kind}:{CODE}"
    written = command("HSET", record, "body", f"state {version}", "version", str(version), "mark", "0000000a")
    moment = "" if at is None else command("ZADD", "{s1}:activity", str(at + KEEP_MS), CODE)
    return command("MULTI") + written + command("PEXPIREAT", record, "1") + moment + command("EXEC")


def in_a_file(folder: Path, text: str, number: int = 1) -> Path:
    there = folder / "valkey" / "appendonlydir"
    there.mkdir(parents=True)
    (there / f"appendonly.aof.{number}.incr.aof").write_text(text, newline="")
    return folder


def test_every_commit_is_read_in_order_with_its_moment(tmp_path: Path) -> None:
    text = commit(1, 1_000) + commit(1, 1_200, "table") + commit(2, 1_400)

    states = read_history(in_a_file(tmp_path, text)).states

    assert states["match", CODE] == [
        Snapshot(1, "0000000a", b"state 1", 1_000),
        Snapshot(2, "0000000a", b"state 2", 1_400),
    ]
    assert [one.at for one in states["table", CODE]] == [1_200]


def test_two_commits_in_one_millisecond_are_two(tmp_path: Path) -> None:
    states = read_history(in_a_file(tmp_path, commit(1, 1_000) + commit(2, None))).states

    assert [(one.version, one.at) for one in states["match", CODE]] == [(1, 1_000), (2, 1_000)]


def test_what_was_cut_off_is_left_out(tmp_path: Path) -> None:
    text = commit(1, 1_000) + command("HSET", f"{{s1}}:match:{CODE}", "body", "x" * 50)[:-20]

    assert len(read_history(in_a_file(tmp_path, text)).states["match", CODE]) == 1


def test_rounds_that_were_kept_are_read_in_order(tmp_path: Path) -> None:
    text = "".join(
        command("XADD", f"{{s1}}:rounds:{CODE}", "MAXLEN", "=", "100", number, "body", f"round {number}")
        for number in ("1-1", "1-12", "2-1")
    )

    assert read_history(in_a_file(tmp_path, text)).rounds == {
        CODE: [RoundOver(1, 1, b"round 1-1"), RoundOver(1, 12, b"round 1-12"), RoundOver(2, 1, b"round 2-1")]
    }


def test_pulses_are_read_by_shard(tmp_path: Path) -> None:
    text = command("SET", "{s17}:pulse", "1000") + command("SET", "{s17}:pulse", "1500")

    assert read_history(in_a_file(tmp_path, text)).pulses == {17: [1_000, 1_500]}


def test_a_file_that_was_rewritten_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Incomplete):
        read_history(in_a_file(tmp_path, "", number=2))
