"""A game as bytes, and back."""

from random import Random

import pytest

from engine import snapshot
from engine.due import due
from engine.snapshot import NotAGame
from rules.round import replay
from tests.engine.games import LIMITS, TABLES, a_game, outage
from tests.engine.lives import random_life


@pytest.mark.parametrize(("preset", "players"), TABLES)
@pytest.mark.parametrize("seed", range(3))
def test_what_is_loaded_is_what_was_dumped(preset: str, players: int, seed: int) -> None:
    for game in random_life(preset, players, Random(seed)):
        assert snapshot.load(snapshot.dump(game)) == game


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_the_log_replayed_from_the_deal_gives_the_stored_round(preset: str, players: int) -> None:
    for game in random_life(preset, players, Random(9)):
        kept = snapshot.load(snapshot.dump(game)).match.round

        replayed = replay(
            kept.deal,
            kept.rules,
            kept.leader,
            kept.log,
            forced=kept.forced,
            target=kept.target,
            before=kept.before,
            number=kept.number,
        )
        assert replayed == kept


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_what_is_due_is_the_same_after_loading(preset: str, players: int) -> None:
    lost = [outage(5_000, 9_000)]
    for game in random_life(preset, players, Random(4)):
        assert due(snapshot.load(snapshot.dump(game)), LIMITS, lost) == due(game, LIMITS, lost)


def test_a_snapshot_stays_small() -> None:
    """It is read and written with every move."""
    largest = max(len(snapshot.dump(game)) for game in random_life("fives", 4, Random(1), steps=300))

    assert largest < 16 * 1024


@pytest.mark.parametrize("body", [b"", b"{}", b"null", snapshot.dump(a_game())[:-5], b"\xff\xfe"])
def test_anything_else_is_not_a_game(body: bytes) -> None:
    with pytest.raises(NotAGame):
        snapshot.load(body)


def test_the_error_about_it_shows_nothing_of_the_game() -> None:
    game = a_game()
    with pytest.raises(NotAGame) as caught:
        snapshot.load(snapshot.dump(game).replace(b'"seating":1', b'"seating":"x"'))

    assert game.seed not in repr(caught.value)
    assert caught.value.__cause__ is None
