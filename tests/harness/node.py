"""A server's process at a port of its own: it can be killed, frozen, and started again where it was."""

import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence

from deploy.embedded.probe import Probe

PATIENCE_S = 20.0


class Node:
    """A server that `command` starts and that is ready when `ready` passes."""

    def __init__(
        self, command: Sequence[str], ready: Probe, environment: Mapping[str, str] | None = None
    ) -> None:
        self.port = ready.port
        self._command = command
        self._ready = ready
        self._environment = environment
        self._log = tempfile.TemporaryFile()  # noqa: SIM115, closed by `close`
        self.process: subprocess.Popen[bytes]

    def start(self) -> None:
        """Return when it is ready; raise RuntimeError with its words if it is not in time."""
        self.process = subprocess.Popen(
            self._command, stdout=self._log, stderr=subprocess.STDOUT, env=self._environment
        )
        deadline = time.monotonic() + PATIENCE_S
        while not self._ready.passes():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"{self._command[0]} did not start: {self.words()[-2000:]}")
            time.sleep(0.01)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def freeze(self) -> None:
        """Stop it where it is, its connections open."""
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self.process.send_signal(signal.SIGCONT)

    def words(self) -> str:
        """Return what it has said so far."""
        self._log.seek(0)
        return self._log.read().decode(errors="replace")

    def close(self) -> None:
        if hasattr(self, "process"):
            self.kill()
        self._log.close()
