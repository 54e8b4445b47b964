"""`make run` from outside: what it prints, what it leaves, what it finds again."""

import os
import signal
import socket
import time
from pathlib import Path

import httpx
import pytest

from tests.deploy.runner import Runner

pytestmark = pytest.mark.slow

FEW = ("--engines=0", "--seatings=0", "--timers=0", "--bots=0")
"""Where the services do not matter, most are left out: it starts in half the time."""


def test_it_ends_with_its_address_and_tables_are_there_again_the_next_day(tmp_path: Path) -> None:
    opening = {"preset": "partners", "name": "Ada", "request": "yesterday"}

    with Runner(tmp_path) as run:
        run.up()
        assert run.lines[-1].startswith(f"Double Six is at {run.url}")
        assert [line for line in run.processes().values() if line.endswith("-m bots ")]
        code = httpx.post(f"{run.url}/api/tables", json=opening).json()["code"]
        run.signal_group(signal.SIGINT)
        assert run.end() == 0
        assert run.processes() == {}

    with Runner(tmp_path) as run:
        run.up()
        assert httpx.get(f"{run.url}/api/tables/{code}").status_code == 200


def test_what_is_killed_comes_back_and_it_says_so(tmp_path: Path) -> None:
    with Runner(tmp_path, *FEW) as run:
        run.up()
        time.sleep(1)  # whoever dies in its first second is started again a second later
        os.kill(_pid_of(run, "valkey-server"), signal.SIGKILL)

        run.until("valkey ended and is started again")
        assert httpx.get(f"{run.url}/api/presets").status_code == 200


def test_a_taken_port_is_named_with_the_setting_that_chooses_another(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]

        with Runner(tmp_path, *FEW, port=port) as run:
            assert run.end() == 1

    assert len(run.lines) == 1
    assert f"Port {port} is taken" in run.text
    assert "DOUBLESIX_PORT" in run.text


def test_a_second_run_on_the_same_data_says_that_there_is_one(tmp_path: Path) -> None:
    with Runner(tmp_path, *FEW) as first:
        first.up()

        with Runner(tmp_path, *FEW) as second:
            assert second.end() == 1

        assert len(second.lines) == 1
        assert f"already runs on {tmp_path} (process {first.process.pid})" in second.text
        assert httpx.get(f"{first.url}/api/presets").status_code == 200


def test_a_setting_that_cannot_be_is_named(tmp_path: Path) -> None:
    with Runner(tmp_path, *FEW, env={"DOUBLESIX_LEASE_MS": "soon"}) as run:
        assert run.end() == 1

    assert len(run.lines) == 1
    assert "DOUBLESIX_LEASE_MS cannot be 'soon'" in run.text


def test_a_program_that_cannot_start_is_named_and_nothing_is_left(tmp_path: Path) -> None:
    manifest = tmp_path / "valkey" / "appendonlydir" / "appendonly.aof.manifest"
    manifest.parent.mkdir(parents=True)
    manifest.write_text("nothing that Valkey wrote\n")

    with Runner(tmp_path, *FEW) as run:
        assert run.end() == 1

    assert "valkey could not start" in run.lines[-1]
    assert "manifest" in run.lines[-1]
    assert run.processes() == {}


def test_nothing_outlives_a_runner_that_was_killed(tmp_path: Path) -> None:
    with Runner(tmp_path, *FEW) as run:
        run.up()
        run.process.kill()
        run.end()

        deadline = time.monotonic() + 10
        while run.processes():
            assert time.monotonic() < deadline, run.processes()
            time.sleep(0.1)


def test_nothing_outlives_a_supervisor_that_was_killed(tmp_path: Path) -> None:
    with Runner(tmp_path, *FEW) as run:
        run.up()
        os.kill(_pid_of(run, "deploy.embedded.daemon"), signal.SIGKILL)

        assert run.end() == 1
        assert "supervisord ended" in run.lines[-1]
        assert run.processes() == {}


def test_it_ends_while_a_server_is_frozen(tmp_path: Path) -> None:
    with Runner(tmp_path, *FEW) as run:
        run.up()
        os.kill(_pid_of(run, "valkey-server"), signal.SIGSTOP)

        run.process.terminate()

        assert run.end() == 0
        assert run.processes() == {}


def _pid_of(run: Runner, words: str) -> int:
    """Return the process of a run whose command line holds `words`."""
    return next(pid for pid, line in run.processes().items() if words in line)
