"""What a client says: carried out, refused with a reason, bounded."""

import asyncio
import json
import time
from typing import Any

import pytest

from contracts import commands, frames
from contracts.frames import CloseCode
from contracts.lobby import Options
from contracts.problems import Code
from gateway.commands import Speaker, command_for
from gateway.desk import IN_FLIGHT
from rules.presets import GAMES
from runtime import metrics
from runtime.settings import Settings
from tests.gateway.client import Client, Frame
from tests.gateway.conftest import running
from tests.gateway.world import CODE, SECRETS, World
from tests.harness.frames import one_of_each

KEY = {"match": 1, "round": 3, "ply": 14}
SAID = one_of_each(1, 3, 14)
COMMANDS = [kind for kind in SAID if kind != "ping"]


def test_every_frame_of_the_protocol_is_said_here() -> None:
    union = frames.ClientFrame.__origin__.__args__  # type: ignore[attr-defined]

    assert {frame.model_fields["type"].annotation.__args__[0] for frame in union} == set(SAID)


@pytest.mark.parametrize("kind", COMMANDS)
async def test_a_command_is_asked_of_its_service_and_accepted(world: World, port: int, kind: str) -> None:
    world.place().play("now")
    async with Client(port, secret=SECRETS[1]) as client:
        await client.welcomed()

        reply = await client.ask(kind, "mine", **SAID[kind])

        assert reply == {"type": "reply", "id": "mine", "ok": True}
        [command] = [heard for heard in world.heard if getattr(heard, "type", None) == kind]
    said = command.model_dump(mode="json")
    assert said["table"] == CODE
    assert said["seat"] == 1
    about_another = {"other" if name == "seat" else name: value for name, value in SAID[kind].items()}
    assert _filled(about_another).items() <= said.items()


def _filled(said: dict[str, Any]) -> dict[str, Any]:
    """Options are passed on with what was left out."""
    options = said.get("options")
    return said if options is None else {**said, "options": Options(**options).model_dump(mode="json")}


async def test_a_move_tells_when_it_was_read(world: World, port: int) -> None:
    world.place().play("now")
    async with Client(port) as client:
        await client.welcomed()
        before = time.time() * 1000

        await client.ask("pass", **KEY)

    command = await world.until(commands.Pass)
    assert command.received is not None
    assert before - 2 <= command.received <= time.time() * 1000


def test_a_command_for_the_table_names_its_connection() -> None:
    speaker = Speaker(CODE, 3, "0123456789abcdef")

    for kind in ("start", "options", "free", "level", "leave"):
        frame = frames.client_frame.validate_python({"type": kind, "id": "x", **SAID[kind]})
        subject, command = command_for(frame, speaker, 1)  # type: ignore[arg-type]
        assert subject == "v1.cmd.seating"
        assert isinstance(command, commands.BySeat)
        assert (command.seat, command.connection) == (3, "0123456789abcdef")


@pytest.mark.parametrize("kind", COMMANDS)
async def test_a_refusal_comes_with_its_reason(world: World, port: int, kind: str) -> None:
    world.place().play("now")
    world.refusals[kind] = "not_your_turn"
    async with Client(port) as client:
        await client.welcomed()

        reply = await client.ask(kind, **SAID[kind])

    assert reply["ok"] is False
    assert reply["error"]["code"] == "not_your_turn"
    assert reply["error"]["message"] == "It is not your turn."


async def test_an_engine_that_does_not_answer_makes_no_refusal_of_the_game(world: World, port: int) -> None:
    world.place().play("now")
    world.silent.add("pass")
    async with Client(port) as client:
        await client.welcomed()

        reply = await client.ask("pass", **KEY)

    assert reply["error"]["code"] == "unavailable"
    asked = [heard for heard in world.heard if isinstance(heard, commands.Pass)]
    assert len(asked) > 1  # the very same was asked again
    assert len({one.model_dump_json() for one in asked}) == 1


async def test_leaving_is_accepted_said_goodbye_to_and_closed(world: World, port: int) -> None:
    world.place()
    async with Client(port) as client:
        await client.welcomed()
        await client.say("leave", "bye")
        code, seen = await client.closed()

    assert code == CloseCode.LEFT
    assert seen[-2] == {"type": "reply", "id": "bye", "ok": True}
    assert seen[-1] == {"type": "bye", "reason": "left", "after_ms": None}


