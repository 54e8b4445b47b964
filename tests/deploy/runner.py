"""`make run` as a process: started, read line by line, signalled."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Self

from deploy.embedded.ports import FreePorts
from runtime.settings import REPOSITORY


class Runner:
    """One embedded run on a data folder and a port of its own."""

    def __init__(
        self,
        data: Path,
        *options: str,
        port: int | None = None,
        env: Mapping[str, str] | None = None,
    ) -> None:
        self.data = data
        self.port = port or FreePorts().take()
        self.lines: list[str] = []
        # Nothing of this test's process group, as in a terminal of its own.
        self.process = subprocess.Popen(
            [sys.executable, "-m", "deploy.embedded", "--data", str(data), *options],
            cwd=REPOSITORY,
            env={**os.environ, "DOUBLESIX_PORT": str(self.port), **(env or {})},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        if self.process.poll() is None:
            self.process.terminate()
        self.end()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def until(self, words: str, within_s: float = 60.0) -> None:
        """Return when `words` have been printed."""
        deadline = time.monotonic() + within_s
        while words not in self.text:
            assert self.process.poll() is None, self.text
            assert time.monotonic() < deadline, self.text
            time.sleep(0.05)

    def up(self) -> Self:
        self.until("Double Six is at")
        return self

    def signal_group(self, number: signal.Signals) -> None:
        """What a terminal does on Ctrl-C: everyone of its process group gets the signal."""
        os.killpg(self.process.pid, number)

    def end(self, within_s: float = 30.0) -> int:
        """Wait for the end; return the exit code."""
        code = self.process.wait(within_s)
        self._reader.join(5)
        return code

    def processes(self) -> dict[int, str]:
        """Return the processes that belong to this run, by id, with their command lines."""
        found = {}
        for process in Path("/proc").glob("[0-9]*"):
            try:
                if self._owns(process):
                    found[int(process.name)] = (
                        (process / "cmdline").read_bytes().replace(b"\0", b" ").decode()
                    )
            except OSError:  # it ended meanwhile
                continue
        return {pid: line for pid, line in found.items() if line}

    def _owns(self, process: Path) -> bool:
        """By a port in its environment; Valkey, which writes over its environment, by its folder."""
        environment = (process / "environ").read_bytes()
        folder = (process / "cwd").readlink()
        return f"DOUBLESIX_PORT={self.port}\0".encode() in environment or folder.is_relative_to(self.data)

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.rstrip())
