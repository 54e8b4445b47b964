"""The fast lines play by the rules: compared with `rules.line` in rounds played at random."""

from random import Random

import pytest

from bots.line import line_of
from rules.line import ENDS
from rules.round import legal, points_at_once
from rules.view import view
from tests.bots.positions import turns
from tests.rules.tables import TABLES, Table


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_same_tiles_fit_in_the_same_places_for_the_same_points(table: Table) -> None:
    for match in turns(table, Random(f"line of {table}")):
        round_, seat = match.round, match.round.turn
        assert seat is not None
        seen = view(match, seat)

        line = line_of(table.rules, seen.line, seen.ends)

        pack = line.pack
        able = pack.mask(round_.hands[seat]) & line.fit
        expected = {(tile, end): points_at_once(round_, seat, tile, end) for tile, end in legal(round_)}
        if round_.forced is None or seen.line:
            assert set(pack.named(able)) == {tile for tile, _ in expected}
        for tile, end in expected:
            assert ENDS.index(end) in line.places(pack.index[tile])
            assert line.copy().place(pack.index[tile], ENDS.index(end)) == expected[tile, end]
            fits = {end for other, end in expected if other == tile}
            assert {ENDS[place] for place in line.places(pack.index[tile])} == fits
