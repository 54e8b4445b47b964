"""How long a turn lasts. Knows moments and lengths in ms; knows no rule of play, seat or store."""

from collections.abc import Sequence
from dataclasses import dataclass

from contracts.ids import UnixMs
from contracts.lobby import Level
from rules.ruleset import RuleSet
from runtime.settings import Settings
from runtime.store import Outage


@dataclass(frozen=True, slots=True)
class Limits:
    """Lengths in ms; None where there is no clock. `computer` is the most a computer player's turn has."""

    turn: int | None
    away: int | None
    between: int
    rest: int
    computer: int


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn under way: when it began, and since when in it its player is held to be away.

    After a rest of the table it is what was `left` of it, in ms, that begins. Who plays it was settled when
    it began: the `computer` player of that level, or a person where that is None; so was whether it is
    `timed`: the clock of a turn runs only where two or more people sit. Nobody has to be waited for in vain
    all the same: `away_since` is set in a turn without a clock too, as soon as somebody else sits there.
    """

    began: UnixMs
    away_since: UnixMs | None
    left: int | None = None
    computer: Level | None = None
    timed: bool = True


@dataclass(frozen=True, slots=True)
class Timing:
    """What the platform sets: the lengths no rule set has, and clocks to use instead of a rule set's."""

    turn: int | None
    away: int | None
    between: int
    rest: int
    computer: int

    def limits(self, rules: RuleSet) -> Limits:
        """Return what a table with these rules goes by.

        Where it plays on without any clock, who is away is waited for as long as a table waits at which
        nobody is, and no longer: others may be there who would wait in vain.
        """
        return Limits(
            turn=_clock(self.turn, rules.turn_seconds),
            away=self.rest if clockless(rules) else _clock(self.away, rules.away_seconds),
            between=self.between,
            rest=self.rest,
            computer=self.computer,
        )


def timing(settings: Settings) -> Timing:
    return Timing(
        turn=settings.turn_ms,
        away=settings.away_ms,
        between=settings.between_ms,
        rest=settings.rest_ms,
        computer=settings.computer_ms,
    )


def clockless(rules: RuleSet) -> bool:
    """Tell whether a table plays on without any clock: there, absence counts only while it lasts."""
    return rules.away == "play_on" and rules.turn_seconds is None and rules.away_seconds is None


def _clock(instead: int | None, seconds: int | None) -> int | None:
    return None if seconds is None else instead or seconds * 1000


def turn_ends(turn: Turn, limits: Limits, outages: Sequence[Outage]) -> UnixMs | None:
    """When the turn ends; None without a clock. Coming back lengthens nothing, nor does anybody else's way.

    Time in which moves could not be taken does not count.
    """
    if turn.computer is not None:
        return after(turn.began, limits.computer, outages)
    ends = (
        _after(turn.began, _length(turn, limits), outages),
        _after(turn.away_since, _length_away(turn, limits), outages),
    )
    return min((end for end in ends if end is not None), default=None)


def _length(turn: Turn, limits: Limits) -> int | None:
    if turn.left is not None:
        return turn.left
    return limits.turn if turn.timed else None


def _length_away(turn: Turn, limits: Limits) -> int | None:
    """In a turn without a clock, where absence has none of its own, it is the clock that the turn lacks."""
    if limits.away is None and not turn.timed:
        return limits.turn
    return limits.away


def _after(began: UnixMs | None, length: int | None, outages: Sequence[Outage]) -> UnixMs | None:
    return None if began is None or length is None else after(began, length, outages)


def after(began: UnixMs, length: int, outages: Sequence[Outage]) -> UnixMs:
    """Return when `length` ms have passed since `began`, with outages (oldest first) standing still."""
    ends: int = began + length
    for outage in outages:
        if outage.began < ends and outage.ended > began:
            ends += outage.ended - max(outage.began, began)
    return UnixMs(ends)
