"""Frames that are none, or too large, or too many: refused with their reason, and nobody else suffers."""

import asyncio
import json
from contextlib import suppress

import pytest
from pydantic import BaseModel
from websockets.exceptions import ConnectionClosed

from contracts import frames
from tests.platform.bad_input.said import BURST, GOOD, NO_OPTIONS
from tests.platform.rude import (
    Scene,
    frame_models,
    reads_as,
    type_of,
    with_wrong_values,
    without,
)


def test_every_kind_of_frame_is_tried() -> None:
    assert {type_of(model) for model in frame_models()} == set(GOOD)


@pytest.mark.parametrize("model", list(frame_models()), ids=type_of)
async def test_a_frame_with_a_wrong_field_is_refused(scene: Scene, model: type[BaseModel]) -> None:
    """A field missing, one too many, or of a value that it cannot have; each is named."""
    kind = type_of(model)
    good = {"type": kind, "id": "mine", **GOOD[kind]}
    who = scene.other
    reads = reads_as(frames.client_frame)
    assert reads(good)

    for name, frame in without(good):
        if name == "type":
            await scene.refuses(who, json.dumps(frame), "missing_field", "type")
        else:
            await scene.refuses(who, json.dumps(frame), "missing_field", name)
    await scene.refuses(who, json.dumps({**good, "seat_": 1}), "extra_field", "seat_")
    await scene.refuses(who, json.dumps({**good, "more": 1, "\u202e": {}}), "extra_field", "more", "\u202e")
    for name, frame in with_wrong_values(good, reads):
        if name == "type":
            await scene.refuses(who, json.dumps(frame), "unknown_type")
        elif name == "options" and isinstance(frame[name], dict):
            await scene.refuses(who, json.dumps(frame), "extra_field")
        else:
            await scene.refuses(who, json.dumps(frame), "wrong_value", name)


async def test_options_that_are_none_are_refused_with_their_place(scene: Scene) -> None:
    for options, code, field in NO_OPTIONS:
        said = json.dumps({"type": "options", "id": "mine", "options": options})
        await scene.refuses(scene.other, said, code, *([f"options.{field}"] if field else []))


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("", "not_json"),
        ("nonsense", "not_json"),
        ('{"type":"ping","id":"a"', "not_json"),
        ('{"type":"ping","id":NaN}', "not_json"),
        ("[" * 5_000, "not_json"),
        ('{"a":' * 2_000 + "1" + "}" * 2_000, "not_json"),
        ('"\\ud800"', "not_json"),
        ("null", "not_an_object"),
        ("[]", "not_an_object"),
        ("1e400", "not_json"),
        ("{}", "missing_field"),
        ('{"type":"expire","id":"a","table":"7K3MXY52"}', "unknown_type"),
        ('{"type":"begin","id":"a"}', "unknown_type"),
        ('{"type":"presence","id":"a"}', "unknown_type"),
        ('{"type":"computer","id":"a","move":{"type":"draw"}}', "unknown_type"),
        ('{"type":"sit","id":"a","name":"Amal"}', "unknown_type"),
        ('{"type":"__class__","id":"a"}', "unknown_type"),
        (b'{"type":"ping","id":"a"}', "binary_frame"),
        (b"\x00\xff" * 100, "binary_frame"),
    ],
)
async def test_what_is_no_frame_is_refused(scene: Scene, said: str | bytes, code: str) -> None:
    if isinstance(said, str) and said.startswith('{"a":'):
        reply = await scene.actor.answered(said)
        assert reply["error"]["code"] in ("not_json", "missing_field"), "nested too deep, or without a type"
    else:
        await scene.refuses(scene.actor, said, code)
    assert (await scene.actor.answered({"type": "ping", "id": "still-here"}))["type"] == "pong"


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("x" * (1 << 20), 1009),
        (b"x" * (1 << 20), 1009),
        ('{"type":"ping","id":"' + "x" * 20_000 + '"}', 1009),
    ],
    ids=["text", "binary", "long"],
)
async def test_a_frame_too_large_ends_the_connection_and_nothing_else(
    scene: Scene, said: str | bytes, code: int
) -> None:
    before = await scene.eye.position(scene.code)
    who = scene.other
    with suppress(ConnectionClosed):  # before all of it was sent
        await who.say(said)

    assert await who.until_closed() == code
    tab = await who.another_tab()
    assert tab.table is not None
    assert await scene.eye.position(scene.code) == before
    await tab.close()


async def test_a_text_that_is_no_utf8_ends_the_connection_and_nothing_else(scene: Scene) -> None:
    before = await scene.eye.position(scene.code)
    who = scene.other
    assert who._socket is not None
    await who._socket.send(b'{"type":"ping","id":"\xff\xfe"}', text=True)

    assert await who.until_closed() == 1007
    tab = await who.another_tab()
    assert tab.table is not None
    assert await scene.eye.position(scene.code) == before
    await tab.close()


async def test_a_flood_on_one_socket_is_refused_and_then_cut_off(scene: Scene) -> None:
    before = await scene.eye.position(scene.code)
    who = scene.other
    with suppress(ConnectionClosed):
        for number in range(500 * BURST):
            await who.say(json.dumps({"type": "ping", "id": str(number)}))
            await asyncio.sleep(0)  # and reads what is answered

    assert await who.until_closed() == 4029
    await asyncio.wait({who._reading})  # type: ignore[arg-type]
    assert [bye["reason"] for bye in who.byes] == ["flood"]
    refused = [reply["error"]["code"] for reply in who.replies if reply["type"] == "reply"]
    assert set(refused) == {"too_many_requests"}
    assert await scene.eye.position(scene.code) == before


async def test_more_commands_at_once_than_may_wait_are_refused(scene: Scene) -> None:
    who, before = scene.other, await scene.eye.positions(scene.code)
    who.replies.clear()
    for number in range(40):
        await who.say(json.dumps({"type": "pass", "id": str(number), **scene.at()}))
    await who.until(lambda: len(who.replies) == 40)

    codes = {reply["error"]["code"] for reply in who.replies}
    assert codes <= {"not_your_turn", "too_many_in_flight"}
    assert "not_your_turn" in codes
    assert await scene.eye.positions(scene.code) == before
