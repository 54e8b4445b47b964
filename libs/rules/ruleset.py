"""What a table agreed on: one value, checked together. Knows no preset, table, player or clock."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
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


ANY_TARGET: Final = Target(100, LOWEST_TARGET, HIGHEST_TARGET, 1)
"""What a custom table offers: any whole number from 1 to 1000."""


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
    """All that is wrong with `rules`, and with the number of players and the target where these are chosen.

    Values are looked at too, since a rule set may come from outside, where nothing holds the types. What
    depends on a field with a wrong value is not judged.
    """
    values = tuple(_value_faults(rules))
    wrong = {fault.field for fault in values}
    together = [
        Fault(field, code, sentence)
        for field, needs, fails, code, sentence in _COMBINATIONS
        if wrong.isdisjoint((field, *needs)) and fails(rules, players)
    ]
    if not wrong & {"target"} and target is not None:
        together += _target_faults(rules.target, target)
    return tuple(sorted((*values, *together), key=lambda fault: _FIELDS.index(fault.field)))


_FIELDS: Final = tuple(field.name for field in fields(RuleSet))
_KINDS: Final[Mapping[str, Any]] = MappingProxyType(get_type_hints(RuleSet))


def _whole(value: object, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def _seats_can_be(value: object) -> bool:
    return (
        isinstance(value, tuple)
        and len(value) > 0
        and len(set(value)) == len(value)
        and all(_whole(number, 2, 4) for number in value)
    )


def _hand_can_be(value: object) -> bool:
    return (
        isinstance(value, tuple)
        and all(isinstance(pair, tuple) and len(pair) == 2 for pair in value)
        and all(_whole(players, 2, 4) and _whole(tiles, 1, 55) for players, tiles in value)
        and len(dict(value)) == len(value)
    )


def _clock_can_be(value: object) -> bool:
    return value is None or _whole(value, 1, LONGEST_CLOCK)


def _target_can_be(value: object) -> bool:
    if value is None:
        return True
    return (
        isinstance(value, Target)
        and _whole(value.first, LOWEST_TARGET, HIGHEST_TARGET)
        and _whole(value.last, value.first, HIGHEST_TARGET)
        and _whole(value.step, 1, HIGHEST_TARGET)
        and type(value.default) is int
        and value.default in value.choices
    )


_CAN_BE: Final[Mapping[str, tuple[Callable[[object], bool], str]]] = MappingProxyType(
    {
        "seats": (_seats_can_be, "seats is one or more of 2, 3 and 4."),
        "hand": (_hand_can_be, "hand gives, by number of players, at least one tile to each."),
        "reserve": (lambda value: _whole(value, 0, 2), "reserve is 0, 1 or 2."),
        "target": (_target_can_be, "target is none, or offers whole numbers from 1 to 1000 with a default."),
        "turn_seconds": (_clock_can_be, "turn_seconds is none, or 1 to 3600 seconds."),
        "away_seconds": (_clock_can_be, "away_seconds is none, or 1 to 3600 seconds."),
    }
)


def _choices(kind: Any) -> tuple[object, ...]:
    """The values of a Literal, of a union with None, or of bool."""
    if kind is bool:
        return (False, True)
    leaves = (leaf for arg in get_args(kind) for leaf in (get_args(arg) or (arg,)))
    return tuple(None if leaf is type(None) else leaf for leaf in leaves)


_CHOICES: Final[Mapping[str, tuple[object, ...]]] = MappingProxyType(
    {field: _choices(_KINDS[field]) for field in _FIELDS if field not in _CAN_BE}
)


def _value_faults(rules: RuleSet) -> Iterator[Fault]:
    """Fields with a value that the field cannot have, whatever the others say."""
    for field in _FIELDS:
        value = getattr(rules, field)
        if field in _CAN_BE:
            can_be, sentence = _CAN_BE[field]
            if not can_be(value):
                yield Fault(field, "bad_value", sentence)
            continue
        choices = _CHOICES[field]
        if not any(value == choice and type(value) is type(choice) for choice in choices):
            names = ", ".join("none" if choice is None else str(choice).lower() for choice in choices)
            yield Fault(field, "bad_value", f"{field} is one of {names}.")


def _deals_too_much(rules: RuleSet, _players: int | None) -> bool:
    hands = dict(rules.hand)
    most = len(SETS[rules.tiles]) - rules.reserve
    return any(number in hands and number * hands[number] > most for number in rules.seats)


_COMBINATIONS: Final[
    tuple[tuple[str, tuple[str, ...], Callable[[RuleSet, int | None], bool], str, str], ...]
] = (
    (
        "seats",
        (),
        lambda rules, players: players is not None and players not in rules.seats,
        "not_for_so_many",
        "This number of players cannot play here.",
    ),
    (
        "partners",
        ("seats",),
        lambda rules, _: rules.partners and set(rules.seats) != {4},
        "needs_four_seats",
        "Partners need exactly four seats.",
    ),
    (
        "hand",
        ("seats",),
        lambda rules, _: not set(rules.seats) <= set(dict(rules.hand)),
        "missing",
        "hand is missing for a number of players that can play.",
    ),
    (
        "hand",
        ("seats", "tiles", "reserve"),
        _deals_too_much,
        "more_than_the_set",
        "All hands and the reserve together are more tiles than the set has.",
    ),
    (
        "reserve",
        ("drawing",),
        lambda rules, _: rules.reserve > 0 and not rules.drawing,
        "needs_drawing",
        "A reserve needs drawing.",
    ),
    (
        "tied_lead",
        ("next_lead",),
        lambda rules, _: rules.next_lead == "winner" and rules.tied_lead is None,
        "needed_with_winner",
        "Where the winner leads, tied_lead says who leads after a round that nobody won.",
    ),
    (
        "blocked_tie",
        ("seats", "partners"),
        lambda rules, players: (
            rules.blocked_tie == "last_placer"
            and not rules.partners
            and {players or number for number in rules.seats} != {2}
        ),
        "needs_two_sides",
        "A tie goes to who placed last only with partners or two players.",
    ),
    (
        "away",
        ("turn_seconds", "away_seconds"),
        lambda rules, _: rules.away == "wait" and (rules.turn_seconds, rules.away_seconds) != (None, None),
        "needs_no_clock",
        "The round waits for who is away only without a clock.",
    ),
    (
        "start",
        ("computer_players",),
        lambda rules, _: rules.start == "fill" and rules.computer_players == "no",
        "needs_computer_players",
        "Empty seats are filled only where there are computer players.",
    ),
    (
        "next_round",
        ("next_lead",),
        lambda rules, _: rules.next_round == "consent" and rules.next_lead != "highest",
        "needs_highest",
        "A new round by consent needs every round to be led by the highest tile.",
    ),
)
"""What goes only with something else: field, further fields it depends on, when it fails, code, sentence."""


def _target_faults(offered: Target | None, chosen: int) -> list[Fault]:
    if offered is None:
        return [Fault("target", "none_offered", "Here each round stands alone; there is no target.")]
    if type(chosen) is not int or chosen not in offered.choices:
        steps = f" by {offered.step}" if offered.step > 1 else ""
        return [Fault("target", "not_offered", f"The target is {offered.first} to {offered.last}{steps}.")]
    return []
