"""What the store has of a table, as the services that wrote it understand it. Pure."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import engine.snapshot
import seating.snapshot
from engine.game import Game
from runtime.operated import Bodies, Whole
from runtime.snapshots import NotASnapshot, OfALaterRelease
from seating.table import Table

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Stored:
    """The table's two records, and for each that cannot be read why."""

    lobby: Table | None
    game: Game | None
    unread: tuple[str, ...]


def understood(bodies: Bodies | Whole) -> Stored:
    """Return both records; what cannot be read is named, and left out."""
    unread: list[str] = []
    lobby = _read("the table", seating.snapshot.load, bodies.lobby, unread)
    game = _read("the match", engine.snapshot.load, bodies.match, unread)
    return Stored(lobby, game, tuple(unread))


def _read(what: str, load: Callable[[bytes], T], body: bytes | None, unread: list[str]) -> T | None:
    if body is None:
        return None
    try:
        return load(body)
    except OfALaterRelease:
        unread.append(f"{what} was stored by a later release than this one")
    except NotASnapshot:
        unread.append(f"{what} is stored in a shape that no release wrote")
    return None
