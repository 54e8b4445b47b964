"""What a seat may see, and nothing else."""

from dataclasses import fields, replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.actions import Drew, Passed, Placed
from rules.errors import Refusal
from rules.line import ENDS
from rules.match import Match, begin, play
from rules.round import Action, Draw, Pass, Place, Round
from rules.seats import Seat, seats
from rules.tile import SETS, Tile
from rules.view import Option, SeatView, public_log, view
from tests.harness.replayed import replayed
from tests.rules.hidden import other_deal, shuffled_names, with_hidden
from tests.rules.tables import TABLES, Table, a_deal, a_match, a_round, custom, random_play, states

FEW = settings(max_examples=4, deadline=None)
SEEDS = st.integers(0, 2**32)


def a_match_at(text: str, like: str = "draw", **fields: object) -> Match:
    return Match(1, (), a_round(text, custom(like, forced_lead=False, **fields)), None)


def refused(match: Match, action: Action) -> str | None:
    try:
        play(match, action)
    except Refusal as refusal:
        return f"{refusal.code}: {refusal}"
    return None


def anything(round_: Round, seat: Seat) -> list[Action]:
    tiles = SETS[round_.rules.tiles]
    return [Pass(seat), Draw(seat), *(Place(seat, tile, end) for tile in tiles for end in ENDS)]


@pytest.mark.parametrize("table", TABLES, ids=str)
@FEW
@given(seed=SEEDS)
def test_a_view_is_the_same_whatever_the_hidden_tiles_are(table: Table, seed: int) -> None:
    chance = Random(seed)
    for match in states(table, chance):
        if match.round.end is not None:
            break
        for seat in seats(table.players):
            other = with_hidden(match, shuffled_names(match.round, seat, chance))

            assert view(other, seat) == view(match, seat)


@pytest.mark.parametrize("table", TABLES, ids=str)
@settings(max_examples=2, deadline=None)
@given(seed=SEEDS)
def test_a_refusal_says_the_same_whatever_the_hidden_tiles_are(table: Table, seed: int) -> None:
    chance = Random(seed)
    for match, _, _ in random_play(a_match(table, chance), chance):
        if match.round.end is not None or chance.random() < 0.7:
            continue
        for seat in seats(table.players):
            other = with_hidden(match, shuffled_names(match.round, seat, chance))

            for action in anything(match.round, seat):
                assert refused(other, action) == refused(match, action)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_seat_cannot_tell_two_deals_with_one_public_history_apart(table: Table) -> None:
    chance, compared = Random(3), 0
    for match, _, _ in random_play(a_match(table, chance), chance):
        round_ = match.round
        if round_.end is not None:
            break
        for seat in seats(table.players):
            deal = other_deal(round_.deal, shuffled_names(round_, seat, chance, most=2))
            try:
                same = replayed(round_, deal)
            except Refusal:
                continue
            if public_log(same) == public_log(round_) and same.end is None:
                compared += 1
                assert view(replace(match, round=same), seat) == view(match, seat)
    assert compared > 0


def test_a_view_has_the_fields_it_is_allowed_and_no_other() -> None:
    allowed = (
        "seat players match target scores results winner number leader turn ply line ends spinner sum counts "
        "boneyard drawable passes unmatched log scored end hand must legal forced hands aside"
    )

    assert [field.name for field in fields(SeatView)] == allowed.split()


def test_a_seat_sees_its_own_hand_and_the_sizes_of_the_others() -> None:
    seen = view(a_match_at("6-6 4-6 | 1-4 5-5 / 2-3 + 0-0 1-1 | turn 0"), 1)

    assert seen.hand == (Tile(2, 3),)
    assert (seen.counts, seen.boneyard, seen.drawable) == ((2, 1), 2, 2)
    assert (seen.hands, seen.aside) == (None, None)


def test_only_the_seat_to_act_is_told_what_it_can_do() -> None:
    match = a_match_at("6-6 4-6 | 1-4 5-5 / 2-3 + 0-0 1-1 | turn 0")

    assert (view(match, 0).must, view(match, 0).legal) == ("place", (Option(Tile(1, 4), "right", 0),))
    assert (view(match, 1).must, view(match, 1).legal) == (None, ())


def test_in_fives_each_place_tells_what_it_would_score() -> None:
    seen = view(a_match_at("5-5 | 5-6 / 0-5 1-5 + 0-0 | turn 1", "fives"), 1)

    assert seen.sum == 10
    assert {(str(option.tile), option.end): option.points for option in seen.legal} == {
        ("0-5", "left"): 10,
        ("0-5", "right"): 10,
        ("1-5", "left"): 0,
        ("1-5", "right"): 0,
    }


def test_where_no_fives_are_played_there_is_no_sum() -> None:
    assert view(a_match_at("5-5 | 5-6 / 0-5 | turn 1"), 1).sum is None


def test_a_forced_tile_is_shown_to_its_holder_until_it_lies_on_the_table() -> None:
    rules = custom("draw", seats=(2,), hand=((2, 2),))
    match = begin(rules, 2, None, a_deal("6-6 4-6 / 1-6 5-5"))
    assert [view(match, seat).forced for seat in (0, 1)] == [Tile(6, 6), None]

    match, _ = play(match, Place(0, Tile(6, 6), "left"))

    assert [view(match, seat).forced for seat in (0, 1)] == [None, None]


def test_a_log_tells_how_many_tiles_were_drawn_and_never_which() -> None:
    seen = view(a_match_at("6-6 4-6 +2-2+1-1+4-5 4-5> | 1-3 2-2 1-1 / 2-3 + 0-0 | turn 1"), 1)

    assert seen.log == (
        Placed(0, Tile(6, 6), "left", 0),
        Placed(1, Tile(4, 6), "right", 0),
        Drew(0, 3, (6, 4)),
        Placed(0, Tile(4, 5), "right", 0),
    )


def test_passes_and_draws_stay_in_view_with_what_was_open() -> None:
    match = a_match_at("6-6 4-6< +2-2 pass 4-5< | 1-3 2-2 / 2-3 | turn 0", blocked_when="all_passed")

    seen = view(match, 1)

    assert [(miss.by, miss.open) for miss in seen.passes[0]] == [("draw", (4, 6)), ("pass", (4, 6))]
    assert seen.unmatched == ((4, 6), ())
    assert Passed(0, (4, 6)) in seen.log


def test_once_the_round_is_over_every_hand_is_shown() -> None:
    match, _ = play(a_match_at("6-6 4-6 | 1-4 / 2-3 + 0-0 | turn 0"), Place(0, Tile(1, 4), "right"))

    seen = view(match, 0)

    assert seen.hands == ((), (Tile(2, 3),))
    assert seen.aside == (Tile(0, 0),)
    assert seen.results[0].end == seen.end


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_public_log_is_what_happened(table: Table) -> None:
    chance = Random(5)
    happened: list[object] = []
    for match, _, events in random_play(a_match(table, chance), chance):
        happened += [event for event in events if isinstance(event, Placed | Drew | Passed)]

        assert list(view(match, 0).log) == happened
