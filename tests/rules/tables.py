"""Tables to play at in tests: every preset with every number of players, and some of a custom table."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from rules.actions import Action, Event, Place
from rules.deal import Deal, deal
from rules.match import Match, begin, next_round, play
from rules.notation import read
from rules.presets import PRESETS
from rules.round import Round, legal, timeout
from rules.ruleset import ANY_TARGET, RuleSet


@dataclass(frozen=True)
class Table:
    name: str
    rules: RuleSet
    players: int

    def __str__(self) -> str:
        return f"{self.name}-for-{self.players}"


def custom(like: str, **fields: object) -> RuleSet:
    """A preset with `fields` changed, and any target that a custom table may have."""
    return replace(PRESETS[like], **{"target": ANY_TARGET, **fields})


PRESET_TABLES = [Table(name, rules, players) for name, rules in PRESETS.items() for players in rules.seats]

PARTNERS_WITH_DRAWING = custom("draw", seats=(4,), partners=True, hand=((4, 5),))

CUSTOM_TABLES = [
    Table("partners-with-drawing", PARTNERS_WITH_DRAWING, 4),
    Table("partners-fives", replace(PARTNERS_WITH_DRAWING, fives=True, spinner=True, rounding="five"), 4),
    Table("reserve", custom("bakesh", reserve=2), 2),
    Table("reserve", custom("fives", reserve=1), 3),
    Table("two-ended-fives", custom("bakesh", fives=True), 3),
    Table("four-way-double", custom("block", spinner=True), 2),
    Table("double-nine", custom("fives", tiles="double-nine", hand=((2, 7), (3, 7), (4, 7))), 4),
    Table("double-nine-partners", custom("partners", tiles="double-nine", hand=((4, 10),)), 4),
    Table("highest-leads", custom("partners", next_lead="highest", forced_lead=True), 4),
    Table("last-placer", custom("draw", seats=(2,), blocked_tie="last_placer", blocked_when="all_passed"), 2),
    Table("side-total", custom("domna-4", blocked_winner="side_total", blocked_points="difference"), 4),
    Table("consent-fives", custom("fives", next_lead="highest", next_round="consent"), 2),
]

TABLES = PRESET_TABLES + CUSTOM_TABLES

FREE = custom("draw", forced_lead=False)
"""Draws, two to four players; any tile may lead. What `a_round` plays by unless told otherwise."""


def a_round(text: str, rules: RuleSet = FREE, **more: object) -> Round:
    """A round as players write it; see `rules.notation`."""
    return read(text, rules, **more)  # type: ignore[arg-type]


def a_deal(text: str) -> Deal:
    """Hands and boneyard: "6-6 4-6 / 1-4 5-5 + 0-0"."""
    round_ = a_round(f"| {text} | turn 0")
    return round_.deal


def chance_deal(table: Table, chance: Random) -> Deal:
    return deal(chance.randbytes(32), table.rules, table.players)


def a_match(table: Table, chance: Random) -> Match:
    return begin(table.rules, table.players, None, chance_deal(table, chance))


def any_action(round_: Round, chance: Random) -> Action:
    """One of the actions that are allowed now."""
    assert round_.turn is not None
    moves = legal(round_)
    return Place(round_.turn, *chance.choice(moves)) if moves else timeout(round_)[0]


def random_play(match: Match, chance: Random) -> Iterator[tuple[Match, Action, tuple[Event, ...]]]:
    """Every step of a round played by chance: the match after an action, the action, what happened."""
    while match.round.end is None:
        action = any_action(match.round, chance)
        match, events = play(match, action)
        yield match, action, events


def states(table: Table, chance: Random) -> Iterator[Match]:
    """A match as dealt, and after every action of its first round played by chance."""
    dealt = a_match(table, chance)
    yield dealt
    yield from (match for match, _, _ in random_play(dealt, chance))


def random_rounds(table: Table, chance: Random, most: int) -> Iterator[Match]:
    """A match after each of its rounds, up to its end or `most` rounds."""
    match = a_match(table, chance)
    for _ in range(most):
        *_, (match, _, _) = random_play(match, chance)
        yield match
        if match.winner is not None:
            return
        match = next_round(match, chance_deal(table, chance))
