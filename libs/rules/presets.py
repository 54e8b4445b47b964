"""The known games, each a rule set (RULES 3). Data only: no rule asks which preset it came from."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from rules.ruleset import RuleSet, Target

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

GAMES: Final[Mapping[str, Mapping[int, str]]] = MappingProxyType(
    {
        "partners": MappingProxyType({4: "partners"}),
        "draw": MappingProxyType({2: "draw", 3: "draw", 4: "draw"}),
        "block": MappingProxyType({2: "block", 3: "block", 4: "block"}),
        "fives": MappingProxyType({2: "fives", 3: "fives", 4: "fives"}),
        "duel": MappingProxyType({2: "duel"}),
        "domna": MappingProxyType({2: "domna-2", 4: "domna-4"}),
        "bakesh": MappingProxyType({2: "bakesh", 3: "bakesh", 4: "bakesh"}),
    }
)
"""By the name people know, and the number of players: which of `PRESETS` is played."""
