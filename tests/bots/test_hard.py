"""What the search makes of what it has seen. Everything is counted in playouts, so it comes out the same."""

from random import Random

from bots.arena.players import player
from bots.arena.table import Meeting, winner
from bots.budget import Playouts
from bots.likely import Likely
from bots.pack import pack
from bots.seen import seen
from bots.worlds import Worlds
from rules.match import begin, play
from rules.presets import PRESETS
from rules.round import Place, legal
from rules.view import view
from tests.rules.tables import Table, chance_deal


def test_hard_wins_most_rounds_against_easy() -> None:
    meeting = Meeting(PRESETS["partners"], 4, None, match=False, seed=1)
    hard, easy = player("hard", Playouts(60), 1), player("easy", Playouts(0), 1)

    winners = [winner(meeting, pair, *both) for pair in range(6) for both in ((hard, easy), (easy, hard))]

    assert winners.count(hard) >= 9


def test_who_placed_a_light_tile_is_not_likely_to_hold_a_heavy_one_that_fitted() -> None:
    rules = PRESETS["partners"]
    random = Random(11)
    match = begin(rules, 4, None, chance_deal(Table("partners", rules, 4), random))
    for _ in range(2):
        seat = match.round.turn
        assert seat is not None
        lightest = min(legal(match.round), key=lambda move: (move[0].weight, move))
        fitted = pack(rules.tiles).showing(match.round.line.numbers)
        match, _ = play(match, Place(seat, *lightest))
    looking = match.round.turn
    assert looking is not None
    seat_view = view(match, looking)
    known = seen(seat_view, rules)
    heavy = pack(rules.tiles).mask(tile for tile in pack(rules.tiles).tiles if tile.weight > 6) & fitted
    worlds, likely = Worlds(known), Likely(seat_view, rules, known)

    weights: dict[bool, list[float]] = {True: [], False: []}
    for _ in range(400):
        world = worlds.deal(random)
        weights[bool(world.hands[seat] & heavy)].append(likely.weight(world.groups))

    with_heavy, without = (sum(each) / len(each) for each in (weights[True], weights[False]))
    assert with_heavy < 0.7 * without
