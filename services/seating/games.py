"""Which games can be opened, and what a host may choose. The rules judge; this asks them."""

from collections.abc import Iterable

from contracts.lobby import Options
from rules.errors import Fault
from rules.presets import PRESETS
from rules.ruleset import RuleSet, faults
from seating.errors import UnknownPreset, WrongOptions


def game(preset: str) -> RuleSet:
    """Return the rule set of `preset`; raise UnknownPreset unless tables of it can be played."""
    rules = PRESETS.get(preset)
    if rules is None or not can_start(rules):
        raise UnknownPreset(fields=("preset",))
    return rules


def can_start(rules: RuleSet) -> bool:
    """Tell whether such a table needs only what there is: people, on every seat, under a clock."""
    return (
        len(rules.seats) == 1
        and rules.start == "full"
        and rules.leaving == "keeps_seat"
        and rules.away == "play_on"
        and rules.next_round == "ready"
    )


def check_options(rules: RuleSet, options: Options) -> None:
    """Raise WrongOptions, every fault named, unless `options` go with `rules`."""
    if wrong := faults(rules, max(rules.seats), options.target):
        raise WrongOptions(_sentences(wrong), fields=tuple(dict.fromkeys(fault.field for fault in wrong)))


def _sentences(wrong: Iterable[Fault]) -> str:
    return " ".join(fault.sentence for fault in wrong)
