"""Old rounds as people ask for them: on a real store, kept by the very commit that ends them."""

import pytest
from redis.exceptions import ConnectionError as StoreGone

from contracts.commands import RoundAsked
from contracts.rounds import RoundRecord
from engine import snapshot
from engine.archive import Archive
from engine.desk import Desk
from engine.errors import Refused
from engine.game import Game
from runtime.keys import shard_of
from runtime.settings import Settings
from runtime.store import Store, StoreError, next_position
from tests.engine.conftest import a_desk
from tests.engine.games import TABLE, a_game, acts, before_its_end, begin, new_round, next_action, ready
from tests.engine.test_desk import Forgetful, at_once, the_game
from tests.engine.test_kept import same_as_shown

RECORD = f"{{s{shard_of(TABLE)}}}:match:{TABLE}"


@pytest.fixture
def archive(store: Store) -> Archive:
    return Archive(store)


async def play(desk: Desk, store: Store, times: int = 1_000) -> Game:
    """Play so many actions, or to the end of the round."""
    for _ in range(times):
        game, _ = await the_game(store)
        if game.match.round.end is not None:
            break
        assert (await desk.handle(acts(game, next_action(game)))).ok
    return (await the_game(store))[0]


async def before_the_end(store: Store) -> Game:
    """A round of two that is stored as it is before its last action."""
    now = (await store.load("match", TABLE)).now
    last = before_its_end(a_game("block", 2, now=now), now)
    assert await store.commit(
        "match",
        TABLE,
        expected=None,
        position=next_position(None),
        body=snapshot.dump(last),
        state=None,
        due={},
    )
    return last


async def the_round(archive: Archive, match: int = 1, round_: int = 1) -> RoundRecord:
    return await archive.round(RoundAsked(table=TABLE, match=match, round=round_))


async def refused(archive: Archive, match: int = 1, round_: int = 1) -> str:
    with pytest.raises(Refused) as caught:
        await the_round(archive, match, round_)
    return caught.value.code


async def numbers(archive: Archive) -> list[tuple[int, int]]:
    return [(one.match, one.round) for one in (await archive.rounds(TABLE)).rounds]


async def test_a_round_is_there_once_it_is_over_and_not_before(
    desk: Desk, store: Store, archive: Archive
) -> None:
    await desk.handle(begin("block", 2))
    for _ in range(1_000):
        game, _ = await the_game(store)
        assert await numbers(archive) == []
        assert await refused(archive) == "no_such_round"
        if (await play(desk, store, 1)).match.round.end is not None:
            break

    game, _ = await the_game(store)
    same_as_shown(await the_round(archive), game)
    assert await numbers(archive) == [(1, 1)]


async def test_the_list_tells_how_each_round_ended_and_what_the_scores_were(
    desk: Desk, store: Store, archive: Archive
) -> None:
    await desk.handle(begin("block", 2))
    first = await play(desk, store)
    for seat in (0, 1):
        await desk.handle(ready(first, seat))
    second = await play(desk, store)

    assert second.match.round.number == 2
    listed = (await archive.rounds(TABLE)).rounds
    assert [(one.match, one.round, one.scores) for one in listed] == [
        (1, 1, first.match.scores),
        (1, 2, second.match.scores),
    ]
    for one in listed:
        record = await the_round(archive, one.match, one.round)
        assert (record.result, record.scores) == (one.result, one.scores)


async def test_a_round_that_is_given_up_is_there_and_the_next_one_is_not(
    desk: Desk, store: Store, archive: Archive
) -> None:
    await desk.handle(begin("duel", 2))
    game = await play(desk, store, 5)
    for seat in (0, 1):
        assert (await desk.handle(new_round(game, seat))).ok

    assert await numbers(archive) == [(1, 1)]
    same_as_shown(await the_round(archive), game)
    assert await refused(archive, 1, 2) == "no_such_round"


async def test_a_round_that_never_was_is_refused(desk: Desk, store: Store, archive: Archive) -> None:
    assert (await archive.rounds(TABLE)).rounds == ()
    assert await refused(archive) == "no_such_round"

    await desk.handle(begin("block", 2))
    await play(desk, store)

    assert await refused(archive, 1, 2) == "no_such_round"
    assert await refused(archive, 2, 1) == "no_such_round"


async def test_a_round_that_is_under_way_once_more_is_hidden_again(
    desk: Desk, store: Store, archive: Archive
) -> None:
    """A store came back without its last moments, and yet with the round that ended in them."""
    await desk.handle(begin("block", 2))
    await play(desk, store, 3)
    before = await store._redis.hgetall(RECORD)
    await play(desk, store)

    await store._redis.hset(RECORD, mapping=before)

    assert await numbers(archive) == []
    assert await refused(archive) == "no_such_round"
    game = await play(desk, store)
    assert await numbers(archive) == [(1, 1)]
    same_as_shown(await the_round(archive), game)


async def test_a_round_whose_last_action_comes_twice_at_once_is_kept_once(
    settings: Settings, store: Store, archive: Archive
) -> None:
    last = await before_the_end(store)
    command = acts(last, next_action(last))

    answers = await at_once(settings, store, command, command)

    assert [answer.ok for answer in answers] == [True, True]
    assert await numbers(archive) == [(1, 1)]
    same_as_shown(await the_round(archive), (await the_game(store))[0])


@pytest.mark.parametrize("asks_again", [True, False])
async def test_a_round_whose_last_commit_was_not_answered_is_kept_once(
    settings: Settings, store: Store, archive: Archive, asks_again: bool
) -> None:
    last = await before_the_end(store)
    command = acts(last, next_action(last))
    forgetful = Forgetful(settings, asks_again=asks_again)

    async with a_desk(settings, forgetful) as other:
        if not asks_again:
            with pytest.raises(StoreError):
                await other.handle(command)
        answer = await other.handle(command)

    assert answer.ok
    assert await numbers(archive) == [(1, 1)]
    same_as_shown(await the_round(archive), (await the_game(store))[0])
    await forgetful.close()


async def test_a_commit_that_fails_keeps_no_round(
    store: Store, desk: Desk, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    last = await before_the_end(store)

    async def gone(*_: object, **__: object) -> None:
        raise StoreGone("away")

    with monkeypatch.context() as away:
        away.setattr(store, "commit", gone)
        with pytest.raises(StoreError):
            await desk.handle(acts(last, next_action(last)))

    assert await numbers(archive) == []
    assert (await desk.handle(acts(last, next_action(last)))).ok
    assert await numbers(archive) == [(1, 1)]