async def test_a_command_of_a_replaced_connection_closes_it(world: World, port: int) -> None:
    world.place()
    world.refusals["start"] = "replaced"
    async with Client(port) as client:
        await client.welcomed()
        await client.say("start")
        code, seen = await client.closed()

    assert code == CloseCode.REPLACED
    assert [frame["type"] for frame in seen[-2:]] == ["reply", "bye"]


# what cannot be read

CUSTOM = json.loads(Options(rules=GAMES["custom"].columns[0]).model_dump_json())["rules"]
TARGET = ("target.first", "target.last", "target.step")


def rules_of(*fields: str) -> list[str]:
    return [f"options.rules.{field}" for field in fields]


def with_rules(**changes: object) -> str:
    return json.dumps({"type": "options", "id": "a", "options": {"rules": {**CUSTOM, **changes}}})


RULES = rules_of(*(name for name in CUSTOM if name != "placing"))
"""Every field that a rule set must have."""

WRONG: list[tuple[str, Code, list[str]]] = [
    ("hello", "not_json", []),
    ("", "not_json", []),
    ('{"type":"ping","id":"a"', "not_json", []),
    ('{"type":"ping","id":"\\ud800"}', "not_json", []),
    ("[" * 5000, "not_json", []),
    ("NaN", "not_json", []),
    ("[]", "not_an_object", []),
    ("3", "not_an_object", []),
    ("null", "not_an_object", []),
    ('"ping"', "not_an_object", []),
    ('{"id":"a"}', "missing_field", ["type"]),
    ('{"type":"castle","id":"a"}', "unknown_type", ["type"]),
    ('{"type":5,"id":"a"}', "unknown_type", ["type"]),
    ('{"type":null,"id":"a"}', "unknown_type", ["type"]),
    ('{"type":"ping"}', "missing_field", ["id"]),
    ('{"type":"ping","id":""}', "wrong_value", ["id"]),
    ('{"type":"ping","id":7}', "wrong_value", ["id"]),
    (json.dumps({"type": "ping", "id": "x" * 65}), "wrong_value", ["id"]),
    ('{"type":"ping","id":"a b"}', "wrong_value", ["id"]),
    ('{"type":"options","id":"a","options":{"target":"9"}}', "wrong_value", ["options.target"]),
    ('{"type":"options","id":"a","options":{"colour":1}}', "extra_field", ["options.colour"]),
    ('{"type":"options","id":"a","options":{"players":5}}', "wrong_value", ["options.players"]),
    ('{"type":"options","id":"a","options":{"players":2.0}}', "wrong_value", ["options.players"]),
    ('{"type":"options","id":"a","options":{"players":true}}', "wrong_value", ["options.players"]),
    ('{"type":"options","id":"a","options":{"level":"expert"}}', "wrong_value", ["options.level"]),
    ('{"type":"options","id":"a","options":{"alone":1}}', "wrong_value", ["options.alone"]),
    ('{"type":"options","id":"a","options":{"rules":7}}', "wrong_value", ["options.rules"]),
    ('{"type":"options","id":"a","options":{"rules":{}}}', "missing_field", RULES),
    (with_rules(colour=1), "extra_field", ["options.rules.colour"]),
    (with_rules(tiles="double-six ", reserve=True), "wrong_value", rules_of("tiles", "reserve")),
    (with_rules(seats=[2, "3"]), "wrong_value", rules_of("seats.1")),
    (with_rules(hand=[[2, "7"]]), "wrong_value", rules_of("hand.0.1")),
    (with_rules(target={"default": 1}), "missing_field", rules_of(*TARGET)),
    ('{"type":"level","id":"a","seat":4,"level":"easy"}', "wrong_value", ["seat"]),
    ('{"type":"level","id":"a","seat":1.0,"level":"easy"}', "wrong_value", ["seat"]),
    ('{"type":"level","id":"a","seat":1,"level":"EASY"}', "wrong_value", ["level"]),
    (json.dumps({"type": "new_round", "id": "a", **KEY, "ply": 1.0}), "wrong_value", ["ply"]),
    ('{"type":"free","id":"a","seat":4,"name":"D"}', "wrong_value", ["seat"]),
    ('{"type":"free","id":"a","seat":true,"name":"D"}', "wrong_value", ["seat"]),
    (
        json.dumps({"type": "place", "id": "a", **KEY, "tile": "3-5\n", "end": "left"}),
        "wrong_value",
        ["tile"],
    ),
    (json.dumps({"type": "place", "id": "a", **KEY, "tile": "٣-٥", "end": "left"}), "wrong_value", ["tile"]),
    (json.dumps({"type": "place", "id": "a", **KEY, "tile": "3-5", "end": "LEFT"}), "wrong_value", ["end"]),
    (json.dumps({"type": "pass", "id": "a", **KEY, "ply": -1}), "wrong_value", ["ply"]),
    (json.dumps({"type": "pass", "id": "a", **KEY, "ply": 1.0}), "wrong_value", ["ply"]),
    (json.dumps({"type": "pass", "id": "a", **KEY, "ply": "1"}), "wrong_value", ["ply"]),
    (json.dumps({"type": "pass", "id": "a", **KEY, "ply": 10**30}), "wrong_value", ["ply"]),
    (json.dumps({"type": "pass", "id": "a", **KEY, "round": 0}), "wrong_value", ["round"]),
    (json.dumps({"type": "pass", "id": "a", **KEY, "match": None}), "wrong_value", ["match"]),
]


