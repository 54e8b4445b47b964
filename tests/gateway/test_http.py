"""The HTTP side: opening a table, looking at one, sitting down; and how each of them is refused."""

import asyncio
import json
from typing import Any

import httpx
import pytest

from contracts.commands import Look, Open, Sit
from contracts.http import Presets, ProblemDocument, SeatHeld, TableSeen, status_of
from contracts.problems import Code
from rules.presets import GAMES, PRESETS
from runtime.settings import Settings
from tests.gateway.conftest import http_to, running
from tests.gateway.world import CODE, SECRETS, World

OPEN: dict[str, Any] = {"preset": "partners", "name": "Nour", "request": "r1"}
SIT = {"name": "Dana"}
Http = httpx.AsyncClient


def problem_of(response: httpx.Response) -> ProblemDocument:
    assert response.headers["content-type"] == "application/problem+json"
    assert response.headers["cache-control"] == "no-store"
    document = ProblemDocument.model_validate_json(response.content)
    assert document.status == response.status_code
    assert document.detail
    assert document.title
    return document


def bearer(secret: str) -> dict[str, str]:
    return {"authorization": f"Bearer {secret}"}


async def test_opening_a_table_gives_a_seat_and_a_secret_that_the_browser_keeps(
    world: World, http: Http
) -> None:
    response = await http.post("/api/tables", json=OPEN | {"options": {"target": 200}})

    held = SeatHeld.model_validate_json(response.content)
    assert (response.status_code, held.code, held.seat) == (201, CODE, 0)
    cookie = response.headers["set-cookie"]
    assert cookie.startswith(f"player={held.player};")
    for part in ("HttpOnly", "Path=/", "SameSite=strict", f"Max-Age={400 * 24 * 3600}"):
        assert part in cookie
    assert "Secure" not in cookie
    command = await world.until(Open)
    assert (command.preset, command.name, command.request) == ("partners", "Nour", "r1")
    assert (command.options.target, command.player) == (200, held.player)


async def test_two_browsers_get_two_secrets(world: World, http: Http, port: int) -> None:
    one = await http.post("/api/tables", json=OPEN)
    async with httpx.AsyncClient(base_url=http.base_url, trust_env=False) as another:
        other = await another.post("/api/tables", json=OPEN)

    assert one.json()["player"] != other.json()["player"]


async def test_a_browser_has_one_secret_for_all_its_tables(world: World, http: Http, port: int) -> None:
    place = world.place()
    place.secrets[3] = None
    headers = {"origin": f"http://127.0.0.1:{port}"}

    first = await http.post("/api/tables", json=OPEN, headers=headers)
    second = await http.post(f"/api/tables/{CODE}/seats", json=SIT, headers=headers)

    assert second.json() == {"code": CODE, "seat": 3, "player": None}
    assert second.cookies["player"] == first.cookies["player"]


@pytest.mark.parametrize("path", ["/api/presets", f"/api/tables/{CODE}"])
async def test_a_page_has_its_secret_before_it_asks_for_a_seat(world: World, http: Http, path: str) -> None:
    place = world.place()
    place.secrets[3] = None

    met = await http.get(path, headers={"accept": "application/json"})

    secret = met.cookies["player"]
    origin = {"origin": str(http.base_url).rstrip("/")}
    held = await http.post(f"/api/tables/{CODE}/seats", json=SIT, headers=origin)
    assert held.cookies["player"] == secret


async def test_no_script_of_a_page_is_told_the_secret(world: World, http: Http, port: int) -> None:
    response = await http.post("/api/tables", json=OPEN, headers={"origin": f"http://127.0.0.1:{port}"})

    assert response.json()["player"] is None
    assert response.cookies["player"] not in response.text


@pytest.mark.parametrize("accept", ["*/*", "text/html,application/json;q=0.9"])
async def test_a_link_from_outside_changes_no_secret(world: World, http: Http, accept: str) -> None:
    met = await http.get("/api/presets", headers={"accept": accept})

    assert "set-cookie" not in met.headers


