"""Every refusal of the rules, in one tree. Knows no round: a refusal is told what it may say.

`code` is public and never changes; the text is a sentence for people. Neither mentions a tile that the seat
it is said to could not see anyway.
"""

from dataclasses import dataclass
from typing import ClassVar

from rules.seats import Seat
from rules.tile import Tile


class Refusal(Exception):
    """An action that the rules do not allow; nothing has changed."""

    code: ClassVar[str] = "refused"


class MatchOver(Refusal):
    code = "match_over"

    def __init__(self) -> None:
        super().__init__("The match is over.")


class RoundOver(Refusal):
    code = "round_over"

    def __init__(self) -> None:
        super().__init__("The round is over, and the next one has not been dealt.")


class RoundNotOver(Refusal):
    """A new round is asked for while one is being played that may not be abandoned."""

    code = "round_not_over"

    def __init__(self) -> None:
        super().__init__("The round is still being played.")


class NotYourTurn(Refusal):
    code = "not_your_turn"

    def __init__(self, turn: Seat) -> None:
        super().__init__(f"It is the turn of seat {turn}.")


class NotInHand(Refusal):
    code = "not_in_hand"

    def __init__(self, tile: Tile) -> None:
        super().__init__(f"{tile} is not in your hand.")


class MustPlayForcedLead(Refusal):
    code = "must_play_forced_lead"

    def __init__(self, forced: Tile) -> None:
        super().__init__(f"The lead was won with {forced}, so {forced} must be led.")


class DoesNotFit(Refusal):
    code = "does_not_fit"

    def __init__(self, tile: Tile, end: str) -> None:
        super().__init__(f"{tile} cannot be joined at the end {end}.")


class LeaderCannotPass(Refusal):
    code = "leader_cannot_pass"

    def __init__(self) -> None:
        super().__init__("Who leads the round places its first tile and cannot pass.")


class MustPlace(Refusal):
    code = "must_place"

    def __init__(self) -> None:
        super().__init__("You have a tile that fits, so you must place one.")


class CannotDraw(Refusal):
    code = "cannot_draw"

    def __init__(self) -> None:
        super().__init__("There is nothing to draw.")


class MustDraw(Refusal):
    code = "must_draw"

    def __init__(self) -> None:
        super().__init__("You have no tile that fits, and must draw before you pass.")


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with a rule set: the field, a code for programs, a sentence for people."""

    field: str
    code: str
    sentence: str


class WrongRuleSet(ValueError):
    """A rule set that no table can play by. Names every fault, not only the first."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__(" ".join(fault.sentence for fault in faults))
        self.faults = faults
