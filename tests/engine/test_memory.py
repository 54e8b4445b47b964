"""A move in a game that an engine remembers: quicker, and never anything but what the store has it be."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from contracts.commands import Done, EngineCommand, Failed
from engine.desk import Desk
from engine.game import Game
from engine.memory import Memory
from runtime import metrics
from runtime.keys import Kind, shard_of
from runtime.nodes import connect
from runtime.settings import Settings
from runtime.store import Store, Stored, next_position
from tests.engine.conftest import Listener, a_desk
from tests.engine.games import (
    TABLE,
    a_game,
    acts,
    again,
    begin,
    expire,
    ms,
    next_action,
    played,
    played_out,
    presence,
    ready,
    say,
)
from tests.engine.test_desk import the_game


class Counting(Store):
    """Counts how often a game was loaded."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(connect(settings), settings)
        self.loads = 0

    async def load(self, kind: Kind, table: str) -> Stored:
        self.loads += 1
        return await super().load(kind, table)


@pytest.fixture
async def counting(settings: Settings, store: Store) -> AsyncIterator[Counting]:
    counting = Counting(settings)
    yield counting
    await counting.close()


@pytest.fixture
async def here(settings: Settings, counting: Counting) -> AsyncIterator[Desk]:
    """The desk at which the match began, so that it remembers it."""
    async with a_desk(settings, counting) as desk:
        assert (await desk.handle(begin())).ok
        yield desk


async def now(store: Store) -> Game:
    return (await the_game(store))[0]


async def at_its_end(here: Desk, store: Store) -> Game:
    """Play the round to its end."""
    while (game := await now(store)).match.round.end is None:
        await here.handle(acts(game, next_action(game)))
    return game


async def test_a_move_that_follows_on_what_is_remembered_asks_the_store_once(
    here: Desk, counting: Counting, store: Store
) -> None:
    game = await now(store)
    counting.loads = 0

    for _ in range(5):
        answer = await here.handle(acts(game, next_action(game)))
        game, position = await the_game(store)
        assert answer == Done(position=position)

    assert counting.loads == 0
    assert game.match.round.ply == 5


async def test_whoever_is_ready_is_so_in_the_game_that_is_remembered(
    here: Desk, counting: Counting, store: Store
) -> None:
    game = await at_its_end(here, store)
    counting.loads = 0

    for seat in range(4):
        assert (await here.handle(ready(game, seat))).ok

    assert counting.loads == 0
    after, position = await the_game(store)
    assert after.at == (1, 2)
    assert await here.handle(ready(game, 3)) == Done(position=position)
    assert await the_game(store) == (after, position)


async def test_four_who_are_ready_at_once_do_not_get_in_each_other_s_way(
    here: Desk, counting: Counting, store: Store
) -> None:
    game = await at_its_end(here, store)
    counting.loads = 0
    in_vain = _conflicts()

    answers = await asyncio.gather(*(here.handle(ready(game, seat)) for seat in range(4)))

    assert all(answer.ok for answer in answers)
    assert (counting.loads, _conflicts()) == (0, in_vain)
    assert (await now(store)).at == (1, 2)


def _conflicts() -> float:
    return metrics.REGISTRY.get_sample_value("doublesix_commit_conflicts_total", {"service": "engine"}) or 0


async def test_who_says_twice_to_be_ready_changes_nothing(here: Desk, store: Store) -> None:
    game = await at_its_end(here, store)
    first = await here.handle(ready(game, 2))

    assert await here.handle(ready(game, 2)) == first
    assert (await now(store)).ready == (2,)


async def test_a_move_that_is_asked_again_costs_no_loading_and_tells_nobody_anew(
    here: Desk, counting: Counting, store: Store, listener: Listener
) -> None:
    game = await now(store)
    move = say(game, next_action(game))
    first = await here.handle(move)
    counting.loads = 0

    assert await here.handle(move) == first

    assert counting.loads == 0
    after = await now(store)
    await here.handle(say(after, next_action(after)))
    await listener.hear(4, lambda event: event.view.round.ply == 2)
    assert len(await listener.hear(4, lambda event: event.view.round.ply == 1)) == 4


async def test_a_move_that_the_store_has_lost_does_not_count_for_having_been_remembered(
    here: Desk, store: Store
) -> None:
    key = f"{{s{shard_of(TABLE)}}}:match:{TABLE}"
    game = await now(store)
    before = await store._redis.hgetall(key)
    move = say(game, next_action(game))
    await here.handle(move)
    await store._redis.hset(key, mapping=before)

    assert (await here.handle(move)).ok

    after, position = await the_game(store)
    assert (after.match.round.ply, position.version) == (1, 2)


