"""Which games can be opened, and what a host may choose. The rules judge; this asks them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from contracts.lobby import Options
from contracts.problems import SENTENCES
from rules.presets import GAMES, Game
from rules.ruleset import RuleSet, faults
from seating.errors import UnknownPreset, WrongOptions

CHOSEN: Final[Mapping[str, str]] = MappingProxyType(
    {"not_for_so_many": "players", "none_offered": "target", "not_offered": "target"}
)
"""Faults of what was chosen, by the option at fault; all others are faults of a host's own rule set."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """What a table plays, and on how many seats."""

    settings: RuleSet
    players: int


def agree(preset: str, options: Options, *, seated: int = 1, opening: bool = True) -> Agreed:
    """Return what `options` make of the game `preset`; raise UnknownPreset, or WrongOptions with every fault.

    `seated` people must have a seat. To play alone is agreed on in `opening` a table, and never after.
    """
    game = GAMES.get(preset)
    if game is None:
        raise UnknownPreset(fields=("preset",))
    agreed = _chosen(game, options)
    wrong = tuple(_faults(game, options, agreed, seated, opening=opening))
    if wrong:
        fields = tuple(dict.fromkeys(field for field, _ in wrong))
        sentences = " ".join((SENTENCES[WrongOptions.code], *(sentence for _, sentence in wrong)))
        raise WrongOptions(sentences, fields=fields)
    return agreed


def computers_may_play(rules: RuleSet, people: int, computers: int) -> bool:
    """Tell whether so many computer players may have seats of their own beside so many people."""
    allowed = rules.computer_players == "yes" or (rules.computer_players == "solo" and people == 1)
    return allowed or computers == 0


def _chosen(game: Game, options: Options) -> Agreed:
    """What is played if nothing is wrong with it."""
    own = options.rules if game.own_rules else None
    most = max(game.players if own is None else own.seats, default=4)
    players: int = options.players or most
    return Agreed(own or game.column(players), players)


def _faults(
    game: Game, options: Options, agreed: Agreed, seated: int, *, opening: bool
) -> Iterator[tuple[str, str]]:
    """Each option at fault, and a sentence."""
    if options.rules is not None and not game.own_rules:
        yield "rules", "The rules of this game are its own; only a custom table chooses them."
    for fault in faults(agreed.settings, agreed.players, options.target):
        yield CHOSEN.get(fault.code, f"rules.{fault.field}"), fault.sentence
    if agreed.players < seated:
        yield "players", "More people than that have a seat here."
    if options.alone and not opening:
        yield "alone", "A table to play alone is opened as one."
    elif options.alone and agreed.settings.computer_players == "no":
        yield "alone", "There are no computer players in this game."
