"""Whatever is said from outside: refused with its reason, without effect, and nobody else suffers."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from secrets import token_urlsafe
from typing import Any
from uuid import uuid4

import httpx
import pytest
from pydantic import BaseModel, TypeAdapter
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.typing import Subprotocol

from contracts import frames, http
from runtime.settings import Settings
from tests.harness.platform import Platform
from tests.harness.player import SUBPROTOCOL
from tests.platform.eye import Eye
from tests.platform.people import Person, go, seated
from tests.platform.rude import (
    WRONG,
    Json,
    OtherTable,
    Scene,
    a_scene,
    assert_clear,
    frame_models,
    reads_as,
    type_of,
    with_wrong_values,
    without,
)

BURST = 60

ENV = {
    "DOUBLESIX_FRAMES_PER_SECOND": "1000",
    "DOUBLESIX_FRAMES_BURST": str(BURST),
    "DOUBLESIX_TABLES_PER_MINUTE": "100000",
    "DOUBLESIX_LAPSE_MS": "10000",
}

HERE = {"match": 1, "round": 1, "ply": 0}
GOOD: dict[str, Json] = {
    "place": {**HERE, "tile": "3-5", "end": "left"},
    "draw": HERE,
    "pass": HERE,
    "ready": {"match": 1, "round": 1},
    "again": {"match": 1},
    "start": {},
    "options": {"options": {"target": 150}},
    "free": {"seat": 2, "name": "Dana"},
    "leave": {},
    "ping": {},
}
"""A well-formed frame of each kind."""

NAMES = {
    "nothing": "",
    "blanks": "   ",
    "a line break": "Am\nal",
    "a control character": "Am\x07al",
    "a null": "Am\x00al",
    "an escape": "\x1b[31mAmal",
    "right to left override": "Am\u202eal",
    "an isolate": "\u2067Amal\u2069",
    "a mark of direction": "Amal\u200f",
    "an arabic letter mark": "\u061cAmal",
    "nothing to be seen": "\u200b\u200b",
    "a filler": "\u3164",
    "twenty-five characters": "a" * 25,
    "ten thousand characters": "a" * 10_000,
    "a tower of marks": "a" + "\u0301" * 40,
    "a lone surrogate": "\ud800",
}


@pytest.fixture(scope="module")
def platform() -> Iterator[Platform]:
    with Platform(env=ENV) as platform:
        yield platform


@pytest.fixture(scope="module")
def other_table(platform: Platform) -> Iterator[OtherTable]:
    with OtherTable(platform) as table:
        yield table


@pytest.fixture(autouse=True)
async def meanwhile(other_table: OtherTable) -> AsyncIterator[None]:
    """Whatever happens in a test, another table plays on."""
    yield
    await other_table.is_served()


@pytest.fixture
async def scene(platform: Platform) -> AsyncIterator[Scene]:
    async with a_scene(platform) as scene:
        yield scene


@pytest.fixture
async def lobby(platform: Platform) -> AsyncIterator[Scene]:
    """Four at a table whose match has not begun."""
    async with a_scene(platform, begun=False) as scene:
        yield scene


# frames that are none


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


# moves that are not allowed


async def test_a_move_at_the_wrong_place_is_refused(scene: Scene) -> None:
    actor = scene.actor
    good = actor.move()
    assert (await actor.ask(good))["ok"]
    await scene.other.until(lambda: scene.other.view["round"]["ply"] == 1)  # type: ignore[index]
    for person in scene.people:
        await person.until(lambda p=person: p.view["round"]["ply"] == 1)  # type: ignore[index, misc]
    next_ = scene.actor
    move = next_.move()

    for who in (actor, next_):
        reply = await scene.refuses(who, {**move, "ply": 0}, "stale_ply")
        assert reply["view"]["seat"] == who.seat
        assert reply["view"]["round"]["ply"] == 1
    await scene.refuses(next_, {**move, "ply": 2}, "future_ply")
    await scene.refuses(next_, {**move, "ply": 1_000}, "future_ply")
    await scene.refuses(next_, {**move, "round": 2}, "wrong_round")
    await scene.refuses(next_, {**move, "match": 2}, "wrong_round")
    await scene.refuses(next_, {**move, "match": 100_000, "round": 100_000}, "wrong_round")
    assert (await actor.ask(good))["ok"], "the very same move, said again, is known"


async def test_a_move_of_another_is_refused(scene: Scene) -> None:
    move = scene.actor.move()

    await scene.refuses(scene.other, move, "not_your_turn")
    tile = scene.other.view["round"]["hand"][0]  # type: ignore[index]
    await scene.refuses(scene.actor, {**move, "tile": tile}, "not_in_hand")
    await scene.refuses(scene.other, {"type": "pass", **scene.at()}, "not_your_turn")
    await scene.refuses(scene.other, {"type": "draw", **scene.at()}, "not_your_turn")


async def test_a_move_that_the_rules_do_not_allow_is_refused(scene: Scene) -> None:
    actor = scene.actor
    move = actor.move()
    await scene.refuses(actor, {**move, "end": "right"}, "does_not_fit")
    await scene.refuses(actor, {**move, "end": "up"}, "does_not_fit")
    await scene.refuses(actor, {**move, "tile": "6-5"}, "wrong_value")
    await scene.refuses(actor, {**move, "tile": "7-9"}, "not_in_hand")
    await scene.refuses(actor, {"type": "pass", **scene.at()}, "leader_cannot_pass")
    await scene.refuses(actor, {"type": "draw", **scene.at()}, "must_place")
    seen = set[str]()
    for _ in range(60):
        actor = scene.actor
        round_ = actor.view["round"]  # type: ignore[index]
        if round_["must"] == "place" and round_["ply"]:
            await scene.refuses(actor, {"type": "pass", **scene.at()}, "must_place")
            fits = {option["tile"] for option in round_["legal"]}
            for tile in set(round_["hand"]) - fits:
                await scene.refuses(
                    actor, {"type": "place", **scene.at(), "tile": tile, "end": "left"}, "does_not_fit"
                )
            seen.add("able")
        elif round_["must"] == "pass":
            await scene.refuses(actor, {"type": "draw", **scene.at()}, "cannot_draw")
            seen.add("unable")
        if seen == {"able", "unable"} or not actor.my_turn():
            break
        ply = round_["ply"]
        assert (await actor.ask(actor.move()))["ok"]
        for person in scene.people:
            await person.until(
                lambda p=person, ply=ply: p.view["round"]["ply"] > ply or p.view["phase"] != "playing"
            )  # type: ignore[index, misc]
        if actor.view["phase"] != "playing":  # type: ignore[index]
            break
    assert "able" in seen


async def test_what_has_no_place_in_the_middle_of_a_round_is_refused(scene: Scene) -> None:
    host, guest = scene.people[0], scene.people[1]

    await scene.refuses(guest, {"type": "ready", "match": 1, "round": 1}, "not_between_rounds")
    await scene.refuses(guest, {"type": "ready", "match": 1, "round": 9}, "not_between_rounds")
    await scene.refuses(guest, {"type": "again", "match": 1}, "match_not_over")
    await scene.refuses(guest, {"type": "again", "match": 9}, "match_not_over")
    await scene.refuses(guest, {"type": "start"}, "not_host")
    await scene.refuses(guest, {"type": "free", "seat": 0, "name": host.name}, "not_host")
    await scene.refuses(guest, {"type": "options", "options": {"target": 150}}, "not_host")
    await scene.refuses(host, {"type": "options", "options": {"target": 150}}, "already_started")
    await scene.refuses(host, {"type": "free", "seat": 1, "name": guest.name}, "already_started")


async def test_what_has_no_place_before_the_start_is_refused(lobby: Scene) -> None:
    host, guest = lobby.people[0], lobby.people[1]

    for kind in ("place", "draw", "pass", "ready", "again"):
        await lobby.refuses(guest, {"type": kind, **GOOD[kind]}, "no_match")
    await lobby.refuses(guest, {"type": "start"}, "not_host")
    await lobby.refuses(guest, {"type": "free", "seat": 2, "name": lobby.people[2].name}, "not_host")
    await lobby.refuses(guest, {"type": "options", "options": {}}, "not_host")
    await lobby.refuses(host, {"type": "options", "options": {"target": 55}}, "wrong_options", "target")
    await lobby.refuses(host, {"type": "options", "options": {"target": 1000}}, "wrong_options", "target")
    await lobby.refuses(host, {"type": "free", "seat": 0, "name": host.name}, "wrong_value", "seat")
    assert (await host.ask({"type": "free", "seat": 3, "name": lobby.people[3].name}))["ok"]
    await host.until(lambda: host.table["seats"][3] is None)  # type: ignore[index]
    await lobby.refuses(host, {"type": "start"}, "not_full")


async def test_a_start_said_twice_is_one_start(scene: Scene) -> None:
    before = await scene.eye.positions(scene.code)

    assert (await scene.people[0].ask({"type": "start"}))["ok"]

    assert await scene.eye.positions(scene.code) == before


# HTTP


class Client:
    """Asks over HTTP, each time as somebody at an address of their own."""

    addresses = 0

    def __init__(self, platform: Platform) -> None:
        self.url = platform.urls[0]
        Client.addresses += 1
        self.address = f"10.1.{Client.addresses // 250}.{Client.addresses % 250}"
        self._http = httpx.AsyncClient(base_url=self.url, timeout=30, verify=False)  # noqa: S501, no TLS

    async def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        headers = {"x-forwarded-for": self.address, **more.pop("headers", {})}
        return await self._http.request(method, path, headers=headers, **more)

    async def close(self) -> None:
        await self._http.aclose()


@pytest.fixture
async def client(platform: Platform) -> AsyncIterator[Client]:
    client = Client(platform)
    yield client
    await client.close()


def assert_problem(answer: httpx.Response, status: int, code: str) -> None:
    document = http.ProblemDocument.model_validate_json(answer.content)
    assert (answer.status_code, document.status, document.code) == (status, status, code), answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert_clear(document.detail, code)


GOOD_OPENING = {"preset": "partners", "options": {"target": 150}, "name": "Amal", "request": "r1"}
GOOD_SITTING = {"name": "Basim"}


@pytest.fixture
async def code(platform: Platform) -> AsyncIterator[str]:
    """A table with its host and three free seats; nothing may change about it."""
    host = Person(platform.urls, "Amal")
    code = await host.open_table()
    async with Eye.open(platform) as eye:
        before = await eye.positions(code)
        yield code
        assert await eye.positions(code) == before
    await host.close()


@pytest.mark.parametrize(("what", "good"), [("tables", GOOD_OPENING), ("seats", GOOD_SITTING)])
async def test_a_body_with_a_wrong_field_is_refused(client: Client, code: str, what: str, good: Json) -> None:
    path = "/api/tables" if what == "tables" else f"/api/tables/{code}/seats"
    model: type[BaseModel] = http.OpenTable if what == "tables" else http.TakeSeat
    reads = reads_as(TypeAdapter(model))

    for name, body in without(good):
        if name != "options":
            answer = await client.ask("POST", path, json=body)
            assert_problem(answer, 422, "missing_field")
            assert answer.json()["fields"] == [name]
    answer = await client.ask("POST", path, json={**good, "seat": 1})
    assert_problem(answer, 422, "extra_field")
    assert answer.json()["fields"] == ["seat"]
    for name, body in with_wrong_values(good, reads):
        answer = await client.ask("POST", path, json=body)
        nested = name == "options" and isinstance(body[name], dict)
        assert_problem(answer, 422, "extra_field" if nested else "wrong_value")
        assert answer.json()["fields"][0].split(".")[0] == name


@pytest.mark.parametrize("value", [value for value in WRONG if isinstance(value, str)])
async def test_a_game_that_there_is_not_is_refused(client: Client, value: str) -> None:
    answer = await client.ask("POST", "/api/tables", json={**GOOD_OPENING, "preset": value})

    assert_problem(answer, 422, "unknown_preset")


@pytest.mark.parametrize(
    ("body", "status", "code_"),
    [
        (b"", 400, "not_json"),
        (b"nonsense", 400, "not_json"),
        (b'{"name":"\xff\xfe"}', 400, "not_json"),
        (b"[]", 422, "not_an_object"),
        (b"null", 422, "not_an_object"),
        (b"x" * (1 << 20), 413, "too_large"),
        (b'{"name":"' + b"a" * 20_000 + b'"}', 413, "too_large"),
    ],
    ids=["nothing", "nonsense", "no utf-8", "list", "null", "1 MB", "20 kB"],
)
async def test_a_body_that_is_none_is_refused(
    client: Client, code: str, body: bytes, status: int, code_: str
) -> None:
    for path in ("/api/tables", f"/api/tables/{code}/seats"):
        assert_problem(await client.ask("POST", path, content=body), status, code_)


@pytest.mark.parametrize("kind", NAMES)
async def test_a_name_that_is_none_is_refused(client: Client, code: str, kind: str) -> None:
    wanted = (400, "not_json") if kind == "a lone surrogate" else (422, "wrong_name")
    bodies = {
        "/api/tables": {**GOOD_OPENING, "name": NAMES[kind], "request": uuid4().hex},
        f"/api/tables/{code}/seats": {"name": NAMES[kind]},
    }
    for path, body in bodies.items():
        answer = await client.ask("POST", path, content=json.dumps(body))
        assert_problem(answer, *wanted)


async def test_what_is_not_there_is_refused(client: Client, code: str) -> None:
    for method, path, status, code_ in [
        ("GET", "/api", 404, "not_found"),
        ("GET", "/api/", 404, "not_found"),
        ("GET", "/api/tables/", 404, "not_found"),
        ("GET", "/api/nothing", 404, "not_found"),
        ("GET", "/api/tables/ZZZZZZZZ", 404, "unknown_table"),
        ("GET", "/api/tables/nonsense", 404, "unknown_table"),
        ("GET", "/api/tables/" + "x" * 2_000, 404, "unknown_table"),
        ("GET", "/api/tables/%00%ff", 404, "unknown_table"),
        ("POST", "/api/tables/ZZZZZZZZ/seats", 404, "unknown_table"),
        ("GET", "/api/tables", 405, "wrong_method"),
        ("PUT", f"/api/tables/{code}", 405, "wrong_method"),
        ("DELETE", f"/api/tables/{code}", 405, "wrong_method"),
        ("GET", f"/api/tables/{code}/seats", 405, "wrong_method"),
        ("POST", "/api/presets", 405, "wrong_method"),
        ("POST", "/", 405, "wrong_method"),
        ("GET", "/metrics", 404, "not_found"),
        ("GET", "/health/ready", 404, "not_found"),
        ("GET", "/../../etc/passwd", 404, "not_found"),
        ("GET", "/%2e%2e/%2e%2e/etc/passwd", 404, "not_found"),
    ]:
        more = {"json": GOOD_SITTING} if method == "POST" else {}
        assert_problem(await client.ask(method, path, **more), status, code_)


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "file://", "https://127.0.0.1", "http://127.0.0.1:1", "x", ""]
)
async def test_a_page_from_elsewhere_may_change_nothing(
    platform: Platform, client: Client, code: str, origin: str
) -> None:
    headers = {"origin": origin}
    for path, body in [("/api/tables", GOOD_OPENING), (f"/api/tables/{code}/seats", GOOD_SITTING)]:
        assert_problem(await client.ask("POST", path, json=body, headers=headers), 403, "wrong_origin")
    assert await handshake(platform, code, origin=origin, cookie=f"player={token_urlsafe(32)}") == 403


async def test_a_cookie_without_a_page_is_not_believed(platform: Platform, client: Client, code: str) -> None:
    cookie = f"player={token_urlsafe(32)}"
    answer = await client.ask(
        "POST", f"/api/tables/{code}/seats", json=GOOD_SITTING, headers={"cookie": cookie}
    )

    assert_problem(answer, 403, "wrong_origin")
    assert await handshake(platform, code, cookie=cookie) == 403
    assert await handshake(platform, code) == 403


async def handshake(platform: Platform, code: str, subprotocol: str = SUBPROTOCOL, **headers: str) -> int:
    """Return the HTTP status that a WebSocket is answered with."""
    url = f"{platform.urls[0].replace('http', 'ws')}/ws/{code}"
    try:
        async with connect(
            url, subprotocols=[Subprotocol(subprotocol)], additional_headers=headers, compression=None
        ):
            return 101
    except InvalidStatus as refused:
        response = refused.response
    document = http.ProblemDocument.model_validate_json(response.body or b"")
    assert document.status == response.status_code
    assert_clear(document.detail, document.code)
    return response.status_code


@pytest.mark.parametrize("secret", ["x", "a" * 42, "a" * 44, "a" * 43 + "!", "ä" * 43])
async def test_a_secret_that_is_none_is_refused(
    platform: Platform, client: Client, code: str, secret: str
) -> None:
    headers = {"authorization": f"Bearer {secret}".encode()}
    for method, path in [("GET", f"/api/tables/{code}"), ("POST", f"/api/tables/{code}/seats")]:
        more = {"json": GOOD_SITTING} if method == "POST" else {}
        answer = await client._http.request(method, path, headers=headers, **more)  # type: ignore[arg-type]
        assert_problem(answer, 401, "wrong_secret")
    if secret.isascii():
        assert await handshake(platform, code, authorization=f"Bearer {secret}") == 401


async def test_another_subprotocol_is_refused(platform: Platform, code: str) -> None:
    headers = {"authorization": f"Bearer {token_urlsafe(32)}"}
    with pytest.raises(InvalidHandshake):
        await connect(
            f"{platform.urls[0].replace('http', 'ws')}/ws/{code}",
            subprotocols=[Subprotocol("doublesix.v0")],
            additional_headers=headers,
        )


@pytest.mark.parametrize(
    ("table", "code_", "close"),
    [(None, "not_seated", 4003), ("ZZZZZZZZ", "unknown_table", 4004), ("nonsense", "unknown_table", 4004)],
)
async def test_a_strangers_socket_is_told_why_and_closed(
    platform: Platform, code: str, table: str | None, code_: str, close: int
) -> None:
    """A secret of nobody here, at a table that is there; and tables that are not."""
    stranger = Person(platform.urls, "Layla", code=table or code, keep_raw=True)
    stranger.silent = True
    stranger._reading = asyncio.create_task(stranger._read(await stranger._opened()))

    assert await stranger.until_closed() == close
    await asyncio.wait({stranger._reading})
    first = json.loads(stranger.raw[0])
    assert (first["type"], first["id"], first["error"]["code"]) == ("reply", None, code_)
    assert_clear(first["error"]["message"], code_)
    await stranger.close()


async def test_the_secret_of_another_table_gives_no_seat_here(
    platform: Platform, scene: Scene, code: str
) -> None:
    guest = scene.people[1]
    answer = await guest._http.get(
        f"{platform.urls[0]}/api/tables/{code}", headers={"authorization": f"Bearer {guest.secret}"}
    )

    assert answer.json()["seat"] is None


# many at once


async def test_of_fifty_who_join_at_once_one_gets_the_last_seat(platform: Platform) -> None:
    people = await seated(platform.urls)
    await people[0].connect()
    assert (await people[0].ask({"type": "free", "seat": 3, "name": people[3].name}))["ok"]
    clients = [Client(platform) for _ in range(50)]

    answers = await asyncio.gather(
        *(
            client.ask("POST", f"/api/tables/{people[0].code}/seats", json={"name": f"Guest {number}"})
            for number, client in enumerate(clients)
        )
    )

    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 49
    for answer in answers:
        if answer.status_code == 201:
            assert answer.json()["seat"] == 3
        else:
            assert_problem(answer, 409, "table_full")
    await asyncio.gather(*(client.close() for client in clients))
    await go(people)


async def test_two_joins_at_once_from_one_browser_are_one_seat(platform: Platform) -> None:
    host = Person(platform.urls, "Amal")
    code = await host.open_table()
    client = Client(platform)
    headers = {"authorization": f"Bearer {token_urlsafe(32)}"}

    answers = await asyncio.gather(
        *(
            client.ask("POST", f"/api/tables/{code}/seats", json=GOOD_SITTING, headers=headers)
            for _ in range(10)
        )
    )

    assert {(answer.status_code, answer.json().get("seat")) for answer in answers} == {(201, 1)}
    table = (await client.ask("GET", f"/api/tables/{code}")).json()["table"]
    assert [seat is not None for seat in table["seats"]] == [True, True, False, False]
    await client.close()
    await host.close()


async def test_one_request_asked_often_at_once_is_one_table(platform: Platform, client: Client) -> None:
    headers = {"authorization": f"Bearer {token_urlsafe(32)}"}

    answers = await asyncio.gather(
        *(client.ask("POST", "/api/tables", json=GOOD_OPENING, headers=headers) for _ in range(10))
    )
    other = await client.ask(
        "POST", "/api/tables", json={**GOOD_OPENING, "options": {"target": 200}}, headers=headers
    )

    assert len({answer.json()["code"] for answer in answers}) == 1
    assert_problem(other, 409, "request_reused")


async def test_who_guesses_codes_is_stopped_and_nobody_else_is(platform: Platform, code: str) -> None:
    guesser, neighbour = Client(platform), Client(platform)

    most = Settings().guesses_per_minute
    answers = [await guesser.ask("GET", f"/api/tables/ZZZZZ{number:03}") for number in range(most + 30)]

    told = [answer.json()["code"] for answer in answers]
    assert told[:most] == ["unknown_table"] * most
    assert "too_many_guesses" in told
    last = next(answer for answer in answers if answer.status_code == 429)
    assert_problem(last, 429, "too_many_guesses")
    assert int(last.headers["retry-after"]) >= 1
    assert (await guesser.ask("GET", f"/api/tables/{code}")).status_code == 429, "nor is a right one told"
    assert (await neighbour.ask("GET", f"/api/tables/{code}")).status_code == 200
    await guesser.close()
    await neighbour.close()


async def test_what_strangers_do_is_not_worth_an_error_in_a_log(platform: Platform, code: str) -> None:
    """Or anybody could fill the disk, and hide what is."""
    assert await handshake(platform, code) == 403

    for service in ("gateway", "seating", "engine"):
        lines = [line for line in platform.logs(service).splitlines() if "error" in line.lower()]
        assert lines == []
