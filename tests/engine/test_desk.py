"""A command's way through the engine, on a real store: committed once, whoever else is at it."""

import asyncio
from typing import Any

import pytest
from redis.exceptions import ConnectionError as StoreGone

from contracts.commands import Answer, Done, Failed, PositionsAsked
from contracts.ids import Position, UnixMs
from engine import snapshot
from engine.decide import Command
from engine.desk import Desk
from engine.errors import Refused
from engine.game import Game
from runtime import metrics
from runtime.keys import Kind, match_due, shard_of
from runtime.nodes import connect
from runtime.settings import Settings
from runtime.snapshots import NotASnapshot
from runtime.store import Store, StoreError, TooFewCopies
from tests.engine.conftest import Bots, Listener, a_desk
from tests.engine.games import (
    TABLE,
    Levels,
    Pass,
    acts,
    begin,
    expire,
    legal,
    new_round,
    next_action,
    presence,
    say,
    say_as_computer,
    turn,
)
from tests.engine.games import Place as PlaceAction


class Meeting(Store):
    """Two desks that share this store read the game before either of them writes."""

    def __init__(self, store: Store, settings: Settings) -> None:
        super().__init__(connect(settings), settings)
        self._both = asyncio.Barrier(2)
        self._met: set[asyncio.Task[object] | None] = set()

    async def load(self, kind: Kind, table: str):  # type: ignore[no-untyped-def]
        stored = await super().load(kind, table)
        task = asyncio.current_task()
        if task not in self._met:
            self._met.add(task)
            await self._both.wait()
        return stored


class Forgetful(Store):
    """Its answer to a commit is lost on the way, once. With `asks_again` its client sends it again."""

    def __init__(self, settings: Settings, *, asks_again: bool) -> None:
        super().__init__(connect(settings), settings)
        self.lost = 0
        self._asks_again = asks_again

    async def commit(self, *args: Any, **more: Any) -> UnixMs | None:
        committed = await super().commit(*args, **more)
        if self.lost:
            return committed
        self.lost += 1
        if self._asks_again:
            return await super().commit(*args, **more)
        raise StoreGone("the answer was lost")


async def the_game(store: Store) -> tuple[Game, Position]:
    stored = await store.load("match", TABLE)
    assert stored.body is not None
    assert stored.position is not None
    return snapshot.load(stored.body), stored.position


async def due_at(store: Store) -> int | None:
    score = await store._redis.zscore(f"{{s{shard_of(TABLE)}}}:due", match_due(TABLE))
    return None if score is None else int(score)


async def make_due(store: Store, at: int) -> None:
    await store._redis.zadd(f"{{s{shard_of(TABLE)}}}:due", {match_due(TABLE): at})


@pytest.fixture
async def game(desk: Desk, store: Store) -> Game:
    """A match that has begun."""
    assert isinstance(await desk.handle(begin()), Done)
    return (await the_game(store))[0]


async def at_once(settings: Settings, store: Store, *said: Command) -> list[Answer]:
    """Let two desks take a command each, both having read the same game."""
    meeting = Meeting(store, settings)
    try:
        async with a_desk(settings, meeting) as one, a_desk(settings, meeting) as other:
            return await asyncio.gather(one.handle(said[0]), other.handle(said[1]))
    finally:
        await meeting.close()


# one after another


async def test_a_move_is_stored_with_its_position_and_what_is_due(
    desk: Desk, game: Game, store: Store
) -> None:
    answer = await desk.handle(say(game, next_action(game)))

    after, position = await the_game(store)
    assert answer == Done(position=position)
    assert position.version == 2
    assert after.match.round.log == (next_action(game),)
    assert after.turn is not None
    assert await due_at(store) == after.turn.began + 45_000


async def test_a_move_asked_again_is_accepted_at_the_same_position(
    desk: Desk, game: Game, store: Store
) -> None:
    first = await desk.handle(say(game, next_action(game)))

    assert await desk.handle(say(game, next_action(game))) == first
    assert (await the_game(store))[1] == first.position


