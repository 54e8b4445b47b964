"""The fast ends play by the rules: compared with `rules.line` in rounds played at random."""

from random import Random

import pytest

from bots.ends import AFTER, POINTS, Ends, ends_of, kind_of
from rules.line import Line, fits, join
from rules.round import legal, points_at_once
from rules.tile import SETS, Tile
from tests.bots.positions import turns
from tests.rules.tables import TABLES, Table


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_same_tiles_fit_in_the_same_places_for_the_same_points(table: Table) -> None:
    kind = kind_of(table.rules)
    for match in turns(table, Random(f"line of {table}")):
        round_, seat = match.round, match.round.turn
        assert seat is not None

        ends = ends_of(kind, round_.line)

        able = kind.pack.mask(round_.hands[seat]) & ends.fit
        places = legal(round_)
        if round_.forced is None or round_.line.laid:
            assert set(kind.pack.named(able)) == {tile for tile, _ in places}
        for tile in {tile for tile, _ in places}:
            expected = {
                (ends_of(kind, join(round_.line, tile, end, seat)), points_at_once(round_, seat, tile, end))
                for other, end in places
                if other == tile
            }
            ways = ends.ways(kind.pack.index[tile])
            assert {(kind.all[way[AFTER]], way[POINTS]) for way in ways} == expected
            assert len(ways) == len(expected)


@pytest.mark.parametrize("table", [table for table in TABLES if table.rules.fives], ids=str)
def test_tiles_that_score_are_known_before_they_are_joined(table: Table) -> None:
    kind = kind_of(table.rules)
    for match in turns(table, Random(f"points of {table}"), rounds=1):
        line = match.round.line
        if line.laid:
            ends = ends_of(kind, line)

            scoring = kind.pack.named(ends.scoring)

            assert set(scoring) == {
                tile for tile in SETS[table.rules.tiles] if sums_to_five(ends, line, tile)
            }


def sums_to_five(ends: Ends, line: Line, tile: Tile) -> bool:
    """Whether the ends can be made to add up to a multiple of five, 0 included."""
    return any(join(line, tile, end, 0).sum % 5 == 0 for end in fits(line, tile))
