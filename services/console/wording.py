"""How people read it: lengths of time, numbers, scores and tiles, rows in columns. Pure."""

from collections.abc import Iterable, Sequence

UNITS = ((24 * 3600, "d"), (3600, "h"), (60, "m"))


def length(ms: int | None) -> str:
    """Return a length of time in its largest unit: `8s`, `3m`, `2d`; a dash for none."""
    if ms is None:
        return "-"
    seconds = ms / 1000
    for unit, sign in UNITS:
        if abs(seconds) >= unit:
            return f"{seconds / unit:.0f}{sign}"
    return f"{seconds:.0f}s"


def columns(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return lines with each column as wide as it has to be."""
    widths = [max(len(row[at]) for row in (head, *rows)) for at in range(len(head))]
    return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in (head, *rows)]


def number(count: int, one: str, many: str | None = None) -> str:
    """Return `1 table`, `2 tables`."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def score(scores: Iterable[int]) -> str:
    """Return `41 : 23`."""
    return " : ".join(map(str, scores))


def written(tiles: Iterable[object]) -> str:
    """Return `1-4 5-5`; a dash for none."""
    return " ".join(map(str, tiles)) or "-"
