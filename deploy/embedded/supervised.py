"""The plan as running processes: started, asked about, ended."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any
from xmlrpc.client import Fault, ServerProxy

from deploy.embedded.errors import CannotStart
from deploy.embedded.plan import Group, Plan
from deploy.embedded.supervisord_conf import supervisord_conf
from runtime.settings import REPOSITORY


@dataclass(frozen=True, slots=True)
class State:
    """One program now; `pid` is None while it does not run."""

    name: str
    pid: int | None
    started: int
    exit_status: int


class Supervised:
    """supervisord and what it keeps alive. Whatever happens to this process, they end with it."""

    def __init__(self, plan: Plan, environ: Mapping[str, str], hold: Sequence[int] = ()) -> None:
        """`hold` are file descriptors that stay open as long as anything runs."""
        self.plan = plan
        self._hold = hold
        self._environ = environ
        self._daemon: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start supervisord; no program runs yet."""
        self._write()
        self._daemon = subprocess.Popen(
            [sys.executable, "-m", "deploy.embedded.daemon", str(self.plan.run / "supervisord.conf")],
            cwd=REPOSITORY,
            env=dict(self._environ),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            pass_fds=self._hold,
            start_new_session=True,  # a Ctrl-C of the terminal is the starter's, who ends everything in order
        )
        deadline = time.monotonic() + 20
        while not self._answers():
            if self._daemon.poll() is not None or time.monotonic() > deadline:
                raise CannotStart(f"supervisord did not start, see {self.plan.log('supervisord')}")
            time.sleep(0.03)

    def start_group(self, group: Group) -> None:
        with self._ask() as supervisor:
            supervisor.startProcessGroup(group, False)

    def states(self) -> list[State]:
        """Return every program's state, in the order of the plan."""
        with self._ask() as supervisor:
            found = {info["name"]: info for info in supervisor.getAllProcessInfo()}
        return [
            State(name, found[name]["pid"] or None, found[name]["start"], found[name]["exitstatus"])
            for name in (program.name for program in self.plan.programs)
        ]

    @property
    def alive(self) -> bool:
        return self._daemon is not None and self._daemon.poll() is None

    def stop(self) -> None:
        """End everything: first the gateways, last the servers."""
        self.thaw()
        if self._daemon and self._daemon.stdin:
            self._daemon.stdin.close()

    def wait(self, timeout: float | None = None) -> bool:
        """Tell whether everything has ended within `timeout` seconds."""
        if self._daemon is None:
            return True
        try:
            self._daemon.wait(timeout)
        except subprocess.TimeoutExpired:
            return False
        return True

    def kill(self) -> None:
        """End everything at once."""
        if self._daemon is not None:
            self._signal_all(signal.SIGKILL)
            self._daemon.kill()
            self._daemon.wait()

    def thaw(self) -> None:
        """Let go on what was stopped with SIGSTOP: it could not end otherwise."""
        self._signal_all(signal.SIGCONT)

    def _signal_all(self, number: signal.Signals) -> None:
        with suppress(OSError, HTTPException, Fault):
            for state in self.states():
                if state.pid:
                    with suppress(ProcessLookupError):
                        os.kill(state.pid, number)

    def _answers(self) -> bool:
        try:
            with self._ask() as supervisor:
                return bool(supervisor.getState()["statecode"] == 1)
        except (OSError, HTTPException):
            return False

    @contextmanager
    def _ask(self) -> Iterator[Any]:
        login = f"doublesix:{self.plan.control_password}"
        with ServerProxy(f"http://{login}@127.0.0.1:{self.plan.control_port}/RPC2") as proxy:
            yield proxy.supervisor

    def _write(self) -> None:
        for folder in (self.plan.logs, self.plan.run, self.plan.data / "valkey"):
            folder.mkdir(parents=True, exist_ok=True)
        self.plan.run.chmod(0o700)  # passwords are in these files
        (self.plan.run / "supervisord.conf").write_text(supervisord_conf(self.plan))
        (self.plan.run / "metrics.json").write_text(self._metrics())
        (self.plan.run / "console.env").write_text(variables(self.plan.console))
        if self.plan.valkey_conf:
            (self.plan.run / "valkey.conf").write_text(self.plan.valkey_conf)

    def _metrics(self) -> str:
        """Where metrics are served, as Prometheus reads it from a file."""
        return json.dumps(
            [
                {
                    "targets": [f"127.0.0.1:{program.inner_port}"],
                    "labels": {"service": program.service, "instance": program.name},
                }
                for program in self.plan.programs
                if program.inner_port
            ],
            indent=1,
        )


def variables(told: Mapping[str, str]) -> str:
    """A file of variables, each value in quotes, as Settings reads it."""
    quoted = {name: value.replace("\\", "\\\\").replace("'", "\\'") for name, value in told.items()}
    return "".join(f"{name}='{value}'\n" for name, value in sorted(quoted.items()))
