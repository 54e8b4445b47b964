"""The engine as others reach it: over the broker."""

import json

import pytest

from contracts import subjects
from contracts.commands import (
    Computer,
    Done,
    Failed,
    Place,
    PositionsAsked,
    RoundAsked,
    RoundsAsked,
    ViewAsked,
    answer,
)
from contracts.events import ERROR, position_in
from contracts.frames import ViewFrame
from contracts.rounds import RoundRecord, RoundsKept
from engine import snapshot
from engine.desk import Desk
from runtime.ask import ask
from runtime.broker import Broker
from runtime.keys import shard_of
from runtime.settings import Settings
from runtime.store import Store
from tests.engine.conftest import Bots, Listener
from tests.engine.games import TABLE, begin, next_action, presence, say, say_as_computer


async def test_a_match_is_begun_played_and_looked_at(
    engine: Desk, outside: Broker, settings: Settings, store: Store, listener: Listener
) -> None:
    begun = answer.validate_json((await ask(outside, subjects.engine(TABLE), begin(), settings)).body)
    assert isinstance(begun, Done)
    body = (await store.load("match", TABLE)).body
    assert body is not None
    game = snapshot.load(body)

    reply = await ask(outside, subjects.engine(TABLE), say(game, next_action(game)), settings)
    shown = await ask(outside, subjects.ENGINE_VIEW, ViewAsked(table=TABLE, seat=2), settings)
    told = await ask(outside, subjects.ENGINE_POSITIONS, PositionsAsked(tables=(TABLE,)), settings)

    played = answer.validate_json(reply.body)
    assert isinstance(played, Done)
    assert played.position is not None
    view = ViewFrame.model_validate_json(shown.body).view
    assert (view.seat, view.round.ply) == (2, 1)
    assert view.position == position_in(shown.headers) == played.position
    assert json.loads(told.body) == {"positions": {TABLE: played.position.model_dump()}}
    await listener.hear(8)


async def test_a_view_is_the_very_frame_that_is_published(
    engine: Desk, outside: Broker, settings: Settings, listener: Listener
) -> None:
    await ask(outside, subjects.engine(TABLE), begin(), settings)
    (event,) = await listener.hear(1, lambda event: event.view.seat == 1)

    shown = await ask(outside, subjects.ENGINE_VIEW, ViewAsked(table=TABLE, seat=1), settings)

    fetched = ViewFrame.model_validate_json(shown.body).view
    without_clock = {"round": {"clock"}}
    assert fetched.model_dump(exclude=without_clock) == event.view.model_dump(exclude=without_clock)


@pytest.mark.parametrize(("table", "seat", "code"), [("ZZZZZZZZ", 0, "no_match"), (TABLE, 3, "no_such_seat")])
async def test_a_view_that_is_not_there_is_refused(
    engine: Desk, outside: Broker, settings: Settings, table: str, seat: int, code: str
) -> None:
    await ask(outside, subjects.engine(TABLE), begin("domna-2", 2), settings)
    asked = ViewAsked.model_validate({"table": table, "seat": seat})

    reply = await ask(outside, subjects.ENGINE_VIEW, asked, settings)

    assert reply.error == code
    assert Failed.model_validate_json(reply.body).error.code == code


async def test_an_old_round_is_asked_for_and_one_under_way_refused(
    engine: Desk, outside: Broker, settings: Settings, store: Store, listener: Listener
) -> None:
    await ask(outside, subjects.engine(TABLE), begin("block", 2), settings)
    last = RoundAsked(table=TABLE, match=1, round=1)
    early = await ask(outside, subjects.ENGINE_ROUND, last, settings)
    for _ in range(1_000):
        body = (await store.load("match", TABLE)).body
        assert body is not None
        game = snapshot.load(body)
        if game.match.round.end is not None:
            break
        await ask(outside, subjects.engine(TABLE), say(game, next_action(game)), settings)

    listed = await ask(outside, subjects.ENGINE_ROUNDS, RoundsAsked(table=TABLE), settings)
    shown = await ask(outside, subjects.ENGINE_ROUND, last, settings)

    assert early.error == Failed.model_validate_json(early.body).error.code == "no_such_round"
    assert [one.round for one in RoundsKept.model_validate_json(listed.body).rounds] == [1]
    assert RoundRecord.model_validate_json(shown.body).seed == game.seed


NO_COMMANDS = (
    b"",
    b"nonsense",
    b"{}",
    b"[]",
    b"null",
    b"\xff\xfe\x00\x01",
    b'{"type":"place"}',
    b'{"type":"expire","table":"lower-case"}',
    b'{"type":"place","table":"no table","seat":9,"match":1,"round":1,"ply":0,"tile":"1-2","end":"left"}',
)


