"""Whatever happens at whatever table: what always holds, of every state and every step."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.ids import Position
from engine import snapshot
from engine.clock import clockless
from engine.computers import to_act
from engine.due import due
from engine.game import Game
from engine.views import frame_of
from rules.tile import SETS
from tests.engine.games import TIMING, say
from tests.engine.lives import Step, Table, a_life, random_tables
from tests.engine.test_views import dealt_otherwise, told
from tests.harness.replayed import replayed

HERE = Position(version=7, mark="0123abcd")

a_table = random_tables()
a_seed = st.integers(0, 1 << 32)

every_life = settings(max_examples=40, deadline=None)


def life(table: Table, seed: int, steps: int = 60) -> list[Step]:
    return list(a_life(table, Random(seed), steps))


def responsible(game: Game) -> bool:
    """Whether a clock or a computer player has to see to it that the game goes on."""
    limits = TIMING.limits(game.match.rules)
    turn, seat = game.turn, game.match.round.turn
    if game.phase == "between":
        return game.match.rules.next_round == "ready"
    if game.phase != "playing" or turn is None or seat is None:
        return False
    if turn.computer is not None:
        return True
    if turn.timed and limits.turn is not None:
        return True
    away = not game.present[seat] and len(game.people) > 1
    return away and (limits.away is not None or (not turn.timed and limits.turn is not None))


@every_life
@given(table=a_table, seed=a_seed)
def test_something_is_due_wherever_a_clock_or_a_computer_player_is_responsible(
    table: Table, seed: int
) -> None:
    for step in life(table, seed):
        game = step.after
        at = due(game, TIMING.limits(game.match.rules), step.moment.outages)
        if responsible(game) or (game.nobody_since is not None and game.phase not in ("over", "resting")):
            assert at is not None
        if game.phase in ("over", "resting"):
            assert at is None


@every_life
@given(table=a_table, seed=a_seed)
def test_what_is_stored_holds_together(table: Table, seed: int) -> None:
    everything = sorted(SETS[table.rules.tiles])
    for step in life(table, seed):
        game, round_ = step.after, step.after.match.round
        tiles = [tile for hand in round_.hands for tile in hand]
        tiles += [*round_.boneyard, *(laid.tile for laid in round_.line.laid)]
        assert sorted(tiles) == everything
        assert len(game.by) == len(round_.log)
        assert (game.turn is None) == (round_.turn is None) == (round_.end is not None)
        assert (game.between_since is not None) == (
            round_.end is not None and game.match.winner is None and table.rules.next_round == "ready"
        )
        assert (game.nobody_since is None) == any(game.present) or game.rested_at is not None
        assert game.phase != "waiting" or game.missed
        assert not game.ready or round_.end is not None
        assert set(game.asked) <= set(game.seats)
        assert snapshot.load(snapshot.dump(game)) == game


@every_life
@given(table=a_table, seed=a_seed)
def test_a_step_goes_on_from_the_one_before(table: Table, seed: int) -> None:
    """A log only grows, a vote is lost to nothing but an action, and a turn keeps who plays it."""
    for step in life(table, seed):
        before, after = step.before, step.after
        if before.at != after.at:
            assert before.at < after.at
            continue
        log, longer = before.match.round.log, after.match.round.log
        assert longer[: len(log)] == log
        assert after.by[: len(log)] == before.by
        if longer != log:
            assert after.asked == ()
            continue
        assert set(before.asked) <= set(after.asked)
        assert set(before.ready) <= set(after.ready)
        assert set(before.again) <= set(after.again)
        if before.turn is not None and after.turn is not None:
            assert after.turn.timed == before.turn.timed
            handed_over = before.turn.computer is None and after.turn.computer is not None
            assert handed_over or after.turn.computer == before.turn.computer
            assert (
                after.turn.away_since is not None
                or before.turn.away_since is None
                or (handed_over or after.rested_at is not None or clockless(table.rules))
            )


@every_life
@given(table=a_table, seed=a_seed)
def test_an_action_is_by_whoever_had_the_turn(table: Table, seed: int) -> None:
    for step in life(table, seed):
        before, after = step.before, step.after
        if before.at != after.at or before.turn is None or len(after.by) == len(before.by):
            continue
        first, *others = after.by[len(before.by) :]
        came = step.command.type
        assert first == {"computer": "computer", "expire": "clock"}.get(came, "player") or (
            came == "expire" and first == "computer"
        )
        assert (first == "computer") == (before.turn.computer is not None)
        assert set(others) <= {"table", first}


@every_life
@given(table=a_table, seed=a_seed)
def test_a_computer_player_is_told_exactly_when_it_is_to_act_anew(table: Table, seed: int) -> None:
    for step in life(table, seed):
        before, after = step.before, step.after
        told_ = to_act(before, after)
        acts = after.turn is not None and after.turn.computer is not None and after.phase == "playing"
        if not acts:
            assert told_ is None
            continue
        same_place = (before.at, before.match.round.ply) == (after.at, after.match.round.ply)
        goes_on = same_place and before.phase == "playing" and before.turn == after.turn
        assert (told_ is None) == goes_on
        if told_ is not None:
            assert after.turn is not None
            assert (told_.view.seat, told_.level) == (after.match.round.turn, after.turn.computer)
            assert told_.view.hands is None
            assert told_.view.aside is None


@settings(max_examples=40, deadline=None)
@given(table=a_table, seed=a_seed)
def test_what_a_computer_player_is_told_does_not_change_with_what_is_hidden(table: Table, seed: int) -> None:
    chance = Random(seed)
    for step in life(table, seed):
        told_ = to_act(None, step.after)
        if told_ is None:
            continue
        otherwise = to_act(None, dealt_otherwise(step.after, told_.view.seat, chance))
        assert otherwise == told_
        assert otherwise.model_dump_json() == told_.model_dump_json()


@settings(max_examples=15, deadline=None)
@given(table=a_table, seed=a_seed)
def test_no_view_and_no_answer_changes_with_what_is_hidden(table: Table, seed: int) -> None:
    chance = Random(seed)
    for step in life(table, seed, steps=30):
        game = step.after
        if game.match.round.end is not None:
            continue
        limits = TIMING.limits(game.match.rules)
        for seat in game.seats:
            other = dealt_otherwise(game, seat, chance)
            frames = [
                frame_of(one, seat, HERE, step.moment.now, step.moment.outages, limits).model_dump_json()
                for one in (game, other)
            ]
            assert frames[0] == frames[1]
            if game.match.round.log:
                last = say(game, game.match.round.log[-1], seat=seat)
                assert told(game, last) == told(other, last)


@every_life
@given(table=a_table, seed=a_seed)
def test_the_log_replayed_gives_the_round(table: Table, seed: int) -> None:
    for step in life(table, seed):
        kept = step.after.match.round
        assert replayed(kept) == kept
