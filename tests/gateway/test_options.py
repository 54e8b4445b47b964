"""What a host chooses, over HTTP and over the socket, with seating behind it: every fault is named."""

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import httpx
import pytest

from contracts.http import ProblemDocument, TableSeen
from contracts.lobby import Options
from rules.presets import GAMES
from rules.ruleset import RuleSet
from runtime.nodes import connect
from runtime.settings import Settings
from runtime.store import Store
from tests.gateway.client import Client
from tests.gateway.conftest import http_to, running
from tests.gateway.world import SECRETS
from tests.seating.house import seating

START: RuleSet = GAMES["custom"].columns[0]
BEARER = {"authorization": f"Bearer {SECRETS[0]}"}


@pytest.fixture
async def http(settings: Settings, store_url: str) -> AsyncIterator[httpx.AsyncClient]:
    own = settings.model_copy(update={"store_url": store_url})
    store = Store(connect(own), own)
    await store.prepare()
    async with seating(own, store), running(own) as gateway, http_to(gateway) as client:
        yield client
    await store.close()


async def opens(http: httpx.AsyncClient, preset: str, request: str = "r1", **options: Any) -> httpx.Response:
    chosen = json.loads(Options(**options).model_dump_json(exclude_unset=True))
    body = {"preset": preset, "name": "Nour", "request": request, "options": chosen}
    return await http.post("/api/tables", json=body, headers=BEARER)


@pytest.mark.parametrize(
    ("preset", "options", "fields"),
    [
        ("draw", {"target": 51}, ["target"]),
        ("duel", {"target": 100}, ["target"]),
        ("partners", {"players": 3}, ["players"]),
        ("domna", {"players": 3}, ["players"]),
        ("partners", {"alone": True}, ["alone"]),
        ("block", {"rules": START}, ["rules"]),
        ("partners", {"rules": START, "players": 2, "target": 7, "alone": True}, None),
        ("custom", {"rules": replace(START, partners=True)}, ["rules.partners"]),
        (
            "custom",
            {
                "rules": replace(
                    START,
                    hand=((2, 7),),
                    reserve=2,
                    drawing=False,
                    tied_lead=None,
                    away="wait",
                    next_round="consent",
                    start="fill",
                    computer_players="no",
                ),
                "target": 1000,
                "alone": True,
            },
            [
                "rules.hand",
                "rules.reserve",
                "rules.tied_lead",
                "rules.away",
                "rules.start",
                "rules.next_round",
                "alone",
            ],
        ),
    ],
)
async def test_every_option_at_fault_is_named(
    http: httpx.AsyncClient, preset: str, options: dict[str, Any], fields: list[str] | None
) -> None:
    response = await opens(http, preset, **options)

    problem = ProblemDocument.model_validate_json(response.content)
    assert (response.status_code, problem.code) == (422, "wrong_options")
    assert list(problem.fields) == (fields or ["rules", "players", "target", "alone"])
    assert problem.detail.count(".") >= len(problem.fields)


async def test_every_field_that_is_missing_from_own_rules_is_named(http: httpx.AsyncClient) -> None:
    body = {"preset": "custom", "name": "Nour", "request": "r", "options": {"rules": {"colour": "red"}}}

    response = await http.post("/api/tables", json=body, headers=BEARER)

    problem = ProblemDocument.model_validate_json(response.content)
    assert problem.code == "missing_field"
    assert len(problem.fields) == 25
    assert all(field.startswith("options.rules.") for field in problem.fields)


async def test_what_was_agreed_can_be_read_before_sitting_down(http: httpx.AsyncClient) -> None:
    rules = replace(START, tiles="double-nine", reserve=2, turn_seconds=15)
    code = (await opens(http, "custom", rules=rules, target=151, players=3)).json()["code"]

    seen = TableSeen.model_validate_json((await http.get(f"/api/tables/{code}")).content).table

    assert seen.settings == seen.options.rules == rules
    assert (seen.preset, seen.target, len(seen.seats)) == ("custom", 151, 3)


async def test_a_table_to_play_alone_is_full_from_the_start(http: httpx.AsyncClient) -> None:
    code = (await opens(http, "domna", alone=True, level="hard")).json()["code"]

    seen = TableSeen.model_validate_json((await http.get(f"/api/tables/{code}")).content).table
    refused = await http.post(f"/api/tables/{code}/seats", json={"name": "Dana"})

    assert seen.status == "starting"
    assert [seat and seat.computer for seat in seen.seats] == [None, "hard", "hard", "hard"]
    assert (refused.status_code, refused.json()["code"]) == (409, "table_full")


async def test_people_are_moved_when_the_host_takes_seats_away(http: httpx.AsyncClient) -> None:
    code = (await opens(http, "draw")).json()["code"]
    port = http.base_url.port or 0
    for secret in SECRETS[1:3]:
        headers = {"authorization": f"Bearer {secret}"}
        await http.post(f"/api/tables/{code}/seats", json={"name": secret[0]}, headers=headers)
    async with (
        Client(port, code=code) as host,
        Client(port, code=code, secret=SECRETS[1]) as leaver,
        Client(port, code=code, secret=SECRETS[2]) as last,
    ):
        for client in (host, leaver, last):
            await client.welcomed()
        await leaver.say("leave")
        await leaver.closed()
        assert (await host.ask("options", options={"players": 2}))["ok"]
        moved_code, frames = await last.closed()
        async with Client(port, code=code, secret=SECRETS[2]) as back:
            welcome = await back.until("welcome")
            table = (await back.until("table"))["table"]

    assert (moved_code, frames[-1]["reason"], frames[-1]["after_ms"]) == (1012, "restart", 0)
    assert welcome["seat"] == 1
    assert [seat["name"] for seat in table["seats"]] == ["Nour", "c"]
    assert [seat["present"] for seat in table["seats"]] == [True, True]


async def test_a_level_before_the_start_is_that_of_the_options(http: httpx.AsyncClient) -> None:
    code = (await opens(http, "draw")).json()["code"]
    async with Client(http.base_url.port or 0, code=code) as host:
        await host.welcomed()
        refused = await host.ask("level", "l", seat=1, level="hard")
        chosen = await host.ask("options", "o", options={"level": "hard"})

    assert (refused["error"]["code"], refused["error"]["fields"]) == ("no_computer", ["seat"])
    assert chosen["ok"]