async def test_a_computer_player_is_told_and_answers_on_subjects_of_its_own(
    engine: Desk, outside: Broker, settings: Settings, store: Store, bots: Bots
) -> None:
    await ask(outside, subjects.engine(TABLE), begin("draw", 2, computers=("easy", "hard")), settings)
    (told,) = await bots.hear(1)
    body = (await store.load("match", TABLE)).body
    assert body is not None
    game = snapshot.load(body)
    assert told.view.hand == game.match.round.hands[told.view.seat]

    said = say_as_computer(game, next_action(game))
    reply = await ask(outside, subjects.ENGINE_COMPUTER, said, settings)

    assert isinstance(answer.validate_json(reply.body), Done)
    _, following = await bots.hear(2)
    assert following.view.ply == 1


async def test_what_a_computer_player_says_counts_on_no_other_subject(
    engine: Desk, outside: Broker, settings: Settings, bots: Bots
) -> None:
    await ask(outside, subjects.engine(TABLE), begin("draw", 2, computers=("easy", "hard")), settings)
    (told,) = await bots.hear(1)
    option = told.view.legal[0]
    body = Computer(
        move=Place(
            table=TABLE,
            seat=told.view.seat,
            match=1,
            round=1,
            ply=0,
            tile=str(option.tile),
            end=option.end,
        )
    ).model_dump_json()
    plain = json.dumps(json.loads(body)["move"]).encode()

    as_a_person = await outside.request(plain, subjects.engine(TABLE), timeout=5)
    wrapped = await outside.request(body.encode(), subjects.engine(TABLE), timeout=5)
    bare = await outside.request(plain, subjects.ENGINE_COMPUTER, timeout=5)
    other = await outside.request(
        presence(True, True).model_dump_json().encode(), subjects.ENGINE_COMPUTER, timeout=5
    )

    assert as_a_person.headers[ERROR] == "computer_plays"
    assert wrapped.headers[ERROR] == "unavailable"
    assert {answer_.headers[ERROR] for answer_ in (bare, other)} == {"wrong_value"}


@pytest.mark.parametrize(
    "subject",
    [
        subjects.engine(TABLE),
        subjects.ENGINE_VIEW,
        subjects.ENGINE_POSITIONS,
        subjects.ENGINE_ROUNDS,
        subjects.ENGINE_ROUND,
        subjects.ENGINE_COMPUTER,
    ],
)
async def test_what_is_no_command_is_refused_as_such(engine: Desk, outside: Broker, subject: str) -> None:
    for body in NO_COMMANDS:
        reply = await outside.request(body, subject, timeout=5)

        assert reply.headers[ERROR] == "wrong_value", body
        assert Failed.model_validate_json(reply.body).error.code == "wrong_value"


@pytest.mark.parametrize(
    "body",
    [b'{"type":"unknown","table":"7K3MXY52"}', b'{"type":"expire","table":"7K3MXY52","more":1}'],
)
async def test_a_command_that_only_a_later_release_can_know_is_left_to_it(
    engine: Desk, outside: Broker, body: bytes
) -> None:
    reply = await outside.request(body, subjects.engine(TABLE), timeout=5)

    assert reply.headers[ERROR] == "unavailable"


async def test_a_snapshot_of_a_later_release_is_left_to_it(
    engine: Desk, outside: Broker, settings: Settings, store: Store
) -> None:
    await ask(outside, subjects.engine(TABLE), begin(), settings)
    await store._redis.hset(f"{{s{shard_of(TABLE)}}}:match:{TABLE}", "body", b'{"schema":99,"new":1}')

    reply = await outside.request(
        ViewAsked(table=TABLE, seat=0).model_dump_json().encode(), subjects.ENGINE_VIEW, timeout=5
    )

    assert reply.headers[ERROR] == "unavailable"


async def test_a_snapshot_that_cannot_be_read_is_our_fault_and_not_the_askers(
    engine: Desk, outside: Broker, settings: Settings, store: Store
) -> None:
    await ask(outside, subjects.engine(TABLE), begin(), settings)
    await store._redis.hset(f"{{s{shard_of(TABLE)}}}:match:{TABLE}", "body", b'{"table":"x"}')

    body = ViewAsked(table=TABLE, seat=0).model_dump_json().encode()
    reply = await outside.request(body, subjects.ENGINE_VIEW, timeout=10)

    assert reply.headers[ERROR] == "internal"


async def test_a_store_that_is_away_makes_the_answer_unavailable(
    engine: Desk, outside: Broker, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    from redis.exceptions import ConnectionError as StoreGone

    async def gone(*args: object) -> object:
        raise StoreGone("away")

    monkeypatch.setattr(store, "_calls", gone)

    body = ViewAsked(table=TABLE, seat=0).model_dump_json().encode()
    reply = await outside.request(body, subjects.ENGINE_VIEW, timeout=2)

    assert reply.headers[ERROR] == "unavailable"
