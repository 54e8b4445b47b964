"""Passwords between the parts: made once, kept beside the data, readable by their owner only."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from secrets import token_hex


def passwords(file: Path, names: Iterable[str], environ: Mapping[str, str]) -> dict[str, str]:
    """Return a password for each name: the environment's, else the one in `file`, else a new one."""
    kept = dict(line.split("=", 1) for line in file.read_text().split()) if file.exists() else {}
    # The letter in front keeps NATS from reading a number in it.
    found = {name: environ.get(name) or kept.get(name) or f"p{token_hex(16)}" for name in names}
    new = {name: word for name, word in found.items() if name not in kept and name not in environ}
    if new:
        file.touch(mode=0o600)
        file.write_text("".join(f"{name}={word}\n" for name, word in (kept | new).items()))
    return found
