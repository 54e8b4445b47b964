"""Ports on this machine: which are free, and which are taken."""

import random
import socket

RANGE = range(20_000, 32_000)
"""Below the ports that systems give to outgoing connections. While a server on such a port restarts, a client
that tries again could be given the very port as its own, connect to itself, and keep the server out."""


def is_free(host: str, port: int) -> bool:
    """Tell whether a server could listen there now."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
            listener.listen(1)
        except OSError:
            return False
    return True


class FreePorts:
    """Hands out free ports of the loopback interface, no port twice."""

    def __init__(self) -> None:
        self._left = list(RANGE)
        random.shuffle(self._left)

    def take(self) -> int:
        while True:
            port = self._left.pop()
            if is_free("127.0.0.1", port):
                return port
