"""Old rounds over HTTP: for those who sit at the table, and for nobody else."""

import httpx
import pytest

from contracts.commands import Look, RoundAsked, RoundsAsked
from runtime.settings import Settings
from tests.gateway.conftest import http_to, running
from tests.gateway.test_http import bearer, problem_of
from tests.gateway.world import CODE, ROUND, ROUNDS, SECRETS, World

Http = httpx.AsyncClient
PATHS = [f"/api/tables/{CODE}/rounds", f"/api/tables/{CODE}/rounds/1/3"]
STRANGER = bearer("z" * 43)


async def test_who_sits_at_the_table_is_told_which_rounds_there_are(world: World, http: Http) -> None:
    world.place()

    response = await http.get(f"/api/tables/{CODE}/rounds", headers=bearer(SECRETS[2]))

    assert (response.status_code, response.content) == (200, ROUNDS)
    assert response.headers["content-type"] == "application/json"
    assert response.headers["cache-control"] == "no-store"
    assert (await world.until(RoundsAsked)).table == CODE


async def test_who_sits_at_the_table_is_shown_a_round(world: World, http: Http) -> None:
    world.place()

    response = await http.get(f"/api/tables/{CODE}/rounds/1/3", headers=bearer(SECRETS[0]))

    assert (response.status_code, response.content) == (200, ROUND)
    assert response.headers["cache-control"] == "no-store"
    assert await world.until(RoundAsked) == RoundAsked(table=CODE, match=1, round=3)


async def test_a_page_asks_with_its_cookie(world: World, http: Http) -> None:
    world.place()

    response = await http.get("/api/tables/abcd-1234/rounds/1/3", headers={"cookie": f"player={SECRETS[1]}"})

    assert response.content == ROUND


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("headers", [{}, STRANGER])
async def test_nobody_else_is_told_anything(
    world: World, http: Http, path: str, headers: dict[str, str]
) -> None:
    world.place()

    response = await http.get(path, headers=headers)

    assert (response.status_code, problem_of(response).code) == (403, "not_seated")
    assert "set-cookie" not in response.headers
    assert world.count(RoundsAsked) == world.count(RoundAsked) == 0


async def test_a_round_that_is_not_there_is_refused(world: World, http: Http) -> None:
    world.place()

    response = await http.get(f"/api/tables/{CODE}/rounds/1/4", headers=bearer(SECRETS[0]))

    assert (response.status_code, problem_of(response).code) == (404, "no_such_round")


@pytest.mark.parametrize("path", ["/rounds", "/rounds/1/3"])
async def test_a_table_that_is_not_there_is_refused(world: World, http: Http, path: str) -> None:
    response = await http.get(f"/api/tables/{CODE}{path}", headers=bearer(SECRETS[0]))

    assert problem_of(response).code == "unknown_table"


@pytest.mark.parametrize(
    "path",
    [
        "/rounds/",
        "/rounds/1",
        "/rounds/1/",
        "/rounds/1/3/",
        "/rounds/1/3/5",
        "/rounds/0/3",
        "/rounds/1/0",
        "/rounds/01/3",
        "/rounds/1/03",
        "/rounds/-1/3",
        "/rounds/1/3.0",
        "/rounds/1/100000",
        "/rounds/one/three",
        "/rounds/1/%D9%A3",
        "/rounds/1/3%0A",
    ],
)
async def test_what_no_round_is_called_is_no_address(world: World, http: Http, path: str) -> None:
    world.place()

    response = await http.get(f"/api/tables/{CODE}{path}", headers=bearer(SECRETS[0]))

    assert (response.status_code, problem_of(response).code) == (404, "not_found")
    assert world.count(Look) == 0


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
@pytest.mark.parametrize("path", PATHS)
async def test_rounds_are_only_looked_at(world: World, http: Http, method: str, path: str) -> None:
    response = await http.request(method, path, headers=bearer(SECRETS[0]))

    assert problem_of(response).code == "wrong_method"


async def test_guessing_codes_here_counts_as_guessing_anywhere(settings: Settings, world: World) -> None:
    world.place()
    own = settings.model_copy(update={"guesses_per_minute": 3})
    async with running(own) as gateway, http_to(gateway) as http:
        right = [(await http.get(PATHS[0], headers=bearer(SECRETS[0]))).status_code for _ in range(5)]
        wrong = [(await http.get(f"/api/tables/ZZZZZZZ{n}/rounds")).status_code for n in range(4)]
        stranger = await http.get(PATHS[1], headers=STRANGER)
        seated = await http.get(PATHS[1], headers=bearer(SECRETS[0]))

    assert right == [200] * 5
    assert wrong == [404, 404, 404, 429]
    assert problem_of(stranger).code == "too_many_guesses"
    assert seated.status_code == 200


async def test_without_an_engine_it_is_not_known(world: World, http: Http) -> None:
    world.place()
    world.silent.add("rounds")

    response = await http.get(PATHS[0], headers=bearer(SECRETS[0]))

    assert (response.status_code, problem_of(response).code) == (503, "unavailable")


async def test_an_answer_of_the_engine_that_is_none_is_our_fault(world: World, http: Http) -> None:
    world.place()
    world.garbage.add("rounds")

    response = await http.get(PATHS[1], headers=bearer(SECRETS[0]))

    assert (response.status_code, problem_of(response).code) == (500, "internal")
