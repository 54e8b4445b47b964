"""What is dealt out for the hidden tiles could have led to all that was seen."""

from dataclasses import replace
from random import Random

import pytest

from bots.pack import pack
from bots.seen import BONEYARD, Seen, seen
from bots.worlds import Worlds
from rules.actions import Drew, Placed
from rules.deal import Deal
from rules.match import Match, highest
from rules.seats import Seat, seats
from rules.tile import Tile
from rules.view import SeatView, view
from tests.bots.positions import turns
from tests.harness.replayed import replayed
from tests.rules.tables import TABLES, Table, a_match


def everything_of(match: Match, seat: Seat, known: Seen, random: Random) -> dict[int, list[Tile]]:
    """For each group the tiles that are, or once were, in it, as one deal has it."""
    tiles = pack(match.rules.tiles).tiles
    where = {item.tile: item.groups[0] for item in known.items if len(item.groups) == 1}
    where |= Worlds(known).places(random)
    return {
        group: [tiles[tile] for tile, at in where.items() if at == group]
        for group in range(len(known.groups))
    }


def deal_behind(match: Match, seat: Seat, known: Seen, random: Random) -> Deal:
    """The deal at the round's beginning if hidden tiles lie as made up; the seat's own are as they were."""
    round_, seen_by = match.round, view(match, seat)
    content = everything_of(match, seat, known, random)
    groups = {
        other: [content[at] for at, group in enumerate(known.groups) if group.owner == other]
        for other in (*seats(round_.players), BONEYARD)
    }
    hands = [
        tuple(round_.deal.hands[other]) if other == seat else tuple(groups[other][0])
        for other in seats(round_.players)
    ]
    return Deal(tuple(hands), (*drawn(match, seen_by, groups), *groups[BONEYARD][0]))


def drawn(match: Match, seen_by: SeatView, groups: dict[int, list[list[Tile]]]) -> tuple[Tile, ...]:
    """The tiles that have been drawn, in order."""
    later = {seat: iter(of_seat[1:]) for seat, of_seat in groups.items()}
    order: list[Tile] = []
    for at, event in enumerate(seen_by.log):
        if not isinstance(event, Drew):
            continue
        if event.seat == seen_by.seat:
            first = len(order)
            order += match.round.deal.boneyard[first : first + event.tiles]
            continue
        order += next(later[event.seat])
        following = seen_by.log[at + 1]
        if isinstance(following, Placed):
            order.append(following.tile)
    return tuple(order)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_deal_that_is_made_up_leads_to_the_same_view(table: Table) -> None:
    random = Random(f"worlds of {table}")
    for match in turns(table, random):
        round_, seat = match.round, match.round.turn
        assert seat is not None
        expected = view(match, seat)
        if expected.must == "pass":
            continue  # no choice; that somebody else can go on is all that could be concluded
        known = seen(expected, table.rules)

        for _ in range(3):
            made_up = deal_behind(match, seat, known, random)

            again = replayed(round_, made_up)
            assert view(replace(match, round=again), seat) == expected
            by_highest = round_.number == 1 or table.rules.next_lead == "highest"
            if round_.line.laid and by_highest:
                leader, tile = highest(made_up)
                assert leader == round_.leader
                assert round_.forced in (None, tile)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_world_has_every_tile_once_and_everybody_as_many_as_seen(table: Table) -> None:
    random = Random(f"sizes of {table}")
    tiles = pack(table.rules.tiles)
    for match in turns(table, random):
        assert match.round.turn is not None
        seat_view = view(match, match.round.turn)

        world = Worlds(seen(seat_view, table.rules)).deal(random)

        laid = tiles.mask(each.tile for each in seat_view.line)
        assert [hand.bit_count() for hand in world.hands] == list(seat_view.counts)
        assert len(world.boneyard) == seat_view.boneyard
        assert sum((laid, *world.hands, *world.boneyard)) == tiles.all
        assert world.hands[seat_view.seat] == tiles.mask(seat_view.hand)


def test_what_is_made_up_comes_out_differently() -> None:
    table = TABLES[0]
    match = a_match(table, Random(1))
    worlds = Worlds(seen(view(match, match.round.turn or 0), table.rules))

    dealt = {tuple(worlds.deal(Random(seed)).hands) for seed in range(20)}

    assert len(dealt) == 20