async def test_a_refused_move_changes_nothing_and_shows_what_to_go_on_from(
    desk: Desk, game: Game, store: Store
) -> None:
    before, due = await the_game(store), await due_at(store)

    answer = await desk.handle(say(game, Pass(turn(game))))

    assert isinstance(answer, Failed)
    assert answer.error.code == "leader_cannot_pass"
    assert answer.view is not None
    assert answer.view.seat == turn(game)
    assert await the_game(store) == before
    assert await due_at(store) == due


async def test_a_view_of_a_refusal_is_the_askers_own(desk: Desk, game: Game) -> None:
    other = (turn(game) + 1) % 4

    answer = await desk.handle(say(game, Pass(other)))  # type: ignore[arg-type]

    assert isinstance(answer, Failed)
    assert answer.view is not None
    assert answer.view.seat == other
    assert answer.view.round.hand == tuple(map(str, game.match.round.hands[other]))


async def test_nothing_is_shown_that_no_replica_has_confirmed(
    settings: Settings, desk: Desk, game: Game
) -> None:
    """Of a store that has none: neither a view nor a refusal, which both could go with its node."""
    waits = settings.model_copy(update={"store_replicas": 1, "store_replicas_ms": 50})
    store = Store(connect(waits), waits)
    stale = say(game, next_action(game), ply=game.match.round.ply + 1)
    async with a_desk(waits, store) as other:
        with pytest.raises(TooFewCopies):
            await other.view(TABLE, 0)
        with pytest.raises(TooFewCopies):
            await other.handle(stale)

    assert await desk.view(TABLE, 0)
    assert isinstance(await desk.handle(stale), Failed)
    await store.close()


async def test_every_seat_is_sent_its_view_before_the_answer(
    desk: Desk, game: Game, listener: Listener
) -> None:
    answer = await desk.handle(say(game, next_action(game), received=1234))

    events = await listener.hear(4, lambda event: event.position == answer.position)  # type: ignore[union-attr]
    assert [event.subject for event in events] == [f"v1.evt.seat.{TABLE}.{seat}" for seat in range(4)]
    assert [event.view.seat for event in events] == [0, 1, 2, 3]
    assert {event.view.round.ply for event in events} == {1}
    assert {event.received for event in events} == {"1234"}


async def test_what_time_does_is_not_measured_as_a_command(
    desk: Desk, game: Game, listener: Listener
) -> None:
    answer = await desk.handle(presence(True, True, True, False))

    events = await listener.hear(4, lambda event: event.position == answer.position)  # type: ignore[union-attr]
    assert {event.received for event in events} == {None}


async def test_without_a_match_there_is_no_view(desk: Desk) -> None:
    with pytest.raises(Refused) as caught:
        await desk.view(TABLE, 0)
    assert caught.value.code == "no_match"


async def test_positions_of_many_tables_are_told_at_once(desk: Desk, game: Game, store: Store) -> None:
    asked = PositionsAsked(tables=(TABLE, "ZZZZZZZZ"))

    told = await desk.positions(asked.tables)

    assert told.positions == {TABLE: (await the_game(store))[1], "ZZZZZZZZ": None}


# two at once


async def test_of_two_moves_at_once_exactly_one_is_accepted(
    settings: Settings, store: Store, game: Game
) -> None:
    options = [PlaceAction(turn(game), *option) for option in legal(game.match.round)]
    conflicts = metrics.COMMIT_CONFLICTS.labels("engine")._value.get()

    answers = await at_once(settings, store, say(game, options[0]), say(game, options[1]))

    accepted = [answer for answer in answers if isinstance(answer, Done)]
    refused = [answer for answer in answers if isinstance(answer, Failed)]
    assert (len(accepted), [answer.error.code for answer in refused]) == (1, ["stale_ply"])
    after, position = await the_game(store)
    assert position.version == 2
    assert after.match.round.log == (options[answers.index(accepted[0])],)
    assert refused[0].view is not None
    assert refused[0].view.round.ply == 1
    assert metrics.COMMIT_CONFLICTS.labels("engine")._value.get() == conflicts + 1


