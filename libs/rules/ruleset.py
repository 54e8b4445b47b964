"""What a table agreed on: one value, checked together. Knows no preset, table, player or clock."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args, get_type_hints

from rules.errors import Fault, WrongRuleSet
from rules.tile import SETS, TileSet

NextLead = Literal["rotate", "winner", "highest"]
TiedLead = Literal["next", "same"]
BlockedWhen = Literal["all_passed", "nobody_can"]
BlockedWinner = Literal["side_total", "lowest_hand"]
BlockedTie = Literal["last_placer", "nobody"]
BlockedPoints = Literal["others", "difference"]
Rounding = Literal["none", "five"]
Away = Literal["play_on", "wait"]
ByWhom = Literal["by_hand", "automatic"]
Start = Literal["full", "fill", "seated"]
Leaving = Literal["keeps_seat", "computer"]
NextRound = Literal["ready", "consent"]
ComputerPlayers = Literal["no", "solo", "yes"]

LOWEST_TARGET: Final = 1
HIGHEST_TARGET: Final = 1000
LONGEST_CLOCK: Final = 3600
"""Seconds."""


@dataclass(frozen=True, slots=True)
class Target:
    """The points that end a match: what is played to unless the host chooses, and the choices."""

    default: int
    first: int
    last: int
    step: int

    @property
    def choices(self) -> range:
        return range(self.first, self.last + 1, self.step)


def any_target(default: int = 100) -> Target:
    """What a custom table offers: any whole number from 1 to 1000."""
    return Target(default, LOWEST_TARGET, HIGHEST_TARGET, 1)


@dataclass(frozen=True, slots=True)
class RuleSet:
    """How a table plays; the fields and their meaning are the table of RULES 2."""

    tiles: TileSet
    seats: tuple[int, ...]
    partners: bool
    hand: tuple[tuple[int, int], ...]
    """Pairs of (number of players, tiles dealt to each); numbers that cannot play here are not looked at."""
    drawing: bool
    reserve: int
    forced_lead: bool
    next_lead: NextLead
    tied_lead: TiedLead | None
    blocked_when: BlockedWhen
    blocked_winner: BlockedWinner
    blocked_tie: BlockedTie
    blocked_points: BlockedPoints
    fives: bool
    spinner: bool
    rounding: Rounding
    target: Target | None
    turn_seconds: int | None
    away_seconds: int | None
    away: Away
    passing: ByWhom
    start: Start
    leaving: Leaving
    next_round: NextRound
    computer_players: ComputerPlayers
    placing: ByWhom = "by_hand"
    """Who places a drawn tile that fits one end only: the player, or the table at once (RULES 3, domna)."""

    def hand_for(self, players: int) -> int:
        """Tiles dealt to each of `players`; raise KeyError for a number that cannot play."""
        return dict(self.hand)[players]


def check(rules: RuleSet, players: int | None = None, target: int | None = None) -> None:
    """Raise WrongRuleSet, with every fault, unless a table can play by `rules`."""
    if wrong := faults(rules, players, target):
        raise WrongRuleSet(wrong)


def faults(rules: RuleSet, players: int | None = None, target: int | None = None) -> tuple[Fault, ...]:
    """Everything that is wrong with `rules`, and with the number of players and the target if they are chosen.

    Values are looked at too: a rule set may come from outside, where nothing holds the types.
    """
    found = list(_value_faults(rules))
    sound = {fault.field for fault in found}.isdisjoint
    found += [fault for needs, fault in _combination_faults(rules, players) if sound(needs)]
    found += _player_faults(rules, players) if sound({"seats"}) else ()
    found += _target_faults(rules, target) if sound({"target"}) else ()
    return tuple(found)


def _whole(value: object, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def _value_faults(rules: RuleSet) -> Iterator[Fault]:
    """Fields that hold something which that field cannot hold, whatever the others say."""
    for field, kind in get_type_hints(RuleSet).items():
        value: Any = getattr(rules, field)
        if field in _OWN_CHECK:
            if (sentence := _OWN_CHECK[field](value)) is not None:
                yield Fault(field, "bad_value", sentence)
        elif kind is bool:
            if type(value) is not bool:
                yield Fault(field, "bad_value", f"{field} is either true or false.")
        elif value not in (choices := _choices(kind)) or type(value) is bool:
            yield Fault(field, "bad_value", f"{field} is one of {', '.join(map(str, choices))}.")
