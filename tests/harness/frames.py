"""A well-formed frame of each kind that a client may send."""

from typing import Any


def one_of_each(match: int, round_: int, ply: int) -> dict[str, dict[str, Any]]:
    """Return each kind's fields, without type and id; those of play are for that place in a match."""
    here = {"match": match, "round": round_, "ply": ply}
    return {
        "place": {**here, "tile": "3-5", "end": "left"},
        "draw": here,
        "pass": here,
        "ready": {"match": match, "round": round_},
        "again": {"match": match},
        "new_round": here,
        "start": {},
        "options": {"options": {"target": 150}},
        "free": {"seat": 2, "name": "Dana"},
        "level": {"seat": 2, "level": "hard"},
        "leave": {},
        "ping": {},
    }