async def test_one_move_asked_twice_at_once_counts_once_and_is_accepted_twice(
    settings: Settings, store: Store, game: Game
) -> None:
    command = say(game, next_action(game))

    answers = await at_once(settings, store, command, command)

    after, position = await the_game(store)
    assert answers == [Done(position=position)] * 2
    assert position.version == 2
    assert after.match.round.ply == 1


async def test_of_a_move_and_the_clock_at_once_exactly_one_plays(
    settings: Settings, store: Store, desk: Desk, game: Game
) -> None:
    quick = settings.model_copy(update={"turn_ms": 1})
    options = [PlaceAction(turn(game), *option) for option in legal(game.match.round)]
    other = next(option for option in options if option != next_action(game))

    answers = await at_once(quick, store, say(game, other), expire())

    after, _ = await the_game(store)
    assert after.by[0] == ("player" if isinstance(answers[0], Done) else "clock")
    if isinstance(answers[0], Failed):
        assert answers[0].error.code == "stale_ply"


async def test_a_match_begun_twice_at_once_is_dealt_once(settings: Settings, store: Store) -> None:
    answers = await at_once(settings, store, begin(), begin())

    assert answers == [Done(position=(await the_game(store))[1])] * 2


async def test_many_at_once_each_get_their_answer(
    settings: Settings, store: Store, desk: Desk, game: Game
) -> None:
    """Ten desks and one move: nine of them find that it counts already."""
    command = say(game, next_action(game))

    answers = await asyncio.gather(*(desk.handle(command) for _ in range(10)))

    assert {answer.ok for answer in answers} == {True}
    assert (await the_game(store))[0].match.round.ply == 1


# what the store loses


async def test_a_commit_whose_answer_was_lost_is_asked_again_and_counts_once(
    settings: Settings, store: Store, game: Game
) -> None:
    forgetful = Forgetful(settings, asks_again=True)
    async with a_desk(settings, forgetful) as desk:
        answer = await desk.handle(say(game, next_action(game)))

    after, position = await the_game(store)
    assert forgetful.lost == 1
    assert answer == Done(position=position)
    assert (position.version, after.match.round.ply) == (2, 1)
    await forgetful.close()


async def test_a_move_whose_commit_was_never_answered_is_known_when_it_comes_again(
    settings: Settings, store: Store, game: Game
) -> None:
    forgetful = Forgetful(settings, asks_again=False)
    command = say(game, next_action(game))
    async with a_desk(settings, forgetful) as desk:
        with pytest.raises(StoreError):
            await desk.handle(command)
        answer = await desk.handle(command)

    after, position = await the_game(store)
    assert answer == Done(position=position)
    assert (position.version, after.match.round.ply) == (2, 1)
    await forgetful.close()


async def test_a_store_that_came_back_empty_has_no_match_and_no_fault(
    desk: Desk, game: Game, store: Store
) -> None:
    await store._redis.flushall()
    await store._redis.function_flush()

    answer = await desk.handle(say(game, next_action(game)))

    assert isinstance(answer, Failed)
    assert answer.error.code == "no_match"


async def test_a_snapshot_that_cannot_be_read_is_left_alone(
    settings: Settings, game: Game, store: Store
) -> None:
    key = f"{{s{shard_of(TABLE)}}}:match:{TABLE}"
    await store._redis.hset(key, "body", b'{"table":"x"}')

    async with a_desk(settings, store) as fresh:
        with pytest.raises(NotASnapshot):
            await fresh.handle(say(game, next_action(game)))
    assert await store._redis.hget(key, "body") == b'{"table":"x"}'


# what is due


async def test_a_reminder_too_early_says_anew_when_it_is_due(desk: Desk, game: Game, store: Store) -> None:
    (_, before), due = await the_game(store), await due_at(store)
    assert due is not None
    await make_due(store, due - 44_000)

    answer = await desk.handle(expire())

    assert answer == Done(position=before)
    assert await due_at(store) == due


async def test_a_turn_that_is_over_is_played_and_the_next_one_is_due(
    settings: Settings, store: Store, desk: Desk, game: Game
) -> None:
    async with a_desk(settings.model_copy(update={"turn_ms": 1}), store) as hasty:
        assert (await hasty.handle(expire())).ok

    after, _ = await the_game(store)
    assert after.by == ("clock",)
    assert after.turn is not None
    assert await due_at(store) == after.turn.began + 1