async def test_the_clock_of_a_turn_begins_by_the_store_s_time(here: Desk, store: Store) -> None:
    game = await now(store)
    await here.handle(say(game, next_action(game)))

    seconds, micros = await store._redis.time()
    after = await now(store)
    assert after.turn is not None
    assert abs(int(seconds) * 1000 + int(micros) // 1000 - after.turn.began) < 500


async def test_what_another_engine_did_meanwhile_holds(settings: Settings, here: Desk, store: Store) -> None:
    """Somebody went away, which no move shows."""
    game = await now(store)
    async with a_desk(settings, store) as there:
        await there.handle(presence(True, True, True, False, seating=2))

    answer = await here.handle(say(game, next_action(game)))

    after, position = await the_game(store)
    assert answer == Done(position=position)
    assert after.present == (True, True, True, False)
    assert after.match.round.ply == 1


async def test_a_turn_that_the_clock_has_played_elsewhere_is_not_played_again(
    settings: Settings, here: Desk, store: Store
) -> None:
    game = await now(store)
    action = next_action(game)
    async with a_desk(settings.model_copy(update={"turn_ms": 1}), store) as hasty:
        assert (await hasty.handle(expire())).ok
    by_the_clock = await the_game(store)

    again = await here.handle(say(game, action))
    other = await here.handle(say(game, action, ply=1))

    assert again.ok
    assert isinstance(other, Failed)
    assert await the_game(store) == by_the_clock


async def test_a_store_that_went_back_is_believed(here: Desk, store: Store) -> None:
    key = f"{{s{shard_of(TABLE)}}}:match:{TABLE}"
    game = await now(store)
    before = await store._redis.hgetall(key)
    await here.handle(say(game, next_action(game)))
    lost = await now(store)
    await store._redis.hset(key, mapping=before)

    answer = await here.handle(say(lost, next_action(lost)))

    assert isinstance(answer, Failed)
    assert answer.error.code == "future_ply"
    assert await now(store) == game


async def test_time_lost_in_an_outage_that_is_not_remembered_is_given_back(
    here: Desk, store: Store, settings: Settings
) -> None:
    game = await now(store)
    pulse = f"{{s{shard_of(TABLE)}}}:pulse"
    was = int(await store._redis.get(pulse))
    await store._redis.set(pulse, was - settings.outage_ms - 1_000)

    answer = await here.handle(say(game, next_action(game)))

    assert answer.ok
    (outage,) = (await store.load("match", TABLE)).outages
    assert outage.ended - outage.began > settings.outage_ms
    after = await now(store)
    assert after.turn is not None
    assert outage.ended <= after.turn.began, "it was known before the move counted"


def _but(said: EngineCommand, **instead: object) -> EngineCommand:
    return said.model_copy(update=instead)


def test_games_that_were_not_played_for_longest_are_forgotten() -> None:
    memory, games = Memory(most=2), [replace(a_game(), table=f"{n}AAAAAAA") for n in range(3)]
    for game in games:
        memory.keep(game, next_position(None), (), ms(0))

    known = [memory.recall(say(game, next_action(game))) is not None for game in games]

    assert known == [False, True, True]


def test_whoever_has_another_round_before_them_is_not_ready_in_this_one() -> None:
    memory, game = Memory(), played_out(a_game())
    memory.keep(game, next_position(None), (), ms(1_000))

    assert memory.recall(ready(game, 1)) is not None
    assert memory.recall(again(game, 1)) is not None
    for other in (_but(ready(game, 1), round=2), _but(ready(game, 1), match=2)):
        assert memory.recall(other) is None
    assert memory.recall(_but(again(game, 1), match=2)) is None


def test_only_a_move_at_the_last_or_the_next_place_of_the_game_finds_it() -> None:
    memory, game = Memory(clock=iter((5.0, 6.5, 7.0)).__next__), played(a_game(), 3)
    memory.keep(game, next_position(None), (), ms(1_000))
    action = next_action(game)

    known = memory.recall(say(game, action))

    assert known is not None
    assert (known.game, known.now) == (game, 2_500)
    assert memory.recall(say(game, action, ply=2)) is not None
    for wrong in ({"ply": 1}, {"ply": 4}, {"round": 2}, {"match": 2}):
        assert memory.recall(say(game, action, **wrong)) is None
    assert memory.recall(expire()) is None
