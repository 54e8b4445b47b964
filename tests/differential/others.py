"""What is asked of other people's rules, whatever they call it. Seats and tiles are ours in all of it."""

from typing import Protocol

from rules.line import End
from rules.seats import Seat
from rules.tile import Tile


class Others(Protocol):
    """A round by rules that are not ours, dealt and led as ours was."""

    def turn(self) -> Seat | None:
        """The seat to place a tile; None when the round is over. Who can only pass is never to act."""

    def hands(self) -> list[list[Tile]]:
        """What each seat holds, each hand sorted."""

    def open(self) -> list[int]:
        """The numbers at both ends, in whatever order; nothing on an empty table."""

    def moves(self) -> set[tuple[Tile, object]]:
        """The legal moves of the seat to act, in their own words for an end."""

    def in_their_words(self, tile: Tile, end: End) -> tuple[Tile, object]:
        """Our move as they would list it. Two moves of ours can be one of theirs."""

    def place(self, tile: Tile, end: End) -> None:
        """Play that for the seat to act."""

    def check_end(self) -> None:
        """Raise AssertionError unless what they say of the end goes with what we say."""
