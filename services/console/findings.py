"""What was looked at, how it is, and what there is to do. Pure."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum


class Level(IntEnum):
    """How bad it is; also how `doublesix doctor` ends."""

    OK = 0
    WARNING = 1
    FAULT = 2


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at. `do` says what to do about it, where there is something."""

    level: Level
    part: str
    what: str
    do: str = ""


def ok(part: str, what: str) -> Finding:
    return Finding(Level.OK, part, what)


def warning(part: str, what: str, do: str) -> Finding:
    return Finding(Level.WARNING, part, what, do)


def fault(part: str, what: str, do: str) -> Finding:
    return Finding(Level.FAULT, part, what, do)


def worst(findings: Iterable[Finding]) -> Level:
    return max((finding.level for finding in findings), default=Level.OK)


def lines(findings: Iterable[Finding]) -> Iterator[str]:
    """Yield a line each, and below what is not well what to do."""
    for finding in findings:
        yield f"{finding.level.name.lower():<8} {finding.part:<9} {finding.what}"
        if finding.do:
            yield f"{'':<18} {finding.do}"
