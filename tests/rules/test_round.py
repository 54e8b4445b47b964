"""A turn: what must be done, what is refused and in which words, what the table does by itself."""

import pytest

from rules.actions import Drew, Passed, Placed, RoundEnded
from rules.errors import (
    CannotDraw,
    DoesNotFit,
    LeaderCannotPass,
    MustDraw,
    MustPlace,
    MustPlayForcedLead,
    NotInHand,
    NotYourTurn,
    Refusal,
    RoundOver,
)
from rules.round import Action, Draw, Pass, Place, automatic, decide, legal, must, replay, start, timeout
from rules.tile import Tile
from tests.rules.tables import FREE, a_deal, a_round, custom

BLOCK = custom("block", forced_lead=False)
BAKESH = custom("bakesh", forced_lead=False)


def place(seat: int, tile: str, end: str = "right") -> Place:
    return Place(seat, Tile.parse(tile), end)  # type: ignore[arg-type]


def test_a_pass_with_a_legal_tile_in_hand_is_refused() -> None:
    round_ = a_round("6-6 4-6 | 1-4 5-5 / 2-3 | turn 0")

    with pytest.raises(MustPlace):
        decide(round_, Pass(seat=0))


def test_a_draw_with_a_legal_tile_in_hand_is_refused() -> None:
    round_ = a_round("6-6 4-6 | 1-4 5-5 / 2-3 + 0-0 | turn 0")

    with pytest.raises(MustPlace):
        decide(round_, Draw(seat=0))


def test_a_pass_while_a_tile_can_be_drawn_is_refused() -> None:
    round_ = a_round("6-6 4-6 | 1-1 5-5 / 2-3 + 0-0 | turn 0")

    with pytest.raises(MustDraw):
        decide(round_, Pass(seat=0))


@pytest.mark.parametrize("rules", [BLOCK, custom("draw", reserve=1, blocked_when="all_passed")])
def test_tiles_aside_and_in_reserve_cannot_be_drawn(rules: object) -> None:
    round_ = a_round("6-6 4-6 | 1-1 5-5 / 2-3 4-5 + 0-6 | turn 0", rules)  # type: ignore[arg-type]

    assert must(round_) == "pass"
    with pytest.raises(CannotDraw):
        decide(round_, Draw(seat=0))


def test_who_leads_cannot_pass_nor_draw() -> None:
    round_ = a_round("| 1-1 5-5 / 2-3 4-5 + 0-6 | turn 0")

    with pytest.raises(LeaderCannotPass):
        decide(round_, Pass(seat=0))
    with pytest.raises(MustPlace):
        decide(round_, Draw(seat=0))


@pytest.mark.parametrize("action", [Pass(1), Draw(1), place(1, "2-3")])
def test_another_seat_waits_for_its_turn(action: Action) -> None:
    round_ = a_round("6-6 4-6 | 1-4 5-5 / 2-3 + 0-0 | turn 0")

    with pytest.raises(NotYourTurn, match="It is the turn of seat 0"):
        decide(round_, action)


def test_a_forced_lead_is_that_very_tile() -> None:
    round_ = start(a_deal("6-6 4-6 / 1-4 5-5"), FREE, 0, forced=Tile(6, 6))

    assert legal(round_) == ((Tile(6, 6), "left"),)
    with pytest.raises(MustPlayForcedLead, match="6-6 must be led"):
        decide(round_, place(0, "4-6", "left"))


def test_after_a_forced_lead_any_tile_that_fits_may_follow() -> None:
    round_ = start(a_deal("6-6 4-6 / 1-6 5-6"), FREE, 0, forced=Tile(6, 6))
    round_, _ = decide(round_, place(0, "6-6", "left"))
    round_, _ = decide(round_, place(1, "1-6"))

    assert legal(round_) == ((Tile(4, 6), "left"),)


