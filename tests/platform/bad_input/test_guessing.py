"""Strangers: they get no seat, learn no code, and leave no trace in a log."""

import asyncio
import json

import pytest

from runtime.settings import Settings
from tests.harness.platform import Platform
from tests.platform.bad_input.asking import Client, assert_no_error_logged, assert_problem, handshake
from tests.platform.people import Person
from tests.platform.rude import Scene, assert_clear


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
    assert await handshake(platform, code) == 403

    assert_no_error_logged(platform)
