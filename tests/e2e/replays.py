"""Finished rounds to look at again, and the table they were played at."""

from collections.abc import Iterator

from contracts.rounds import RoundRecord
from tests.e2e.matches import DRAW_2, FIVES, NINES
from tests.e2e.played import PARTNERS, games
from tests.e2e.records import records_of
from tests.e2e.scenes import Scene, at_table


def replays(language: str) -> Iterator[tuple[str, Scene, list[RoundRecord]]]:
    """One of every kind that looks different; the last record is the one to look at."""
    for name, kind in (("partners", PARTNERS), ("fives", FIVES), ("many", DRAW_2), ("nines", NINES)):
        match = list(games(1, kind))
        yield f"replay-{name}", at_table(name, language, match[-1], 0, kind=kind), records_of(match)
