"""Who is next, and who plays together."""

import pytest

from rules.seats import members, next_seat, partner, seats, side_of, sides, turn_order


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_turn_goes_round_the_table(players: int) -> None:
    order = [next_seat(seat, players) for seat in seats(players)]

    assert order == [*range(1, players), 0]


def test_the_turn_order_after_a_seat_ends_with_it() -> None:
    assert turn_order(2, 4) == (3, 0, 1, 2)
    assert turn_order(0, 3) == (1, 2, 0)


def test_partners_sit_opposite() -> None:
    assert sides(4, partners=True) == (0, 1)
    assert [side_of(seat, partners=True) for seat in seats(4)] == [0, 1, 0, 1]
    assert members(0, 4, partners=True) == (0, 2)
    assert members(1, 4, partners=True) == (1, 3)
    assert [partner(seat) for seat in seats(4)] == [2, 3, 0, 1]


def test_without_partners_each_seat_is_a_side() -> None:
    assert sides(3, partners=False) == (0, 1, 2)
    assert [members(side, 3, partners=False) for side in (0, 1, 2)] == [(0,), (1,), (2,)]
