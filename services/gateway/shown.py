"""Which state of a document a client was shown, and whether another one is news to it. Pure."""

from typing import Literal

from contracts.ids import Position

Gap = Literal["behind", "rollback"]
"""`behind`: an event was lost. `rollback`: the store came back without its last moments."""


class Shown:
    """The position of a document as it was last sent to one client; None before the first."""

    __slots__ = ("position",)

    def __init__(self) -> None:
        self.position: Position | None = None

    def is_news(self, position: Position) -> bool:
        """Tell whether an event is to be sent. Events may be late: an older version is not.

        The same position is: an engine says a view again when its clock has changed alone, as it does when
        time is given back.
        """
        return self.position is None or position.version >= self.position.version

    def is_fetched_news(self, position: Position, before: Position | None) -> bool:
        """Tell whether a document that was asked for is to be sent; `before` was shown when it was asked for.

        It holds even when its version is lower: then the store went back. Only an event that came meanwhile
        may be newer.
        """
        if self.position != before:
            return self.is_news(position)
        return position != self.position

    def gap(self, stored: Position | None, before: Position | None) -> Gap | None:
        """Tell what is wrong where `stored` was the position a moment ago, when `before` was shown."""
        unmoved = self.position is before or self.position == before  # models are slow to compare
        if not unmoved or stored == before:
            return None
        if before is None or (stored is not None and stored.version > before.version):
            return "behind"
        return "rollback"
