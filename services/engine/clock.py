"""How long a turn lasts. Knows moments and lengths in ms; knows no rule of play, seat or store."""

from collections.abc import Sequence
from dataclasses import dataclass

from contracts.ids import UnixMs
from rules.ruleset import RuleSet
from runtime.settings import Settings
from runtime.store import Outage


@dataclass(frozen=True, slots=True)
class Limits:
    """Lengths in ms; None where there is no clock."""

    turn: int | None
    away: int | None
    between: int
    rest: int


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn under way: when it began, and since when in it its player is held to be away, if ever.

    After a rest of the table it is what was `left` of it, in ms, that begins.
    """

    began: UnixMs
    away_since: UnixMs | None
    left: int | None = None


@dataclass(frozen=True, slots=True)
class Timing:
    """What the platform sets: the lengths no rule set has, and clocks to use instead of a rule set's."""

    turn: int | None
    away: int | None
    between: int
    rest: int

    def limits(self, rules: RuleSet) -> Limits:
        """Return what a table with these rules goes by."""
        return Limits(
            turn=_clock(self.turn, rules.turn_seconds),
            away=_clock(self.away, rules.away_seconds),
            between=self.between,
            rest=self.rest,
        )


def timing(settings: Settings) -> Timing:
    return Timing(settings.turn_ms, settings.away_ms, settings.between_ms, settings.rest_ms)


def _clock(instead: int | None, seconds: int | None) -> int | None:
    return None if seconds is None else instead or seconds * 1000


def turn_ends(turn: Turn, limits: Limits, outages: Sequence[Outage]) -> UnixMs | None:
    """When the turn ends; None without a clock. Coming back lengthens nothing, nor does anybody else's way.

    Time in which moves could not be taken does not count.
    """
    if limits.turn is None:
        return None
    ends = after(turn.began, limits.turn if turn.left is None else turn.left, outages)
    if turn.away_since is None or limits.away is None:
        return ends
    return min(ends, after(turn.away_since, limits.away, outages))


def after(began: UnixMs, length: int, outages: Sequence[Outage]) -> UnixMs:
    """Return when `length` ms have passed since `began`, with outages (oldest first) standing still."""
    ends: int = began + length
    for outage in outages:
        if outage.began < ends and outage.ended > began:
            ends += outage.ended - max(outage.began, began)
    return UnixMs(ends)
