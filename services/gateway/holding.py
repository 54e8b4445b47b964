"""Whether a connection holds its seat, told by who holds which. Pure."""

from collections.abc import Sequence
from typing import Literal

Holding = Literal["held", "moved", "vacant", "taken"]
"""`moved`: it holds another seat, since seats were numbered anew. `vacant`: nobody is held to be there."""


def holding(connections: Sequence[str | None], seat: int, connection: str) -> Holding:
    """Tell what became of `seat`, which `connection` held; there may be fewer seats than there were."""
    if connection in connections:
        return "held" if connections.index(connection) == seat else "moved"
    holder = connections[seat] if seat < len(connections) else None
    return "vacant" if holder is None else "taken"