@pytest.mark.parametrize(
    ("action", "refusal"),
    [
        (place(1, "1-1"), NotYourTurn),
        (place(0, "6-6"), NotInHand),
        (place(0, "2-3"), NotInHand),
        (place(0, "1-4", "up"), DoesNotFit),
        (place(0, "5-5"), DoesNotFit),
        (place(0, "1-4", "left"), DoesNotFit),
    ],
)
def test_reasons_to_refuse_a_place_are_looked_for_in_order(action: Action, refusal: type[Refusal]) -> None:
    round_ = a_round("6-6 4-6 | 1-4 5-5 / 2-3 | turn 0")

    with pytest.raises(refusal):
        decide(round_, action)


def test_nothing_is_played_in_a_round_that_is_over() -> None:
    round_ = a_round("6-6 4-6 | 1-4 / - | lead 0")

    for action in (place(0, "1-4"), Pass(1), Draw(0)):
        with pytest.raises(RoundOver):
            decide(round_, action)
    assert (legal(round_), must(round_), timeout(round_), automatic(round_)) == ((), None, (), None)


def test_every_refusal_has_a_code_of_its_own_and_a_sentence() -> None:
    codes = [refusal.code for refusal in Refusal.__subclasses__()]

    assert sorted(codes) == sorted(
        [
            "match_over",
            "round_over",
            "round_not_over",
            "not_your_turn",
            "not_in_hand",
            "must_play_forced_lead",
            "does_not_fit",
            "leader_cannot_pass",
            "must_place",
            "cannot_draw",
            "must_draw",
        ]
    )


def test_one_action_draws_until_a_tile_is_legal() -> None:
    round_ = a_round("6-6 4-6 | 1-1 5-5 / 2-3 + 0-0 1-2 3-4 4-5 | turn 0")

    round_, events = decide(round_, Draw(0))

    assert events == (Drew(0, 3, (6, 4)),)
    assert legal(round_) == ((Tile(3, 4), "right"),)
    assert round_.boneyard == (Tile(4, 5),)
    assert (round_.turn, round_.ply) == (0, 3)


def test_a_boneyard_without_a_legal_tile_is_drawn_whole_and_then_passed() -> None:
    round_ = a_round("6-6 4-6 | 1-1 5-5 / 2-3 2-4 + 0-0 1-2 | turn 0")

    round_, _ = decide(round_, Draw(0))
    assert (round_.boneyard, must(round_)) == ((), "pass")
    round_, events = decide(round_, Pass(0))

    assert events == (Passed(0, (6, 4)),)
    assert round_.turn == 1


def test_placing_tells_the_tile_the_end_and_the_points() -> None:
    round_ = a_round("5-5 | 0-5 1-1 / 5-6 1-2 + 3-3 | turn 1", custom("fives"))

    _, events = decide(round_, place(1, "5-6", "left"))

    assert events == (Placed(1, Tile(5, 6), "left", 0),)


def test_the_last_tile_ends_the_round() -> None:
    round_ = a_round("6-6 4-6 | 1-4 / 2-3 | turn 0")

    round_, events = decide(round_, place(0, "1-4"))

    assert round_.end is not None
    assert events == (Placed(0, Tile(1, 4), "right", 0), RoundEnded(round_.end))
    assert (round_.end.how, round_.end.winner, round_.end.points, round_.turn) == ("out", 0, 5, None)


def test_where_nobody_can_go_on_a_round_ends_without_a_pass() -> None:
    round_ = a_round("| 6-6 0-1 / 2-3 4-4 | turn 0", BLOCK)

    round_, _ = decide(round_, place(0, "6-6", "left"))

    assert round_.end is not None
    assert (round_.end.how, round_.end.winner, round_.end.points) == ("blocked", 0, 12)


def test_while_a_tile_can_be_drawn_a_round_is_never_blocked() -> None:
    round_ = a_round("| 6-6 0-1 / 2-3 4-4 + 0-0 | turn 0", FREE)

    round_, _ = decide(round_, place(0, "6-6", "left"))
    assert (round_.end, must(round_)) == (None, "draw")
    round_, events = decide(round_, Draw(1))

    assert round_.end is not None
    assert events == (Drew(1, 1, (6,)), RoundEnded(round_.end))