async def test_a_page_that_has_a_secret_keeps_it(world: World, http: Http) -> None:
    headers = {"accept": "application/json", "cookie": f"player={SECRETS[0]}"}

    met = await http.get("/api/presets", headers=headers)

    assert "set-cookie" not in met.headers


async def test_a_program_s_secret_goes_into_no_cookie(world: World, http: Http) -> None:
    response = await http.post("/api/tables", json=OPEN, headers=bearer(SECRETS[0]))

    assert response.json()["player"] == SECRETS[0]
    assert "set-cookie" not in response.headers


@pytest.mark.parametrize("how", ["behind TLS", "by the setting"])
async def test_the_cookie_is_secure(settings: Settings, world: World, how: str) -> None:
    own = settings.model_copy(update={"secure_cookie": how == "by the setting"})
    headers = {"x-forwarded-proto": "https"} if how == "behind TLS" else {}
    async with running(own) as gateway, http_to(gateway) as http:
        response = await http.post("/api/tables", json=OPEN, headers=headers)

    assert "Secure" in response.headers["set-cookie"]


async def test_looking_shows_what_one_may_know_and_the_own_seat(world: World, http: Http) -> None:
    world.place()

    stranger = await http.get(f"/api/tables/{CODE}")
    player = await http.get(f"/api/tables/{CODE}", headers=bearer(SECRETS[2]))

    assert TableSeen.model_validate_json(stranger.content).seat is None
    seen = TableSeen.model_validate_json(player.content)
    assert seen.seat == 2
    assert seen.table.settings == PRESETS["partners"]
    assert "x" * 43 not in stranger.text
    assert not any(secret in stranger.text for secret in SECRETS)


@pytest.mark.parametrize("typed", ["abcd1234", "ABCD-1234", "abcd%201234", "abcdl234", "abcd۱۲۳۴"])
async def test_a_code_may_be_typed_carelessly(world: World, http: Http, typed: str) -> None:
    world.place()

    assert (await http.get(f"/api/tables/{typed}")).status_code == 200


async def test_the_games_are_told_in_full(world: World, http: Http) -> None:
    presets = Presets.model_validate_json((await http.get("/api/presets")).content)

    assert {preset.name: preset.settings for preset in presets.presets} == {
        name: game.columns for name, game in GAMES.items()
    }
    assert [len(preset.settings) for preset in presets.presets if preset.name == "domna"] == [2]


# refusals

REFUSED: list[tuple[str, dict[str, Any], Code]] = [
    ("/api/tables", OPEN, "unknown_preset"),
    ("/api/tables", OPEN, "wrong_options"),
    ("/api/tables", OPEN, "wrong_name"),
    ("/api/tables", OPEN, "request_reused"),
    (f"/api/tables/{CODE}/seats", SIT, "table_full"),
    (f"/api/tables/{CODE}/seats", SIT, "already_started"),
    (f"/api/tables/{CODE}/seats", SIT, "table_gone"),
    (f"/api/tables/{CODE}/seats", SIT, "wrong_name"),
]


@pytest.mark.parametrize(("path", "body", "code"), REFUSED)
async def test_what_seating_refuses_is_passed_on_and_no_secret_is_given(
    world: World, http: Http, path: str, body: dict[str, Any], code: Code
) -> None:
    world.refusals = {"open": code, "sit": code}

    response = await http.post(path, json=body)

    assert problem_of(response).code == code
    assert response.status_code == status_of(code)
    assert "set-cookie" not in response.headers


BODIES: list[tuple[str, Any]] = [("/api/tables", OPEN), (f"/api/tables/{CODE}/seats", SIT)]


@pytest.mark.parametrize(("path", "body"), BODIES)
async def test_every_missing_wrong_or_extra_field_of_a_body_is_named(
    world: World, http: Http, path: str, body: dict[str, Any]
) -> None:
    world.place()
    for field in body:
        less = {name: value for name, value in body.items() if name != field}
        missing = problem_of(await http.post(path, json=less))
        assert (missing.code, missing.fields) == ("missing_field", (field,))
        for value in (7, None, [], {}, True):
            wrong = problem_of(await http.post(path, json=body | {field: value}))
            assert (wrong.code, wrong.fields) == ("wrong_value", (field,))
            assert wrong.status == 422
    extra = problem_of(await http.post(path, json=body | {"seat": 1, "type": "open"}))
    assert (extra.code, extra.fields) == ("extra_field", ("seat", "type"))
    assert world.count(Open) == world.count(Sit) == 0


