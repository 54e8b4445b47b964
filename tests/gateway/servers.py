"""A NATS server that can go away and come back, and a gateway as a process of its own."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Self

from deploy.embedded.servers import nats_binary


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class NatsServer:
    """Always on the same port."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"nats://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        self._run()
        async with asyncio.timeout(20):
            while True:
                try:
                    _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                except OSError:
                    await asyncio.sleep(0.01)
                else:
                    writer.close()
                    return

    def _run(self) -> None:
        command = [str(nats_binary()), "-a", "127.0.0.1", "-p", str(self.port)]
        self._process = subprocess.Popen(command, stderr=subprocess.DEVNULL)

    def kill(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None


class Process:
    """`python -m gateway`, with what it logs."""

    def __init__(self, nats_url: str, dist: Path, **settings: object) -> None:
        self.inner_port = free_port()
        own = {
            "nats_url": nats_url,
            "port": 0,
            "inner_port": self.inner_port,
            "web_dist": dist,
            "renew_ms": 200,
            "positions_ms": 200,
            "answer_ms": 1500,
            "request_ms": 300,
            **settings,
        }
        self._env = os.environ | {f"DOUBLESIX_{name.upper()}": str(value) for name, value in own.items()}
        self.logs: list[str] = []
        self.port = 0

    async def __aenter__(self) -> Self:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "gateway", env=self._env, stderr=asyncio.subprocess.PIPE
        )
        async with asyncio.timeout(20):
            while not self.port:
                self.port = (await self._line()).get("port", 0)
        self._reading = asyncio.create_task(self._read())
        return self

    async def __aexit__(self, *exc: object) -> None:
        if self._process.returncode is None:
            self._process.kill()
        await self._process.wait()
        await self._reading

    def end(self, number: signal.Signals = signal.SIGTERM) -> None:
        self._process.send_signal(number)

    async def exit_code(self, within: float = 15) -> int:
        async with asyncio.timeout(within):
            code = await self._process.wait()
            await self._reading
            return code

    async def _line(self) -> dict[str, int]:
        assert self._process.stderr
        line = (await self._process.stderr.readline()).decode()
        assert line, "\n".join(self.logs)
        self.logs.append(line)
        try:
            said: dict[str, int] = json.loads(line)
        except ValueError:
            return {}
        return said

    async def _read(self) -> None:
        assert self._process.stderr
        async for line in self._process.stderr:
            self.logs.append(line.decode())