async def test_a_reminder_of_a_match_that_is_not_there_is_taken_away(desk: Desk, store: Store) -> None:
    """Or timers would claim it for ever."""
    await make_due(store, 0)

    answer = await desk.handle(expire())

    assert isinstance(answer, Failed)
    assert await due_at(store) is None


async def test_an_early_reminder_does_not_undo_what_a_move_made_due(
    settings: Settings, store: Store, desk: Desk, game: Game
) -> None:
    answers = await at_once(settings, store, say(game, next_action(game)), expire())

    after, _ = await the_game(store)
    assert [answer.ok for answer in answers] == [True, True]
    assert after.turn is not None
    assert await due_at(store) == after.turn.began + 45_000


async def test_a_table_counts_as_what_it_is(desk: Desk, game: Game, store: Store) -> None:
    assert (await store.census())["playing"] == 1


# computer players


async def test_computer_players_are_told_of_each_of_their_turns_once_and_of_nothing_else(
    desk: Desk, store: Store, bots: Bots
) -> None:
    """A whole round, each command said twice, people coming and going meanwhile."""
    computers: Levels = (None, "easy", "hard")
    said: list[Command] = [begin("draw", 3, computers=computers)]
    expected: list[tuple[int, int, str]] = []
    for step in range(1_000):
        for command in said:
            assert (await desk.handle(command)).ok
            assert (await desk.handle(command)).ok
        game, _ = await the_game(store)
        round_ = game.match.round
        if round_.turn is None:
            break
        level = computers[round_.turn]
        if level is not None and (not expected or expected[-1][0] != round_.ply):
            expected.append((round_.ply, round_.turn, level))
        there = step % 3 > 0
        said = [presence(there, False, False, seating=2 + step, computers=computers)]
        said.append(acts(game, next_action(game)))

    turns = await bots.hear(len(expected))
    assert [(turn.view.ply, turn.view.seat, turn.level) for turn in turns] == expected
    assert bots.subjects == [f"v1.evt.bot.{TABLE}.{seat}" for _, seat, _ in expected]


async def test_a_computer_player_that_says_nothing_is_played_for_in_time(
    settings: Settings, store: Store
) -> None:
    async with a_desk(settings.model_copy(update={"computer_ms": 1}), store) as hasty:
        assert (await hasty.handle(begin("bakesh", 2, computers=("easy", "hard")))).ok
        begun, _ = await the_game(store)
        assert begun.turn is not None
        assert await due_at(store) == begun.turn.began + 1
        await asyncio.sleep(0.002)

        assert (await hasty.handle(expire())).ok

    after, _ = await the_game(store)
    assert after.by[0] == "computer"


async def test_of_a_computer_players_move_and_the_tables_at_once_exactly_one_counts(
    settings: Settings, store: Store, desk: Desk
) -> None:
    assert (await desk.handle(begin("block", 2, computers=("easy", "hard")))).ok
    game, _ = await the_game(store)
    quick = settings.model_copy(update={"computer_ms": 1})
    await asyncio.sleep(0.002)

    answers = await at_once(quick, store, say_as_computer(game, next_action(game)), expire())

    after, position = await the_game(store)
    assert [answer.ok for answer in answers] == [True, True]
    assert after.by[0] == "computer"
    assert after.match.round.log[0] == next_action(game)
    assert position.version == 1 + after.match.round.ply


async def test_a_refused_new_round_shows_what_to_go_on_from(desk: Desk, game: Game) -> None:
    answer = await desk.handle(new_round(game, 2))

    assert isinstance(answer, Failed)
    assert answer.error.code == "no_consent_needed"
    assert answer.view is not None
    assert answer.view.seat == 2


async def test_a_refused_computer_player_is_shown_nothing(desk: Desk, game: Game) -> None:
    answer = await desk.handle(say_as_computer(game, next_action(game)))

    assert isinstance(answer, Failed)
    assert (answer.error.code, answer.view) == ("not_your_turn", None)