NOT_BODIES: list[tuple[bytes, Code]] = [
    (b"", "not_json"),
    (b"name=Nour", "not_json"),
    (b"{", "not_json"),
    (b'{"name":"\xff"}', "not_json"),
    (b'{"name":"\\ud800"}', "not_json"),
    (b"[" * 10_000, "not_json"),
    (b"[]", "not_an_object"),
    (b"null", "not_an_object"),
    (b'"x"', "not_an_object"),
    (json.dumps(SIT | {"name": "x" * 20_000}).encode(), "too_large"),
    (b" " * 1_000_000, "too_large"),
]


@pytest.mark.parametrize("path", [path for path, _ in BODIES])
async def test_what_is_no_body_is_refused(world: World, http: Http, path: str) -> None:
    told = [(body, problem_of(await http.post(path, content=body)).code) for body, _ in NOT_BODIES]

    assert told == NOT_BODIES
    assert not world.heard


async def test_a_body_without_a_length_is_read_no_further_than_may_be(world: World, http: Http) -> None:
    async def endless() -> Any:
        for _ in range(1000):
            yield b" " * 1000

    response = await http.post("/api/tables", content=endless())

    assert problem_of(response).code == "too_large"


async def test_options_of_the_wrong_kind_are_named_with_their_place(world: World, http: Http) -> None:
    response = await http.post("/api/tables", json=OPEN | {"options": {"target": "100", "x": 1}})

    assert (problem_of(response).code, problem_of(response).fields) == ("extra_field", ("options.x",))


async def test_a_preset_with_an_endless_name_is_unknown(world: World, http: Http) -> None:
    response = await http.post("/api/tables", json=OPEN | {"preset": "x" * 100})

    assert problem_of(response).code == "unknown_preset"


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api"),
        ("GET", "/api/"),
        ("POST", "/api/nothing"),
        ("GET", "/api/presets/"),
        ("GET", "/api/tables/ABCD1234/seats/1"),
        ("GET", "/nothing"),
        ("GET", "/t/ABCD1234/x"),
        ("GET", "/ws/ABCD1234"),
    ],
)
async def test_an_unknown_address_says_so(world: World, http: Http, method: str, path: str) -> None:
    response = await http.request(method, path)

    assert (response.status_code, problem_of(response).code) == (404, "not_found")


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/tables"),
        ("DELETE", "/api/tables/ABCD1234"),
        ("POST", "/api/presets"),
        ("PUT", "/api/tables/ABCD1234/seats"),
        ("POST", "/"),
        ("DELETE", "/t/ABCD1234"),
    ],
)
async def test_a_wrong_method_says_so(world: World, http: Http, method: str, path: str) -> None:
    response = await http.request(method, path)

    assert (response.status_code, problem_of(response).code) == (405, "wrong_method")
    assert response.headers["allow"]


@pytest.mark.parametrize("code", ["ZZZZZZZZ", "x", "ABCD12345", "ABCDU234", "%00%00", "ABCD1234.evt"])
async def test_an_unknown_table_says_so(world: World, http: Http, code: str) -> None:
    looked = await http.get(f"/api/tables/{code}")
    sat = await http.post(f"/api/tables/{code}/seats", json=SIT)

    assert problem_of(looked).code == problem_of(sat).code == "unknown_table"
    assert looked.status_code == 404


@pytest.mark.parametrize("path", [path for path, _ in BODIES])
@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1.evil.example"])
async def test_a_change_from_another_page_is_refused(
    world: World, http: Http, path: str, origin: str
) -> None:
    response = await http.post(path, json=OPEN, headers={"origin": origin, **bearer(SECRETS[0])})

    assert (response.status_code, problem_of(response).code) == (403, "wrong_origin")
    assert not world.heard


async def test_a_cookie_without_an_origin_is_not_believed(world: World, http: Http) -> None:
    response = await http.post("/api/tables", json=OPEN, headers={"cookie": f"player={SECRETS[0]}"})

    assert problem_of(response).code == "wrong_origin"


