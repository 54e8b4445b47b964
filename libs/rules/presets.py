"""The known games, each a rule set (RULES 3). Data only: no rule asks which preset it came from."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from rules.ruleset import ANY_TARGET, RuleSet, Target

_FIFTY_TO_500: Final = Target(default=100, first=50, last=500, step=50)
_HUNDRED: Final = Target(default=100, first=100, last=100, step=1)

_PARTNERS: Final = RuleSet(
    tiles="double-six",
    seats=(4,),
    partners=True,
    hand=((4, 7),),
    drawing=False,
    reserve=0,
    forced_lead=False,
    next_lead="rotate",
    tied_lead=None,
    blocked_when="all_passed",
    blocked_winner="side_total",
    blocked_tie="last_placer",
    blocked_points="others",
    fives=False,
    spinner=False,
    rounding="none",
    target=_FIFTY_TO_500,
    turn_seconds=45,
    away_seconds=5,
    away="play_on",
    passing="by_hand",
    start="full",
    leaving="keeps_seat",
    next_round="ready",
    computer_players="no",
)

_DRAW: Final = replace(
    _PARTNERS,
    seats=(2, 3, 4),
    partners=False,
    hand=((2, 7), (3, 5), (4, 5)),
    drawing=True,
    forced_lead=True,
    next_lead="winner",
    tied_lead="next",
    blocked_when="nobody_can",
    blocked_winner="lowest_hand",
    blocked_tie="nobody",
    blocked_points="difference",
    start="fill",
    computer_players="yes",
)

_BLOCK: Final = replace(_DRAW, hand=((2, 7), (3, 7), (4, 7)), drawing=False)

_FIVES: Final = replace(_DRAW, fives=True, spinner=True, rounding="five")

_DUEL: Final = replace(
    _DRAW,
    seats=(2,),
    hand=((2, 7),),
    next_lead="highest",
    tied_lead=None,
    blocked_when="all_passed",
    target=None,
    turn_seconds=None,
    away_seconds=None,
    away="wait",
    start="full",
    next_round="consent",
    computer_players="solo",
)

_DOMNA_2: Final = replace(
    _DRAW,
    seats=(2,),
    hand=((2, 7),),
    blocked_points="others",
    target=_HUNDRED,
    start="full",
    leaving="computer",
    computer_players="solo",
    placing="automatic",
)

_DOMNA_4: Final = replace(
    _DOMNA_2, seats=(4,), partners=True, hand=((4, 7),), drawing=False, placing="by_hand"
)

_BAKESH: Final = replace(
    _DRAW,
    tied_lead="same",
    blocked_when="all_passed",
    blocked_points="others",
    target=_HUNDRED,
    passing="automatic",
    start="seated",
    computer_players="solo",
)

PRESETS: Final[Mapping[str, RuleSet]] = MappingProxyType(
    {
        "partners": _PARTNERS,
        "draw": _DRAW,
        "block": _BLOCK,
        "fives": _FIVES,
        "duel": _DUEL,
        "domna-2": _DOMNA_2,
        "domna-4": _DOMNA_4,
        "bakesh": _BAKESH,
    }
)
"""Every column of RULES 3 by its key."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game by the name people know: its columns, of which the number of players picks one.

    Where the rules are the host's own, every field can be chosen, and the column is where that begins.
    """

    columns: tuple[RuleSet, ...]
    own_rules: bool = False

    @property
    def players(self) -> tuple[int, ...]:
        """How many may play, fewest first."""
        return tuple(sorted(number for column in self.columns for number in column.seats))

    def column(self, players: int) -> RuleSet:
        """Return the rule set for so many; for a number that cannot play, the one for the most."""
        for column in self.columns:
            if players in column.seats:
                return column
        return max(self.columns, key=lambda column: max(column.seats))


GAMES: Final[Mapping[str, Game]] = MappingProxyType(
    {
        "partners": Game((_PARTNERS,)),
        "draw": Game((_DRAW,)),
        "block": Game((_BLOCK,)),
        "fives": Game((_FIVES,)),
        "duel": Game((_DUEL,)),
        "domna": Game((_DOMNA_2, _DOMNA_4)),
        "bakesh": Game((_BAKESH,)),
        "custom": Game((replace(_DRAW, target=ANY_TARGET),), own_rules=True),
    }
)
"""What can be opened, by name."""