def test_a_pass_between_two_places_starts_the_count_anew() -> None:
    round_ = a_round("6-6 pass 3-6 pass | 0-1 3-3 / 1-2 2-2 | turn 0", custom("partners", partners=False))

    round_, _ = decide(round_, place(0, "3-3"))

    assert round_.end is None


def test_a_round_is_blocked_after_as_many_passes_in_a_row_as_players() -> None:
    round_ = a_round(
        "6-6 pass pass | 0-1 / 1-2 2-2 / 4-5 | turn 0", custom("block", blocked_when="all_passed")
    )

    round_, _ = decide(round_, Pass(0))

    assert round_.end is not None
    assert (round_.end.how, round_.end.winner) == ("blocked", 0)


def test_time_over_plays_the_first_legal_tile_of_the_hand_at_the_first_end() -> None:
    round_ = a_round("6-6 4-6 | 5-5 4-4 1-6 / 2-3 | turn 0")

    assert timeout(round_) == (place(0, "4-4", "right"),)


def test_time_over_draws_and_places_in_one_step() -> None:
    round_ = a_round("6-6 4-6 | 1-1 5-5 / 2-3 + 0-0 3-4 | turn 0")

    assert timeout(round_) == (Draw(0), place(0, "3-4", "right"))


def test_time_over_draws_all_and_passes_in_one_step() -> None:
    round_ = a_round("6-6 4-6 | 1-1 5-5 / 2-3 2-4 + 0-0 1-2 | turn 0")

    assert timeout(round_) == (Draw(0), Pass(0))


def test_time_over_stops_at_the_draw_that_blocks_the_round() -> None:
    round_ = a_round("6-6 4-6 | 1-1 5-5 / 2-3 + 0-0 | turn 0")

    assert timeout(round_) == (Draw(0),)


def test_time_over_after_drawing_places_what_was_drawn() -> None:
    round_ = a_round("6-6 4-6 +0-0+3-4 | 1-1 5-5 0-0 3-4 / 2-3 | turn 0")

    assert timeout(round_) == (place(0, "3-4", "right"),)


def test_time_over_leads_with_the_forced_tile() -> None:
    round_ = start(a_deal("4-6 5-6 6-6 / 1-4 5-5"), FREE, 0, forced=Tile(6, 6))

    assert timeout(round_) == (place(0, "6-6", "left"),)


def test_a_table_passes_by_itself_only_where_passing_is_automatic() -> None:
    text = "6-6 4-6 | 1-1 5-5 / 2-3 2-4 | turn 0"

    assert automatic(a_round(text, BAKESH)) == Pass(0)
    assert automatic(a_round(text, FREE)) is None


def test_a_table_does_not_pass_for_who_can_place_or_draw() -> None:
    assert automatic(a_round("6-6 4-6 | 1-4 5-5 / 2-3 | turn 0", BAKESH)) is None
    assert automatic(a_round("6-6 4-6 | 1-1 5-5 / 2-3 + 0-0 | turn 0", BAKESH)) is None


def test_in_domna_a_drawn_tile_that_fits_one_end_is_placed_at_once() -> None:
    domna = custom("domna-2")
    text = "6-6 4-6 +0-0+3-4 | 1-1 5-5 0-0 3-4 / 2-3 | turn 0"

    assert automatic(a_round(text, domna)) == place(0, "3-4", "right")
    assert automatic(a_round(text, FREE)) is None


def test_a_drawn_tile_that_fits_two_ends_is_left_to_the_player() -> None:
    round_ = a_round("6-6 0-6< 0-4< +1-1+4-6 | 2-2 / 3-3 1-1 4-6 | turn 1", custom("domna-2"))

    assert automatic(round_) is None


def test_a_tile_that_was_not_drawn_is_never_placed_by_the_table() -> None:
    assert automatic(a_round("6-6 4-6 | 1-4 5-5 / 2-3 | turn 0", custom("domna-2"))) is None


def test_replaying_stops_at_the_first_action_that_is_not_allowed() -> None:
    with pytest.raises(NotYourTurn):
        replay(a_deal("6-6 4-6 / 1-4 5-5"), FREE, 0, [place(0, "6-6", "left"), place(0, "4-6")])
