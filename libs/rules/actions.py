"""What a seat can do, and what has then happened. Values only; whether it is allowed is not known here.

An action is what a seat asks for and what the log keeps. An event is what everybody may be told of it: it
names no tile that was not placed in view of all.
"""

from typing import Literal

from rules.line import End
from rules.scoring import RoundEnd
from rules.seats import Seat, Side
from rules.tile import Tile
from rules.value import value


@value()
class Place:
    """Join one tile of the hand to an open end; the first of a round goes to the left."""

    seat: Seat
    tile: Tile
    end: End
    type: Literal["place"] = "place"


@value()
class Draw:
    """All of a turn's drawing: tile after tile until one is legal or nothing is left to draw."""

    seat: Seat
    type: Literal["draw"] = "draw"


@value()
class Pass:
    seat: Seat
    type: Literal["pass"] = "pass"


Action = Place | Draw | Pass


@value()
class Placed:
    """`points` are those scored at once."""

    seat: Seat
    tile: Tile
    end: End
    points: int
    type: Literal["placed"] = "placed"


@value()
class Drew:
    """`tiles` is how many were drawn, `open` the numbers that were open and could not be matched."""

    seat: Seat
    tiles: int
    open: tuple[int, ...]
    type: Literal["drew"] = "drew"


@value()
class Passed:
    """`open` are the numbers that were open and could not be matched."""

    seat: Seat
    open: tuple[int, ...]
    type: Literal["passed"] = "passed"


@value()
class RoundEnded:
    end: RoundEnd
    type: Literal["round_ended"] = "round_ended"


@value()
class MatchEnded:
    winner: Side
    type: Literal["match_ended"] = "match_ended"


Event = Placed | Drew | Passed | RoundEnded | MatchEnded
