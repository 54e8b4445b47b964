"""Matches that one seat cannot tell apart: what is hidden from it has changed places."""

from dataclasses import replace
from random import Random

from rules.deal import Deal
from rules.match import Match
from rules.round import Round
from rules.seats import Seat, seats
from rules.tile import Tile


def hidden_from(round_: Round, seat: Seat) -> list[Tile]:
    others = [tile for other in seats(round_.players) if other != seat for tile in round_.hands[other]]
    return [*others, *round_.boneyard]


def with_hidden(match: Match, names: dict[Tile, Tile]) -> Match:
    """The same match where hidden tiles have changed places, also in the deal and in what must be led."""
    round_ = match.round
    forced = round_.forced
    return replace(
        match,
        round=replace(
            round_,
            deal=other_deal(round_.deal, names),
            forced=None if forced is None else names.get(forced, forced),
            hands=tuple(_renamed(hand, names) for hand in round_.hands),
            boneyard=_renamed(round_.boneyard, names),
        ),
    )


def shuffled_names(round_: Round, seat: Seat, chance: Random, most: int | None = None) -> dict[Tile, Tile]:
    """What to call the tiles hidden from `seat`, or only `most` of them, so that they change places."""
    hidden = hidden_from(round_, seat)
    hidden = chance.sample(hidden, min(most or len(hidden), len(hidden)))
    return dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))


def other_deal(deal: Deal, names: dict[Tile, Tile]) -> Deal:
    return Deal(tuple(_renamed(hand, names) for hand in deal.hands), _renamed(deal.boneyard, names))


def _renamed(tiles: tuple[Tile, ...], names: dict[Tile, Tile]) -> tuple[Tile, ...]:
    return tuple(names.get(tile, tile) for tile in tiles)
