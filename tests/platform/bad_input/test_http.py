"""Whatever is asked over HTTP: refused with its reason, without effect; and many who ask at once."""

import asyncio
import json
from secrets import token_urlsafe
from uuid import uuid4

import pytest
from pydantic import BaseModel, TypeAdapter
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidHandshake
from websockets.typing import Subprotocol

from contracts import http
from tests.harness.platform import Platform
from tests.platform.bad_input.asking import (
    GOOD_OPENING,
    GOOD_SITTING,
    Client,
    assert_problem,
    handshake,
)
from tests.platform.bad_input.said import NO_OPTIONS, NOT_TOGETHER
from tests.platform.people import Person, go, seated
from tests.platform.rude import WRONG, Json, reads_as, with_wrong_values, without

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


async def test_options_that_are_none_are_refused_with_their_place(client: Client) -> None:
    for options, code_, field in NO_OPTIONS:
        body = json.dumps({**GOOD_OPENING, "preset": "custom", "options": options})
        answer = await client.ask("POST", "/api/tables", content=body)
        assert_problem(answer, 400 if code_ == "not_json" else 422, code_)
        assert not field or f"options.{field}" in answer.json()["fields"], answer.text


@pytest.mark.parametrize(("preset", "options", "fields"), NOT_TOGETHER)
async def test_options_that_do_not_go_together_are_refused_and_each_is_named(
    client: Client, preset: str, options: Json, fields: tuple[str, ...]
) -> None:
    body = {**GOOD_OPENING, "preset": preset, "options": options}
    answer = await client.ask("POST", "/api/tables", json=body)

    assert_problem(answer, 422, "wrong_options")
    assert set(fields) <= set(answer.json()["fields"])


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
        ("GET", "/api/tables/ZZZZZZZZ/rounds", 404, "unknown_table"),
        ("GET", "/api/tables/ZZZZZZZZ/rounds/1/1", 404, "unknown_table"),
        ("GET", f"/api/tables/{code}/rounds", 403, "not_seated"),
        ("GET", f"/api/tables/{code}/rounds/1/1", 403, "not_seated"),
        ("GET", f"/api/tables/{code}/rounds/1", 404, "not_found"),
        ("GET", f"/api/tables/{code}/rounds/1/0", 404, "not_found"),
        ("GET", f"/api/tables/{code}/rounds/1/100000", 404, "not_found"),
        ("GET", f"/api/tables/{code}/rounds/1/{'9' * 4_000}", 404, "not_found"),
        ("GET", f"/api/tables/{code}/rounds/one/-1", 404, "not_found"),
        ("POST", f"/api/tables/{code}/rounds", 405, "wrong_method"),
        ("DELETE", f"/api/tables/{code}/rounds/1/1", 405, "wrong_method"),
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