async def test_a_page_that_was_named_may_ask(settings: Settings, world: World) -> None:
    own = settings.model_copy(update={"origins": ("https://dominoes.example",)})
    async with running(own) as gateway, http_to(gateway) as http:
        response = await http.post("/api/tables", json=OPEN, headers={"origin": "https://dominoes.example"})

    assert response.status_code == 201


@pytest.mark.parametrize(
    "headers",
    [
        {"authorization": "Bearer short"},
        {"authorization": "Bearer"},
        {"authorization": f"Basic {SECRETS[0]}"},
        {"authorization": f"Bearer {'ü' * 43}"},
        {"cookie": "player=short"},
        {"cookie": f"player={SECRETS[0]}x"},
    ],
)
async def test_a_malformed_secret_is_refused(world: World, http: Http, headers: dict[str, str]) -> None:
    raw = {name: value.encode("latin-1") for name, value in headers.items()}

    response = await http.get(f"/api/tables/{CODE}", headers=raw)

    assert (response.status_code, problem_of(response).code) == (401, "wrong_secret")
    assert "Max-Age=0" in response.headers["set-cookie"]
    assert not world.heard


async def test_a_seating_that_does_not_answer_is_no_refusal(world: World, http: Http) -> None:
    world.silent = {"look", "open"}

    looked, opened = await asyncio.gather(
        http.get(f"/api/tables/{CODE}"), http.post("/api/tables", json=OPEN)
    )

    for response in (looked, opened):
        assert (response.status_code, problem_of(response).code) == (503, "unavailable")
        assert int(response.headers["retry-after"]) >= 1


async def test_an_answer_that_is_none_is_our_fault(world: World, http: Http) -> None:
    world.garbage.add("look")

    response = await http.get(f"/api/tables/{CODE}")

    assert (response.status_code, problem_of(response).code) == (500, "internal")


# how often


async def test_guessing_codes_is_slowed_down(settings: Settings, world: World) -> None:
    world.place()
    own = settings.model_copy(update={"guesses_per_minute": 3})
    async with running(own) as gateway, http_to(gateway) as http:
        right = [(await http.get(f"/api/tables/{CODE}")).status_code for _ in range(5)]
        wrong = [(await http.get(f"/api/tables/ZZZZZZZ{n}")).status_code for n in range(4)]
        after = await http.get(f"/api/tables/{CODE}")
        seated = await http.get(f"/api/tables/{CODE}", headers=bearer(SECRETS[0]))
        sitting = await http.post(f"/api/tables/{CODE}/seats", json=SIT)
        elsewhere = await http.get(f"/api/tables/{CODE}", headers={"x-forwarded-for": "192.0.2.7"})

    assert right == [200] * 5
    assert wrong == [404, 404, 404, 429]
    assert problem_of(after).code == problem_of(sitting).code == "too_many_guesses"
    assert 1 <= int(after.headers["retry-after"]) <= 21
    assert seated.status_code == 200
    assert elsewhere.status_code == 200
    assert world.count(Sit) == 0


async def test_guessing_many_codes_at_once_is_no_way_round(settings: Settings, world: World) -> None:
    own = settings.model_copy(update={"guesses_per_minute": 3})
    async with running(own) as gateway, http_to(gateway) as http:
        tries = [http.get(f"/api/tables/ZZZZZZ{n:02}") for n in range(20)]
        answers = [response.status_code for response in await asyncio.gather(*tries)]

    assert (answers.count(404), answers.count(429)) == (3, 17)
    assert world.count(Look) == 3


async def test_opening_tables_without_end_is_slowed_down(settings: Settings, world: World) -> None:
    own = settings.model_copy(update={"tables_per_minute": 2})
    async with running(own) as gateway, http_to(gateway) as http:
        answers = [await http.post("/api/tables", json=OPEN, headers=bearer(SECRETS[0])) for _ in range(3)]

    assert [answer.status_code for answer in answers] == [201, 201, 429]
    assert problem_of(answers[2]).code == "too_many_requests"
    assert int(answers[2].headers["retry-after"]) >= 1