async def test_what_is_wrong_with_a_frame_is_told_exactly(world: World, port: int) -> None:
    world.place()
    told = []
    async with Client(port) as client:
        await client.welcomed()
        for text, _, _ in WRONG:
            await client.ws.send(text)
            error = (await client.until("reply"))["error"]
            told.append((text, error["code"], error["fields"]))
        await still_served(client)

    assert told == WRONG


@pytest.mark.parametrize("kind", SAID)
async def test_every_missing_wrong_or_extra_field_is_named(world: World, port: int, kind: str) -> None:
    world.place()
    whole = {"type": kind, "id": "a", **SAID[kind]}
    async with Client(port) as client:
        await client.welcomed()
        for field in whole:
            if field == "type":
                continue
            less = {name: value for name, value in whole.items() if name != field}
            assert await refused(client, less) == ("missing_field", [field])
            wrong = await refused(client, whole | {field: [1]})
            assert wrong[0] == "wrong_value"
            assert wrong[1][0].startswith(field)
        assert await refused(client, whole | {"tiles": 1}) == ("extra_field", ["tiles"])

    assert not any(getattr(heard, "type", None) == kind for heard in world.heard)


async def test_the_id_is_echoed_where_it_can_be_read(world: World, port: int) -> None:
    world.place()
    async with Client(port) as client:
        await client.welcomed()
        await client.ws.send('{"type":"castle","id":"mine"}')
        known = await client.until("reply")
        await client.ws.send('{"type":"castle","id":[1]}')
        unknown = await client.until("reply")

    assert (known["id"], unknown["id"]) == ("mine", None)


async def test_a_made_up_field_name_is_not_sent_back_whole(world: World, port: int) -> None:
    world.place()
    async with Client(port) as client:
        await client.welcomed()
        many = {"x" * 500 + str(number): 1 for number in range(20)}
        await client.ws.send(json.dumps({"type": "ping", "id": "a", **many}))
        reply = await client.until("reply")

    assert reply["error"]["code"] == "extra_field"
    assert len(json.dumps(reply)) < 2500


async def test_a_binary_frame_is_refused_and_the_connection_stays(world: World, port: int) -> None:
    world.place()
    async with Client(port) as client:
        await client.welcomed()
        await client.ws.send(b'{"type":"ping","id":"a"}')
        reply = await client.until("reply")
        await still_served(client)

    assert reply["error"]["code"] == "binary_frame"


@pytest.mark.parametrize("size", [17_000, 1_000_000])
async def test_a_frame_that_is_too_large_closes_with_1009(world: World, port: int, size: int) -> None:
    world.place()
    async with Client(port) as client, Client(port, secret=SECRETS[1]) as neighbour:
        await client.welcomed()
        await neighbour.welcomed()
        await client.ws.send("x" * size)
        code, _ = await client.closed()
        await still_served(neighbour)

    assert code == 1009


