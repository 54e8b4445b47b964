"""What is played: every game, with people, with computer players, and with what people do beside playing."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from pydantic import TypeAdapter

from rules.presets import GAMES, PRESETS
from rules.ruleset import ANY_TARGET, RuleSet

Habit = Literal["steps_out", "leaves", "newcomer", "level", "abandons", "gap"]
"""`steps_out`: closes the page for a while. `leaves`: says so, and comes back. `newcomer`: one more takes a
computer player's seat. `level`: the host sets one. `abandons`: asks for a new round in mid-round. `gap`:
somebody sits down and leaves before the start, so that the others move up."""

RULES: TypeAdapter[RuleSet] = TypeAdapter(RuleSet)


@dataclass(frozen=True)
class Game:
    """A table to be opened: for how many seats, how many people come, and what they do."""

    name: str
    preset: str
    people: int
    seats: int
    habits: tuple[Habit, ...] = ()
    alone: bool = False
    targets: tuple[int, ...] = (50, 100)
    rules: RuleSet | None = None

    @property
    def settings(self) -> RuleSet:
        return self.rules or GAMES[self.preset].column(self.seats)

    @property
    def has_clock(self) -> bool:
        return self.settings.turn_seconds is not None and self.people > 1

    @property
    def needs_consent(self) -> bool:
        return self.settings.next_round == "consent"

    def options(self, target: int) -> dict[str, Any]:
        """Return what the host asks for; a fixed target is not asked for."""
        offered = self.settings.target
        chosen: dict[str, Any] = {"target": target} if offered and target in offered.choices else {}
        if self.settings.start != "seated" or self.alone:
            chosen["players"] = self.seats
        if self.alone:
            chosen["alone"] = True
        if self.rules is not None:
            chosen["rules"] = RULES.dump_python(self.rules, mode="json")
        return chosen


def _own(name: str, like: str, people: int, seats: int, *habits: Habit, **changes: Any) -> Game:
    """A custom table."""
    alone = bool(changes.pop("alone", False))
    rules = replace(PRESETS[like], **{"target": ANY_TARGET, "seats": (seats,), **changes})
    return Game(f"custom-{name}", "custom", people, seats, habits, alone, (30, 60), rules)


NO_CLOCK = {"turn_seconds": None, "away_seconds": None}

MIX: tuple[Game, ...] = (
    Game("partners", "partners", 4, 4, targets=(100, 150, 200)),
    Game("draw-2", "draw", 2, 2),
    Game("draw-3-filled", "draw", 2, 3, ("newcomer",)),
    Game("draw-4", "draw", 4, 4, ("steps_out",)),
    Game("draw-alone", "draw", 1, 4, ("level", "steps_out"), alone=True),
    Game("block-2", "block", 2, 2),
    Game("block-3", "block", 3, 3),
    Game("block-4-filled", "block", 2, 4, ("newcomer", "steps_out")),
    Game("fives-2", "fives", 2, 2, ("steps_out",)),
    Game("fives-3-alone", "fives", 1, 3, ("level",), alone=True),
    Game("fives-4", "fives", 4, 4),
    Game("fives-4-filled", "fives", 3, 4, ("newcomer", "leaves")),
    Game("duel", "duel", 2, 2, ("abandons", "steps_out")),
    Game("duel-left", "duel", 2, 2, ("leaves",)),
    Game("duel-alone", "duel", 1, 2, ("abandons", "level"), alone=True),
    Game("domna-2", "domna", 2, 2, ("leaves",)),
    Game("domna-4", "domna", 4, 4, ("leaves", "steps_out")),
    Game("domna-2-alone", "domna", 1, 2, ("steps_out",), alone=True),
    Game("domna-4-alone", "domna", 1, 4, ("level",), alone=True),
    Game("bakesh-2-hosted", "bakesh", 1, 2, ("level",)),
    Game("bakesh-3", "bakesh", 3, 3, ("gap",)),
    Game("bakesh-4", "bakesh", 4, 4, ("steps_out",)),
    Game("bakesh-alone", "bakesh", 1, 4, ("level", "steps_out"), alone=True),
    _own("double-nine-3", "draw", 2, 3, "newcomer", tiles="double-nine", hand=((3, 7),), reserve=2),
    _own("double-nine-4", "block", 4, 4, tiles="double-nine", hand=((4, 10),)),
    _own("partners-that-draw", "draw", 3, 4, "leaves", partners=True, hand=((4, 5),), leaving="computer"),
    _own("reserve", "draw", 1, 2, "level", reserve=2, alone=True),
    _own("fives-without-spinner", "fives", 2, 3, "steps_out", spinner=False),
    _own("four-way", "block", 2, 2, spinner=True),
    _own("waiting-3", "draw", 2, 3, "steps_out", "leaves", away="wait", leaving="computer", **NO_CLOCK),
)


FOURS = tuple(game for game in MIX if game.name in ("partners", "fives-4"))
"""Four people who do nothing beside playing, so that a pause is one of the platform."""


def chosen(names: str) -> Sequence[Game]:
    """Return the games of a list of names, each that of a game or the start of some; `mix` is all."""
    if names == "mix":
        return MIX
    wanted = names.split(",")
    found = [game for game in MIX if any(f"{game.name}-".startswith(f"{name}-") for name in wanted)]
    unknown = [name for name in wanted if not any(f"{game.name}-".startswith(f"{name}-") for game in MIX)]
    if unknown:
        raise ValueError(f"no such game: {', '.join(unknown)}")
    return found
