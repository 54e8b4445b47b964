"""A round that is over, as it is kept: once, and so that it can be played again to the last tile."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.ids import Position
from contracts.rounds import RoundRecord
from contracts.view import View
from engine import kept
from engine.archive import is_over, record
from engine.deals import first_round
from engine.decide import decide
from engine.game import Game
from engine.kept import Kept, over
from engine.views import frame_of
from rules.deal import verify
from runtime.snapshots import NotASnapshot
from tests.engine.games import (
    LIMITS,
    TABLE,
    TABLES,
    a_game,
    a_seed,
    at,
    before_its_end,
    ms,
    new_round,
    played,
    played_out,
)
from tests.engine.lives import Table, a_life, random_tables

Number = tuple[int, int]
HERE = Position(version=1, mark="00000000")


def last_view(game: Game) -> View:
    """What was shown of the round of `game` when nothing came of it any more."""
    return frame_of(game, 0, HERE, ms(0), (), LIMITS).view


def as_kept(before: Game, after: Game) -> tuple[Number, Kept] | None:
    one = over(before, after)
    return None if one is None else ((one.match, one.round), kept.load(one.body))


def lives_of(table: Table, seed: int) -> Iterator[tuple[Game, Game]]:
    """Every step of a table that lives at random, through matches, rounds that end and rounds given up."""
    for step in a_life(table, Random(seed), steps=400):
        yield step.before, step.after


def same_as_shown(made: RoundRecord, game: Game) -> None:
    """Compare a record with the round of `game`, over or given up."""
    round_, view = game.match.round, last_view(game)
    assert (made.table, made.match, made.round) == (TABLE, *game.at)
    assert (made.rules, made.players, made.target) == (round_.rules, round_.players, round_.target)
    assert (made.leader, made.log) == (view.round.leader, view.round.log)
    assert made.dealt == tuple(tuple(map(str, hand)) for hand in round_.deal.hands)
    assert made.boneyard == tuple(map(str, round_.deal.boneyard))
    assert (made.spinner, made.commitment, made.seed) == (
        view.round.spinner,
        view.round.commitment,
        game.seed,
    )
    assert verify(made.commitment, TABLE, made.match, made.round, bytes.fromhex(made.seed))
    if round_.end is None:
        assert (made.result, made.scores) == (None, round_.before)
    else:
        assert (made.result, made.scores) == (view.match.rounds[-1], view.match.scores)


@settings(max_examples=30, deadline=None)
@given(table=random_tables(), seed=st.integers(0, 1 << 32))
def test_every_round_of_any_table_is_kept_once_and_is_what_was_shown(table: Table, seed: int) -> None:
    kept_rounds: list[Number] = []
    finished: list[Number] = []
    for before, after in lives_of(table, seed):
        one = as_kept(before, after)
        if after.match.round.end is not None and before.match.round.end is None:
            finished.append(after.at)
        elif after.at != before.at and before.match.round.end is None and before.match.round.log:
            finished.append(before.at)
        if one is None:
            continue
        kept_rounds.append(one[0])
        same_as_shown(record(after, *one[0], one[1]), after if after.at == one[0] else before)

    assert kept_rounds == finished == sorted(set(finished))


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_a_round_is_kept_with_the_action_that_ends_it_and_no_other(preset: str, players: int) -> None:
    last = before_its_end(a_game(preset, players))

    assert over(None, a_game(preset, players)) is None
    assert over(last, last) is None
    assert over(a_game(preset, players), last) is None
    one = as_kept(last, played(last))
    assert one is not None
    assert one[0] == (1, 1)


def test_a_round_given_up_is_kept_without_a_result_and_without_points() -> None:
    game = played(a_game("duel", 2), 4)
    asked = decide(game, new_round(game, 0), at(1_000))

    dealt = decide(asked, new_round(asked, 1), at(2_000))

    one = as_kept(asked, dealt)
    assert one is not None
    assert one[0] == (1, 1)
    assert one[1].result is None
    same_as_shown(record(dealt, *one[0], one[1]), asked)


def test_of_a_round_given_up_before_anything_was_played_nothing_is_kept() -> None:
    game = a_game("duel", 2)
    asked = decide(game, new_round(game, 0), at(1_000))

    assert over(asked, decide(asked, new_round(asked, 1), at(2_000))) is None


def test_what_is_loaded_is_what_was_dumped_and_it_is_small() -> None:
    for preset, players in TABLES:
        last = before_its_end(a_game(preset, players))
        one = over(last, played(last))
        assert one is not None

        assert kept.dump(kept.load(one.body)) == one.body
        assert len(one.body) < 1_500


def test_a_round_kept_by_an_older_engine_can_be_looked_at() -> None:
    """These very bytes may be in a store; whatever changes must read them."""
    body = (
        b'{"schema":1,"seed":"'
        + a_seed(1).hex().encode()
        + b'","leader":1,"log":"6-6< 2-6<","by":["player","clock"],'
        b'"result":null,"scores":[10,20]}'
    )
    game = played_out(a_game(seed=1))

    made = record(game, 1, 1, kept.load(body))

    assert [(one.seat, one.by) for one in made.log] == [(1, "player"), (2, "clock")]
    assert made.scores == (10, 20)


@pytest.mark.parametrize("body", [b"", b"{}", b"null", b"\xff", b'{"seed":"00"}'])
def test_anything_else_is_no_round(body: bytes) -> None:
    with pytest.raises(NotASnapshot):
        kept.load(body)


def test_a_round_is_over_when_it_has_ended_or_another_one_has_been_dealt() -> None:
    under_way, ended = played(a_game(), 3), played_out(a_game())
    later = first_round(
        TABLE,
        ended.match.rules,
        4,
        None,
        number=2,
        seed=a_seed(2),
        now=ms(0),
        seating=1,
        present=(True,) * 4,
    )

    assert not is_over(under_way, 1, 1)
    assert is_over(ended, 1, 1)
    assert not is_over(ended, 1, 2)
    assert is_over(later, 1, 1)
    assert is_over(later, 1, 9)
    assert not is_over(later, 2, 1)
    assert not is_over(later, 3, 1)