async def test_text_that_is_not_utf_8_closes_with_1007(world: World, port: int) -> None:
    world.place()
    async with Client(port) as client:
        await client.welcomed()
        await client.ws.send(b'{"type":"\xff"}', text=True)
        code, _ = await client.closed()

    assert code == 1007


# how much


async def test_a_ping_is_answered_while_commands_wait(world: World, port: int) -> None:
    world.place().play("now")
    gate = world.slow["pass"] = asyncio.Event()
    async with Client(port) as client:
        await client.welcomed()
        for number in range(IN_FLIGHT):
            await client.say("pass", f"c{number}", **KEY)
        await client.say("ping", "p")
        pong = await client.until("pong")
        refused_one = await client.ask("pass", "one-more", **KEY)
        gate.set()
        replies = [await client.until("reply") for _ in range(IN_FLIGHT)]

    assert pong["id"] == "p"
    assert refused_one["error"]["code"] == "too_many_in_flight"
    assert {reply["id"] for reply in replies} == {f"c{number}" for number in range(IN_FLIGHT)}
    assert all(reply["ok"] for reply in replies)


async def test_too_many_frames_are_refused_and_later_ones_are_taken_again(
    settings: Settings, world: World
) -> None:
    world.place()
    calm = settings.model_copy(update={"frames_per_second": 5.0, "frames_burst": 3})
    async with running(calm) as gateway, Client(gateway.server.port) as client:
        await client.welcomed()
        for number in range(4):
            await client.say("ping", f"p{number}")
        refused_one = await client.until("reply")
        await asyncio.sleep(0.8)  # four tokens
        await still_served(client)

    assert (refused_one["id"], refused_one["error"]["code"]) == ("p3", "too_many_requests")


async def test_a_flood_ends_its_own_connection_and_harms_no_other(world: World, port: int) -> None:
    world.place().play("now")
    before = closed_count("flood")
    async with Client(port) as flooder, Client(port, secret=SECRETS[1]) as neighbour:
        await flooder.welcomed()
        await neighbour.welcomed()
        flooding = asyncio.create_task(flood(flooder))
        slowest = 0.0
        while not flooding.done():
            began = time.monotonic()
            assert (await neighbour.ask("pass", "mine", **KEY))["ok"]
            slowest = max(slowest, time.monotonic() - began)
            await asyncio.sleep(0.06)
        code, seen = await flooding
        await still_served(neighbour)

    assert code == CloseCode.FLOOD
    assert seen[-1] == {"type": "bye", "reason": "flood", "after_ms": None}
    assert slowest < 2.0
    assert closed_count("flood") == before + 1


async def test_outcomes_are_counted_by_kind(world: World, port: int) -> None:
    world.place().play("now")
    world.refusals["draw"] = "cannot_draw"
    before = outcome("pass", "accepted"), outcome("draw", "cannot_draw"), outcome("unreadable", "not_json")
    async with Client(port) as client:
        await client.welcomed()
        await client.ask("pass", **KEY)
        await client.ask("draw", **KEY)
        await client.ws.send("{")
        await client.until("reply")

    after = outcome("pass", "accepted"), outcome("draw", "cannot_draw"), outcome("unreadable", "not_json")
    assert [late - early for early, late in zip(before, after, strict=True)] == [1, 1, 1]


def outcome(kind: str, code: str) -> float:
    return metrics.COMMANDS.labels("gateway", kind, code)._value.get()


def closed_count(reason: str) -> float:
    return metrics.CONNECTIONS_CLOSED.labels(reason)._value.get()


async def refused(client: Client, frame: Frame) -> tuple[str, list[str]]:
    """Send `frame`; return the code of its refusal, and the fields named."""
    await client.ws.send(json.dumps(frame))
    reply = await client.until("reply")
    return reply["error"]["code"], reply["error"]["fields"]


async def still_served(client: Client) -> None:
    await client.say("ping", "still")
    await client.until("pong", id="still")


async def flood(client: Client) -> tuple[int | None, list[Frame]]:
    """Send as fast as can be, until it is over."""
    closing = asyncio.create_task(client.closed())
    while not closing.done():
        try:
            await client.ws.send('{"type":"ping","id":"f"}')
        except Exception:
            break
        await asyncio.sleep(0)
    return await closing
