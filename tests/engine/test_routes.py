"""The engine as others reach it: over the broker."""

import json

import pytest

from contracts import subjects
from contracts.commands import Done, Failed, PositionsAsked, ViewAsked, answer
from contracts.events import ERROR, position_in
from contracts.frames import ViewFrame
from engine import snapshot
from engine.desk import Desk
from runtime.ask import ask
from runtime.broker import Broker
from runtime.settings import Settings
from runtime.store import Store, shard_of
from tests.engine.conftest import Listener
from tests.engine.games import TABLE, begin, next_action, say


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


NO_COMMANDS = (
    b"",
    b"nonsense",
    b"{}",
    b"[]",
    b"null",
    b"\xff\xfe\x00\x01",
    b'{"type":"place"}',
    b'{"type":"unknown","table":"7K3MXY52"}',
    b'{"type":"expire","table":"lower-case"}',
    b'{"type":"expire","table":"7K3MXY52","more":1}',
    b'{"type":"place","table":"7K3MXY52","seat":9,"match":1,"round":1,"ply":0,"tile":"1-2","end":"left"}',
)


@pytest.mark.parametrize("subject", [subjects.engine(TABLE), subjects.ENGINE_VIEW, subjects.ENGINE_POSITIONS])
async def test_what_is_no_command_is_refused_as_such(engine: Desk, outside: Broker, subject: str) -> None:
    for body in NO_COMMANDS:
        reply = await outside.request(body, subject, timeout=5)

        assert reply.headers[ERROR] == "wrong_value", body
        assert Failed.model_validate_json(reply.body).error.code == "wrong_value"


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

    monkeypatch.setattr(store._redis, "fcall", gone)

    body = ViewAsked(table=TABLE, seat=0).model_dump_json().encode()
    reply = await outside.request(body, subjects.ENGINE_VIEW, timeout=2)

    assert reply.headers[ERROR] == "unavailable"
