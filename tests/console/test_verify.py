"""`doublesix verify`: what it prints and how it ends, for files and a platform."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from console.__main__ import app
from contracts.http import ProblemDocument
from contracts.problems import Code
from contracts.rounds import RoundKept, RoundRecord, RoundsKept
from tests.console.rounds import as_json, from_json, some

SECRET = "s" * 43


def verify(*arguments: object) -> Result:
    return CliRunner(env={"DOUBLESIX_PLAYER": "", "NO_COLOR": "1", "TERM": "dumb"}).invoke(
        app, ["verify", *map(str, arguments)]
    )


def saved(folder: Path, *records: RoundRecord) -> list[Path]:
    """Records as a client saves them."""
    paths = [folder / f"{one.table}-{one.match}-{one.round}.json" for one in records]
    for path, one in zip(paths, records, strict=True):
        path.write_text(json.dumps(as_json(one), indent=2))
    return paths


# files


def test_a_round_that_is_right_is_told_line_by_line(tmp_path: Path) -> None:
    (one, *_) = some("draw-for-2")

    done = verify(*saved(tmp_path, one))

    assert done.exit_code == 0
    heading, *lines, last = done.stdout.splitlines()
    assert heading == "Table 7K3MXY52, match 1, round 1"
    assert [line.split()[0] for line in lines] == [
        "rules",
        "promise",
        "deal",
        "lead",
        "scores",
        "play",
        "end",
    ]
    assert last == "All is as it should be."


def test_rounds_that_follow_on_each_other_are_looked_at_together(tmp_path: Path) -> None:
    done = verify(*saved(tmp_path, *some("partners-for-4")[:3]))

    assert done.exit_code == 0
    assert done.stdout.count("Table") == 3
    assert done.stdout.count("it follows on round") == 2


def test_the_first_thing_that_is_wrong_ends_it_and_is_said(tmp_path: Path) -> None:
    body = as_json(some("draw-for-2")[0])
    body["log"][2]["seat"] = 1 - body["log"][2]["seat"]

    done = verify(*saved(tmp_path, from_json(body)))

    assert done.exit_code == 1
    *_, wrong, last = done.stdout.splitlines()
    assert wrong.split()[:2] == ["play", "WRONG:"]
    assert f"action 3, seat {body['log'][2]['seat']}" in wrong
    assert last == "This round is not as it should be."


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"", "no record"),
        (b"{}", "table"),
        (b"null", "no record"),
        (b"\xff\xfe\x00", "no record"),
        (b"[" * 100_000, "no record"),
        (b" " * 1_048_577, "too large"),
    ],
    ids=["nothing", "no fields", "null", "no text", "deep", "large"],
)
def test_what_is_no_record_is_not_checked(tmp_path: Path, text: bytes, why: str) -> None:
    (tmp_path / "file").write_bytes(text)

    done = verify(tmp_path / "file")

    assert (done.exit_code, done.stdout) == (2, "")
    assert why in done.stderr
    assert str(tmp_path / "file") in done.stderr


@pytest.mark.parametrize("field", RoundRecord.model_fields)
def test_a_record_without_one_of_its_fields_is_none(tmp_path: Path, field: str) -> None:
    body = as_json(some("draw-for-2")[0])
    del body[field]
    (tmp_path / "file").write_text(json.dumps(body))

    done = verify(tmp_path / "file")

    assert done.exit_code == 2
    assert f"{field}: Field required" in done.stderr


@pytest.mark.parametrize("seed", ["", "00", "g" * 64, "AB" * 32, "0 " * 64])
def test_a_record_with_a_seed_that_is_none_is_none(tmp_path: Path, seed: str) -> None:
    done = verify(*saved(tmp_path, some("draw-for-2")[0].model_copy(update={"seed": seed})))

    assert done.exit_code == 2
    assert "64 hex digits" in done.stderr


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert verify(tmp_path / "nothing").exit_code == verify(tmp_path).exit_code == 2
    assert "nothing cannot be read: No such file" in verify(tmp_path / "nothing").stderr


def test_where_nothing_can_be_named_within_a_file_it_is_not_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("Domino")

    done = verify(tmp_path / "file")

    assert done.exit_code == 2
    assert "file is no record of a round: Invalid JSON" in done.stderr


@pytest.mark.parametrize("arguments", [[], ["--url", "http://x"], ["--seed", "00"]])
def test_what_was_not_said_as_it_is_meant_ends_as_nothing(arguments: list[str]) -> None:
    assert verify(*arguments).exit_code == 2


# a platform


@contextmanager
def a_platform(*records: RoundRecord) -> Iterator[str]:
    """Answers as a gateway does, to who holds SECRET."""
    listed = RoundsKept(
        rounds=tuple(
            RoundKept(match=one.match, round=one.round, result=one.result, scores=one.scores)
            for one in records
        )
    )
    pages = {"/api/tables/7K3MXY52/rounds": listed.model_dump_json()}
    for one in records:
        pages[f"/api/tables/7K3MXY52/rounds/{one.match}/{one.round}"] = one.model_dump_json()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            seated = self.headers["authorization"] == f"Bearer {SECRET}"
            text = pages.get(self.path) if seated else None
            status = 200 if text is not None else 404 if seated else 403
            self.send_response(status)
            self.end_headers()
            self.wfile.write((text or _problem(status)).encode())

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def _problem(status: int) -> str:
    code: Code = "no_such_round" if status == 404 else "not_seated"
    detail = "No such round." if status == 404 else "No seat."
    return ProblemDocument(
        type=f"urn:doublesix:problem:{code}",
        title=detail,
        status=status,
        code=code,
        detail=detail,
        fields=(),
    ).model_dump_json()


def test_a_round_is_fetched_from_a_platform() -> None:
    rounds = some("partners-for-4")[:3]
    with a_platform(*rounds) as url:
        done = verify("--url", f"{url}/", "7K3MXY52", "1", "2", "--player", SECRET)

    assert done.exit_code == 0
    assert done.stdout.startswith("Table 7K3MXY52, match 1, round 2\n")


def test_all_rounds_of_a_table_are_fetched_and_follow_on_each_other() -> None:
    with a_platform(*some("partners-for-4")[:3]) as url:
        done = verify("--url", url, "7K3MXY52", "--player", SECRET)

    assert (done.exit_code, done.stdout.count("Table"), done.stdout.count("follows on")) == (0, 3, 2)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["7K3MXY52", "1", "9", "--player", SECRET], "No such round. (no_such_round)"),
        (["7K3MXY52", "--player", "z" * 43], "No seat. (not_seated)"),
        (["7K3MXY52"], "set DOUBLESIX_PLAYER"),
        (["7K3MXY52", "one", "two", "--player", SECRET], "a code with match and round"),
        (["7K3MXY52", "1", "--player", SECRET], "a code with match and round"),
    ],
)
def test_a_round_that_a_platform_does_not_show_is_not_checked(arguments: list[str], why: str) -> None:
    with a_platform(*some("partners-for-4")[:1]) as url:
        done = verify("--url", url, *arguments)

    assert done.exit_code == 2
    assert why in " ".join(done.stderr.replace("│", " ").split())


def test_a_table_without_old_rounds_has_nothing_to_check() -> None:
    with a_platform() as url:
        done = verify("--url", url, "7K3MXY52", "--player", SECRET)

    assert (done.exit_code, done.stderr) == (2, "No round is kept of this table yet.\n")


def test_a_platform_that_is_not_there_is_said_to_be_none() -> None:
    with a_platform() as url:
        pass

    assert "cannot be reached" in verify("--url", url, "7K3MXY52", "--player", SECRET).stderr
    assert "begins with http" in verify("--url", "file:///etc", "x", "--player", SECRET).stderr


@pytest.mark.parametrize("url", ["http://h:abc", "http://[::1", "http://", "http://a b"])
def test_an_address_that_is_none_is_said_to_lead_nowhere(url: str) -> None:
    done = verify("--url", url, "7K3MXY52", "--player", SECRET)

    assert done.exit_code == 2
    assert done.stderr.startswith("The platform cannot be reached: ")


def test_what_is_no_secret_is_neither_sent_nor_shown() -> None:
    done = verify("--url", "http://127.0.0.1:9", "7K3MXY52", "--player", f"{SECRET}\n")

    assert done.exit_code == 2
    assert done.stderr == "A player's secret has 43 letters, digits, - or _.\n"


def test_a_platform_that_calls_a_round_by_another_number_is_found_out() -> None:
    one, two = some("partners-for-4")[:2]
    with a_platform(one.model_copy(update={"round": two.round})) as url:
        done = verify("--url", url, "7K3MXY52", one.match, two.round, "--player", SECRET)

    assert done.exit_code == 1
    assert "promise  WRONG" in done.stdout
