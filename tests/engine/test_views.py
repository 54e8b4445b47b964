"""What a seat is shown, and that nothing it is shown or told depends on what is hidden from it."""

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from contracts.commands import EngineCommand
from contracts.ids import Position
from contracts.view import View
from engine.decide import decide
from engine.errors import Refused
from engine.game import Game
from engine.views import frame_of, texts_of
from rules.deal import Deal, verify
from rules.presets import PRESETS
from rules.round import Action
from rules.tile import SETS
from tests.engine.games import (
    LIMITS,
    TABLE,
    TABLES,
    TIMING,
    Draw,
    Levels,
    Pass,
    Place,
    a_game,
    a_game_where,
    any_action,
    at,
    expire,
    legal,
    ms,
    outage,
    played,
    played_out,
    presence,
    say,
    turn,
)
from tests.engine.lives import random_life

HERE = Position(version=7, mark="0123abcd")

every_table = pytest.mark.parametrize(("preset", "players"), TABLES)


def seen(game: Game, seat: int, now: int = 0) -> View:
    return frame_of(game, seat, HERE, ms(now), [], TIMING.limits(game.match.rules)).view  # type: ignore[arg-type]


def life(preset: str, players: int, seed: int = 2) -> Iterator[Game]:
    return random_life(preset, players, Random(seed), steps=60)


def dealt_otherwise(game: Game, seat: int, chance: Random) -> Game:
    """The game with all that is hidden from `seat` dealt otherwise: other hands, and the boneyard.

    What was placed and drawn stays as it was: only tiles that nobody has shown change their places.
    """
    round_ = game.match.round
    others = [other for other in range(round_.players) if other != seat]
    hidden = [tile for other in others for tile in round_.hands[other]] + list(round_.boneyard)
    mixed = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))

    def changed(tiles: tuple[object, ...]) -> tuple[object, ...]:
        return tuple(mixed.get(tile, tile) for tile in tiles)  # type: ignore[call-overload]

    hands = tuple(hand if other == seat else changed(hand) for other, hand in enumerate(round_.hands))
    dealt = Deal(tuple(map(changed, round_.deal.hands)), changed(round_.deal.boneyard))  # type: ignore[arg-type]
    other_round = replace(round_, hands=hands, boneyard=changed(round_.boneyard), deal=dealt)  # type: ignore[arg-type]
    return replace(game, match=replace(game.match, round=other_round))


@every_table
def test_a_view_does_not_change_with_what_is_hidden(preset: str, players: int) -> None:
    chance = Random(3)
    for game in life(preset, players):
        if game.match.round.end is not None:
            continue
        for seat in range(players):
            other = dealt_otherwise(game, seat, chance)

            assert seen(other, seat).model_dump_json() == seen(game, seat).model_dump_json()


@every_table
def test_what_is_published_for_all_seats_at_once_is_what_each_is_shown(preset: str, players: int) -> None:
    for game in life(preset, players):
        limits = TIMING.limits(game.match.rules)

        texts = dict(texts_of(game, HERE, ms(7_000), [], limits))

        assert texts == {
            seat: frame_of(game, seat, HERE, ms(7_000), [], limits).model_dump_json().encode()  # type: ignore[arg-type]
            for seat in range(players)
        }


def attempts(game: Game, seat: int, chance: Random) -> Iterator[EngineCommand]:
    """What a curious player might try, to learn something from the answer."""
    round_ = game.match.round
    for tile in chance.sample(SETS[game.match.rules.tiles], 6):
        for end in ("left", "right", "up", "down"):
            yield say(game, Place(seat, tile, end))  # type: ignore[arg-type]
    actions: list[Action] = [Draw(seat), Pass(seat)]  # type: ignore[arg-type]
    for action in actions:
        yield say(game, action)
        yield say(game, action, ply=max(0, round_.ply - 1))
        yield say(game, action, ply=round_.ply + 1)


def told(game: Game, command: EngineCommand) -> tuple[str, str | None]:
    try:
        decide(game, command, at(0))
    except Refused as refused:
        return refused.code, refused.message
    return "accepted", None


@every_table
def test_no_answer_changes_with_what_is_hidden(preset: str, players: int) -> None:
    chance = Random(4)
    for number, game in enumerate(life(preset, players)):
        if game.match.round.end is not None or number % 8:
            continue
        for seat in range(players):
            other = dealt_otherwise(game, seat, chance)
            for command in attempts(game, seat, chance):
                assert told(other, command) == told(game, command)


@every_table
def test_the_seed_and_all_hands_are_shown_when_the_round_is_over_and_not_before(
    preset: str, players: int
) -> None:
    for game in life(preset, players):
        for seat in range(players):
            view = seen(game, seat)
            over = game.match.round.end is not None
            assert (view.round.seed is not None) == over
            assert (view.round.hands is not None) == over
            assert (view.round.aside is not None) == over
            assert (game.seed in view.model_dump_json()) == over


@every_table
def test_a_view_names_no_tile_but_those_of_the_line_and_the_own_hand(preset: str, players: int) -> None:
    for game in life(preset, players):
        round_ = game.match.round
        if round_.end is not None:
            continue
        line = {str(laid.tile) for laid in round_.line.laid}
        for seat in range(players):
            named = set(re.findall(r'"(\d-\d)"', seen(game, seat).model_dump_json()))
            assert named <= line | {str(tile) for tile in round_.hands[seat]}


