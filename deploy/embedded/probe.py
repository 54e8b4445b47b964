"""Asking a server on this machine whether it is ready, in its own words."""

import socket
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Probe:
    """What to send to a port, and what is part of the answer of a server that is ready."""

    port: int
    send: bytes
    expect: bytes

    def passes(self) -> bool:
        """Tell whether the server is ready; a server that says nothing for a second is not."""
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as connection:
                connection.sendall(self.send)
                return self._expected(connection)
        except OSError:
            return False

    def _expected(self, connection: socket.socket) -> bool:
        heard = b""
        while self.expect not in heard:
            part = connection.recv(4096)
            heard += part
            if not part or len(heard) > 65_536:
                return False
        return True


def nats(port: int) -> Probe:
    return Probe(port, b"", b"INFO ")


def valkey(port: int, password: str) -> Probe:
    """Valkey says LOADING, not PONG, while it reads its file."""
    return Probe(port, f"AUTH {password}\r\nPING\r\n".encode(), b"+PONG")


def service(inner_port: int) -> Probe:
    return Probe(inner_port, b"GET /health/ready HTTP/1.0\r\n\r\n", b" 200 ")
