"""Tables that live at random: people come, go, leave and return, computer players play or stay silent.

What is said about seats follows what seating may say: `House` is a small model of it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random

from hypothesis import strategies as st

from contracts import commands
from contracts.commands import EngineCommand
from contracts.lobby import Level
from engine.decide import Command, decide
from engine.game import Game
from engine.moment import Moment
from rules.presets import PRESETS
from rules.ruleset import RuleSet, faults
from tests.engine.games import (
    TABLE,
    a_game,
    acts,
    again,
    any_action,
    at,
    expire,
    new_round,
    outage,
    ready,
)
from tests.rules import tables

LEVELS: tuple[Level, ...] = ("easy", "medium", "hard")


@dataclass(frozen=True)
class Table:
    """What is played, and the seats that are computer players' own when the match begins."""

    name: str
    rules: RuleSet
    players: int
    computers: tuple[Level | None, ...]


@dataclass(frozen=True)
class Step:
    """One command that was accepted, and the moment it came at."""

    before: Game
    command: Command
    moment: Moment
    after: Game


@st.composite
def random_tables(draw: st.DrawFn) -> Table:
    """Any known game, some custom ones, and each of them with other habits around the play."""
    table = draw(st.sampled_from(tables.TABLES))
    changes = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "turn_seconds": st.sampled_from((None, 15, 45)),
                "away_seconds": st.sampled_from((None, 5)),
                "away": st.just("wait"),
                "leaving": st.sampled_from(("keeps_seat", "computer")),
                "next_round": st.just("consent"),
                "passing": st.sampled_from(("by_hand", "automatic")),
                "placing": st.sampled_from(("by_hand", "automatic")),
            },
        )
    )
    if "away" in changes:
        changes |= {"turn_seconds": None, "away_seconds": None}
    if "next_round" in changes:
        changes |= {"next_lead": "highest", "tied_lead": None}
    changed = replace(table.rules, **changes)
    rules = table.rules if faults(changed, table.players) else changed
    others = draw(st.tuples(*[st.sampled_from((None, *LEVELS)) for _ in range(table.players - 1)]))
    return Table(table.name, rules, table.players, (None, *others))


@dataclass
class House:
    """Who holds the seats, as seating knows it; `says` is the next thing that it tells the engine."""

    rules: RuleSet
    own: list[Level | None]
    present: list[bool] = field(init=False)
    left: list[bool] = field(init=False)
    seating: int = 1

    def __post_init__(self) -> None:
        self.present = [level is None for level in self.own]
        self.left = [False] * len(self.own)

    def something_happens(self, chance: Random) -> None:
        seat = chance.randrange(len(self.own))
        if self.own[seat] is not None:
            self.own[seat] = chance.choice(LEVELS)
            if self.rules.start == "fill" and chance.random() < 0.4:
                self.own[seat], self.present[seat] = None, chance.random() < 0.8
        elif self.present[seat]:
            self.present[seat], self.left[seat] = False, chance.random() < 0.4
        else:
            self.present[seat], self.left[seat] = True, False

    def all_come(self) -> None:
        self.present = [level is None for level in self.own]
        self.left = [False] * len(self.own)

    @property
    def computers(self) -> tuple[Level | None, ...]:
        hands_over = self.rules.leaving == "computer" and self.own.count(None) > 1
        return tuple(
            "medium" if level is None and gone and hands_over else level
            for level, gone in zip(self.own, self.left, strict=True)
        )

    def says(self) -> EngineCommand:
        self.seating += 1
        return commands.Presence(
            table=TABLE,
            seating=self.seating,
            present=tuple(self.present),
            computers=self.computers,
            left=tuple(self.left),
        )


def a_life(table: Table, chance: Random, steps: int = 120) -> Iterator[Step]:
    """Some steps of a match, of the one after it, and so on. Every command is one that has to be accepted."""
    house = House(table.rules, list(table.computers))
    game = a_game(
        table.rules, table.players, computers=table.computers, seed=chance.randrange(1 << 32), now=1_000
    )
    now = 1_000
    lost = [outage(200_000, 204_000)]
    for _ in range(steps):
        now += chance.choice((10, 1_000, 4_100, 7_000, 50_000))
        moment = at(now, *(o for o in lost if o.ended <= now))
        command = _something(game, house, chance)
        after = decide(game, command, moment)
        yield Step(game, command, moment, after)
        game = after


def _something(game: Game, house: House, chance: Random) -> Command:
    choice = chance.random()
    if choice < 0.2 or (game.phase in ("waiting", "resting") and choice < 0.7):
        house.something_happens(chance)
        return house.says()
    if choice < 0.25:
        house.all_come()
        return house.says()
    consent = game.match.rules.next_round == "consent" and game.match.winner is None
    people = [seat for seat in game.people if not game.has_left(seat)]
    if consent and people and (choice < 0.3 or game.phase == "between"):
        return new_round(game, chance.choice(people))
    if choice < 0.8 and game.phase == "playing":
        return acts(game, any_action(game, chance))
    if game.phase == "between" and not consent:
        return ready(game, chance.choice(game.seats))
    if game.phase == "over":
        return again(game, chance.choice(game.seats))
    return expire()


def random_life(preset: str, players: int, chance: Random, steps: int = 120) -> Iterator[Game]:
    """Every state of a game of people that lives at random."""
    table = Table(preset, PRESETS[preset], players, (None,) * players)
    for number, step in enumerate(a_life(table, chance, steps)):
        if not number:
            yield step.before
        yield step.after