@every_table
def test_the_commitment_is_the_same_all_round_and_the_seed_keeps_it(preset: str, players: int) -> None:
    promised: dict[tuple[int, int], str] = {}
    for game in life(preset, players):
        at_ = (game.match.number, game.match.round.number)
        shown = seen(game, 0).round
        assert promised.setdefault(at_, shown.commitment) == shown.commitment
        if shown.seed is not None:
            assert verify(shown.commitment, TABLE, *at_, bytes.fromhex(shown.seed))


@every_table
def test_only_a_persons_seat_that_is_to_act_is_shown_what_it_may_do(preset: str, players: int) -> None:
    for game in life(preset, players):
        round_ = game.match.round
        for seat in range(players):
            shown = seen(game, seat).round
            if seat != round_.turn or shown.computer is not None:
                assert (shown.legal, shown.must, shown.forced) == (None, None, None)
            else:
                assert shown.legal is not None
                assert [(o.tile, o.end) for o in shown.legal] == [(str(t), e) for t, e in legal(round_)]
                assert shown.must is not None


def test_a_drawing_shows_how_many_and_not_which() -> None:
    game = next(
        game
        for game in random_life("fives", 4, Random(8), steps=300)
        if any(action.type == "draw" for action in game.match.round.log) and game.match.round.end is None
    )
    for seat in range(4):
        logged = [action for action in seen(game, seat).round.log if action.type == "draw"]
        assert logged
        assert all(
            set(action.model_dump()) == {"type", "seat", "count", "numbers", "by"} for action in logged
        )


def test_the_clock_tells_what_is_left_of_the_turn() -> None:
    game = a_game(now=1_000)

    clock = seen(game, 0, now=11_000).round.clock
    assert clock is not None
    assert (clock.left_ms, clock.of_ms) == (35_000, 45_000)
    late = seen(game, 0, now=60_000).round.clock
    assert late is not None
    assert late.left_ms == 0


def test_the_clock_shows_time_given_back() -> None:
    clock = frame_of(a_game(), 0, HERE, ms(20_000), [outage(10_000, 14_000)], LIMITS).view.round.clock

    assert clock is not None
    assert clock.left_ms == 29_000


def test_between_rounds_the_time_until_the_next_deal_is_shown() -> None:
    view = seen(played_out(a_game(target=500), now=1_000), 0, now=6_000)

    assert view.phase == "between"
    assert view.round.clock is None
    assert view.between is not None
    assert view.between.left_ms == 15_000


def test_without_a_clock_none_is_shown() -> None:
    assert seen(a_game("duel", 2), 0).round.clock is None


def test_who_played_is_shown_with_what_was_played() -> None:
    game = decide(played(a_game()), expire(), at(45_000))

    assert [logged.by for logged in seen(game, 0).round.log] == ["player", "clock"]


def test_a_view_is_the_same_for_all_but_for_its_own_hand_and_what_may_be_done() -> None:
    game = played(a_game(), 3)
    views = [
        seen(game, seat).round.model_dump(exclude={"hand", "legal", "must", "forced"}) for seat in range(4)
    ]

    assert all(view == views[0] for view in views)
    assert seen(game, turn(game)).round.legal


def test_a_random_action_is_one_of_those_shown() -> None:
    game = played(a_game(), 2)
    action = any_action(game, Random(1))
    options = seen(game, turn(game)).round.legal or ()

    assert action.type != "place" or (str(action.tile), action.end) in [(o.tile, o.end) for o in options]


# computer players


def a_computers_turn(computers: Levels = (None, "hard")) -> Game:
    """A lead of a computer player, which is forced."""
    return a_game_where(
        lambda game: turn(game) == 1,
        lambda seed: a_game("draw", len(computers), computers=computers, seed=seed),
    )


def test_all_are_shown_that_a_computer_player_is_to_act_and_of_which_level() -> None:
    game = a_computers_turn()

    assert [seen(game, seat).round.computer for seat in (0, 1)] == ["hard", "hard"]
    assert seen(played(game), 0).round.computer is None


def test_what_a_computer_player_may_do_is_not_shown_to_the_seats_owner() -> None:
    """The owner may be back already, and is not to act before its next turn."""
    shown = seen(decide(a_computers_turn(), presence(True, True), at(0)), 1).round

    assert (shown.legal, shown.must, shown.forced) == (None, None, None)
    assert len(shown.hand) == shown.counts[1]


def test_a_computer_players_turn_shows_no_clock() -> None:
    assert seen(a_computers_turn((None, "hard", None)), 0).round.clock is None


def test_alone_no_clock_is_shown() -> None:
    assert seen(played(a_computers_turn()), 0).round.clock is None


def test_where_only_absence_has_a_clock_it_is_shown_while_it_runs() -> None:
    rules = replace(PRESETS["draw"], turn_seconds=None, away_seconds=8)
    game = a_game(rules, 2)
    assert seen(game, 0).round.clock is None

    away = decide(game, presence(*(seat != turn(game) for seat in (0, 1))), at(1_000))

    clock = seen(away, 0, now=4_000).round.clock
    assert clock is not None
    assert (clock.left_ms, clock.of_ms) == (5_000, 8_000)


def test_what_a_computer_player_played_is_shown_as_a_computers() -> None:
    assert [logged.by for logged in seen(played(a_computers_turn()), 0).round.log] == ["computer"]
