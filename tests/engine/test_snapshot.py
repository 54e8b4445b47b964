"""A game as bytes, and back."""

from pathlib import Path
from random import Random

import pytest

from contracts.ids import Position
from engine import snapshot
from engine.clock import Turn
from engine.decide import decide
from engine.due import due
from engine.game import Game
from engine.views import frame_of
from runtime.snapshots import NotASnapshot, OfALaterRelease
from tests.engine.games import AWAY, LIMITS, TABLES, a_game, at, expire, ms, outage, presence, say
from tests.engine.lives import random_life
from tests.harness.replayed import replayed


@pytest.mark.parametrize(("preset", "players"), TABLES)
@pytest.mark.parametrize("seed", range(3))
def test_what_is_loaded_is_what_was_dumped(preset: str, players: int, seed: int) -> None:
    for game in random_life(preset, players, Random(seed)):
        assert snapshot.load(snapshot.dump(game)) == game


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_the_log_replayed_from_the_deal_gives_the_stored_round(preset: str, players: int) -> None:
    for game in random_life(preset, players, Random(9)):
        kept = snapshot.load(snapshot.dump(game)).match.round

        assert replayed(kept) == kept


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_what_is_due_is_the_same_after_loading(preset: str, players: int) -> None:
    lost = [outage(5_000, 9_000)]
    for game in random_life(preset, players, Random(4)):
        assert due(snapshot.load(snapshot.dump(game)), LIMITS, lost) == due(game, LIMITS, lost)


# what yesterday's engine wrote


@pytest.fixture
def old() -> Game:
    """A game as it was stored before there were computer players: its second round, a player away."""
    return snapshot.load((Path(__file__).parent / "yesterday.json").read_bytes())


def test_a_game_that_an_older_engine_stored_goes_on(old: Game) -> None:
    assert (old.match.round.number, old.match.round.ply, old.phase) == (2, 5, "playing")
    assert old.people == (0, 1, 2, 3)
    assert not any(old.has_left(seat) for seat in old.seats)
    assert old.turn == Turn(ms(1_700_000_090_000), ms(1_700_000_095_000))

    assert due(old, LIMITS, ()) == 1_700_000_095_000 + AWAY
    after = decide(old, expire(), at(1_700_000_100_000))
    assert after.by[-1] == "clock"
    assert snapshot.load(snapshot.dump(after)) == after


def test_a_move_that_an_older_engine_took_is_known(old: Game) -> None:
    action = old.match.round.log[3]

    assert decide(old, say(old, action, ply=3), at(1_700_000_096_000)) is old


def test_a_game_that_an_older_engine_stored_is_shown_to_every_seat(old: Game) -> None:
    for seat in old.seats:
        view = frame_of(
            old, seat, Position(version=1, mark="00000000"), ms(1_700_000_096_000), [], LIMITS
        ).view

        assert (view.waiting, view.asked, view.round.computer) == ((), (), None)
        assert len(view.round.hand) == view.round.counts[seat]


def test_a_game_that_an_older_engine_stored_learns_who_holds_its_seats(old: Game) -> None:
    back = decide(old, presence(True, True, True, True, seating=10), at(1_700_000_096_000))

    assert (back.computers, back.left) == ((None,) * 4, (False,) * 4)
    assert back.turn == old.turn


def test_a_snapshot_stays_small() -> None:
    """It is read and written with every move."""
    largest = max(len(snapshot.dump(game)) for game in random_life("fives", 4, Random(1), steps=300))

    assert largest < 16 * 1024


def test_a_game_that_a_later_engine_stored_is_left_to_it() -> None:
    later = snapshot.dump(a_game()).replace(b'{"schema":2,', b'{"schema":3,"new":"field",')

    with pytest.raises(OfALaterRelease):
        snapshot.load(later)


@pytest.mark.parametrize("body", [b"", b"{}", b"null", snapshot.dump(a_game())[:-5], b"\xff\xfe"])
def test_anything_else_is_not_a_game(body: bytes) -> None:
    with pytest.raises(NotASnapshot):
        snapshot.load(body)


def test_the_error_about_it_shows_nothing_of_the_game() -> None:
    game = a_game()
    with pytest.raises(NotASnapshot) as caught:
        snapshot.load(snapshot.dump(game).replace(b'"seating":1', b'"seating":"x"'))

    assert game.seed not in repr(caught.value)
    assert caught.value.__cause__ is None
