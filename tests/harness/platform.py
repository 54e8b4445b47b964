"""The whole platform as real processes, for tests that talk to it from outside, and that kill parts of it.

with Platform(gateways=2) as platform:
    platform.kill("engine")
    httpx.get(f"{platform.urls[0]}/api/presets")
"""

import os
import shutil
import signal
import tempfile
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import ClassVar, Self

from deploy.embedded.opening import open_platform, wait_ready
from deploy.embedded.plan import Plan, Program, Sizes, make_plan
from deploy.embedded.servers import Fsync
from deploy.embedded.supervised import Supervised
from runtime.settings import Settings


class Platform:
    """Started on entering, ended on leaving; what is killed meanwhile is started again, on the same ports."""

    running: ClassVar[list["Platform"]] = []

    def __init__(
        self,
        *,
        gateways: int = 1,
        engines: int = 1,
        seatings: int = 1,
        timers: int = 1,
        bots: int = 0,
        env: Mapping[str, str] | None = None,
        fsync: Fsync = "always",
        data: Path | None = None,
    ) -> None:
        """`env` goes to every service, over the environment; without `data` nothing is kept.

        Without `bots` the table plays for its computer players, each time when `computer_ms` are over.
        """
        self._sizes = Sizes(gateways, engines, seatings, timers, bots)
        self._env = {
            "DOUBLESIX_PORT": "0",
            "DOUBLESIX_LOG_FORMAT": "text",
            **(env or {}),
        }
        self._fsync: Fsync = fsync
        self._temporary = None if data else Path(tempfile.mkdtemp(prefix="doublesix-"))
        self._data = data or self._temporary
        self.plan: Plan
        self._supervised: Supervised

    def __enter__(self) -> Self:
        assert self._data is not None
        environ = {**_without_addresses(os.environ), **self._env}
        with _environment(environ):
            settings = Settings()
        self.plan = make_plan(settings, self._sizes, self._data, fsync=self._fsync, environ=environ)
        self._supervised = Supervised(self.plan, environ)
        self.running.append(self)
        try:
            open_platform(self._supervised)
        except BaseException:
            print(self.tails())
            self.close()
            raise
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """End everything, the hard way if it does not end by itself."""
        if self in self.running:
            self.running.remove(self)
        self._supervised.stop()
        if not self._supervised.wait(20):
            self._supervised.kill()
        if self._temporary:
            shutil.rmtree(self._temporary, ignore_errors=True)

    @property
    def urls(self) -> list[str]:
        """Where each gateway is reached: http://127.0.0.1:<port>."""
        return list(self.plan.urls)

    @property
    def nats_url(self) -> str:
        """NATS; it wants a user, see `nats_url_as`."""
        return self.plan.nats_url

    def nats_url_as(self, service: str) -> str:
        """NATS with a user and its password in the URL, who may do what that service, or the console, may."""
        told = self.plan.console if service == "console" else self.programs(service)[0].environment
        password = told["DOUBLESIX_NATS_PASSWORD"]
        return self.plan.nats_url.replace("nats://", f"nats://{service}:{password}@")

    @property
    def store_url(self) -> str:
        return self.plan.store_url

    def programs(self, service: str) -> list[Program]:
        return [program for program in self.plan.programs if program.service == service]

    def pids(self, service: str) -> list[int]:
        """Return the processes of a service that run now: a server, or one of plan.NATS_USERS."""
        names = {program.name for program in self.programs(service)}
        return [state.pid for state in self._supervised.states() if state.name in names and state.pid]

    def pid(self, service: str, index: int = 0) -> int | None:
        """Return one process of a service; None while it is being started again."""
        name = self.programs(service)[index].name
        return next(state.pid for state in self._supervised.states() if state.name == name)

    def kill(self, service: str, index: int = 0, sig: int = signal.SIGKILL) -> int | None:
        """Send a signal to one process; return its id, or None when there was none to send it to."""
        pid = self.pid(service, index)
        if pid is None:
            return None
        with suppress(ProcessLookupError):
            os.kill(pid, sig)
        return pid

    def freeze(self, service: str, index: int = 0) -> int | None:
        """Stop one process where it is, its connections open: SIGSTOP."""
        return self.kill(service, index, signal.SIGSTOP)

    def is_back(self, service: str, index: int, killed: int) -> bool:
        """Tell whether a process runs, and is ready, in the place of one that was killed."""
        return self.pid(service, index) not in (None, killed) and self.programs(service)[index].probe.passes()

    def thaw(self) -> None:
        """Let everything go on that was frozen."""
        self._supervised.thaw()

    def wait_ready(self, patience_s: float = 60.0) -> None:
        """Return when every program says that it is ready."""
        wait_ready(self._supervised, list(self.plan.programs), patience_s)

    def metrics(self, service: str, index: int = 0) -> str:
        """Return what one process of a service tells Prometheus."""
        url = f"http://127.0.0.1:{self.programs(service)[index].inner_port}/metrics"
        with urllib.request.urlopen(url, timeout=5) as response:
            text: str = response.read().decode()
        return text

    def logs(self, service: str) -> str:
        """Return the logs of a service, instance after instance."""
        logs = [self.plan.log(program.name) for program in self.programs(service)]
        return "\n".join(log.read_text(errors="replace") for log in logs if log.exists())

    def tails(self, lines: int = 25) -> str:
        """Return the end of every log, for the report of a failed test."""
        parts = []
        for program in self.plan.programs:
            log = self.plan.log(program.name)
            end = log.read_text(errors="replace").splitlines()[-lines:] if log.exists() else []
            parts.append("\n".join([f"--- {program.name}", *end]))
        return "\n".join(parts)


def _without_addresses(environ: Mapping[str, str]) -> dict[str, str]:
    """A test's platform is its own: it uses no server that happens to be configured."""
    return {name: value for name, value in environ.items() if not name.startswith("DOUBLESIX_")}


@contextmanager
def _environment(environ: Mapping[str, str]) -> Iterator[None]:
    """Make this the environment that settings are read from."""
    before = dict(os.environ)
    os.environ.clear()
    os.environ.update(environ)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
