"""What each service may say and hear on NATS. A gateway that was taken over can tell no one lies."""

import asyncio
import os
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import nats
import pytest
from nats.aio.client import Client

from contracts import subjects
from contracts.channels import CHANNELS
from deploy.embedded import probe
from deploy.embedded.plan import NATS_VARIABLES
from deploy.embedded.ports import FreePorts
from deploy.embedded.servers import nats_command
from runtime.requests import requests_of
from tests.harness.known import known

TABLE = "QQB2PW3Q"
OPERATED = {subjects.STATUS, subjects.DRAIN}
"""What an operator asks of every instance."""
SAY = {
    "gateway": {
        subjects.SEATING,
        subjects.SEATING_POSITIONS,
        subjects.engine(TABLE),
        subjects.ENGINE_VIEW,
        subjects.ENGINE_POSITIONS,
        subjects.ENGINE_ROUNDS,
        subjects.ENGINE_ROUND,
        subjects.TIMER_LEASES,
    },
    "seating": {subjects.engine(TABLE), subjects.table_event(TABLE)},
    "engine": {subjects.seat_event(TABLE, 0), subjects.bot_event(TABLE, 1)},
    "timer": {subjects.engine(TABLE), subjects.SEATING},
    "bots": {subjects.ENGINE_COMPUTER},
    "console": OPERATED,
}
HEAR = {
    "gateway": {subjects.table_event(TABLE), subjects.seat_event(TABLE, 0)} | OPERATED,
    "seating": {subjects.SEATING, subjects.SEATING_POSITIONS} | OPERATED,
    "engine": OPERATED
    | {
        subjects.engine(TABLE),
        subjects.ENGINE_COMPUTER,
        subjects.ENGINE_VIEW,
        subjects.ENGINE_POSITIONS,
        subjects.ENGINE_ROUNDS,
        subjects.ENGINE_ROUND,
    },
    "timer": {subjects.TIMER_LEASES} | OPERATED,
    "bots": {subjects.bot_event(TABLE, 1)} | OPERATED,
    "console": set(),
}
EVERYTHING = set().union(*SAY.values(), *HEAR.values())

BEHIND_A_PATTERN = [
    ("gateway", subjects.EVENTS_ALL),
    ("gateway", subjects.BOTS),
    ("gateway", "v1.evt.*.*.*"),
    ("bots", subjects.EVENTS_ALL),
    ("bots", "v1.evt.*.*.*"),
    ("bots", subjects.ENGINE_ANY),
    ("console", ">"),
    ("console", "v1.cmd.>"),
    ("console", subjects.EVENTS_ALL),
]
"""Subscriptions that would hear, by a wildcard, what somebody may not hear."""


def concrete(subject: str) -> str:
    """A subject as it is said in these tests: computer players sit on seat 1."""
    return subject.replace("{table}", TABLE).replace("{seat}", "1" if ".bot." in subject else "0")


def test_a_service_may_say_and_hear_what_is_published_of_it_and_nothing_else() -> None:
    says = {user: {concrete(c.subject) for c in CHANNELS if user in c.says} for user in NATS_VARIABLES}
    hears = {user: {concrete(c.subject) for c in CHANNELS if user in c.hears} for user in NATS_VARIABLES}

    assert (says, hears) == (SAY, HEAR)


@pytest.fixture(scope="module")
def nats_port() -> Iterator[int]:
    port = FreePorts().take()
    words = {variable: f"p-{user}" for user, variable in NATS_VARIABLES.items()}
    with subprocess.Popen(
        nats_command(port), env={**os.environ, **words}, stderr=subprocess.DEVNULL
    ) as server:
        while not probe.nats(port).passes():
            assert server.poll() is None
        yield port
        server.terminate()


@asynccontextmanager
async def connected(port: int, service: str) -> AsyncIterator[tuple[Client, list[str]]]:
    """Yield a service's connection, and what NATS refused it."""
    refused: list[str] = []

    async def note(error: Exception) -> None:
        refused.append(str(error).lower())

    client = await nats.connect(
        f"nats://127.0.0.1:{port}",
        user=service,
        password=f"p-{service}",
        inbox_prefix=f"_INBOX_{service}",
        error_cb=note,
    )
    try:
        yield client, refused
    finally:
        await client.close()


async def settled(client: Client) -> None:
    """Wait for what NATS has to say about all that was sent."""
    await known(client)
    await asyncio.sleep(0.05)


def allowed(refused: list[str]) -> set[str]:
    """Return the subjects that no refusal names; nats-py gives them in small letters."""
    return {subject for subject in EVERYTHING if not any(f'"{subject.lower()}"' in text for text in refused)}


@pytest.mark.parametrize("service", SAY)
async def test_a_service_says_what_it_has_to_and_nothing_else(nats_port: int, service: str) -> None:
    async with connected(nats_port, service) as (client, refused):
        for subject in EVERYTHING:
            await client.publish(subject, b"")
        await settled(client)

    assert allowed(refused) == SAY[service]


@pytest.mark.parametrize("service", HEAR)
async def test_a_service_hears_what_it_has_to_and_nothing_else(nats_port: int, service: str) -> None:
    async with connected(nats_port, service) as (client, refused):
        for subject in EVERYTHING:
            await client.subscribe(subject)
        await settled(client)

    assert allowed(refused) == HEAR[service]


@pytest.mark.parametrize(("service", "pattern"), BEHIND_A_PATTERN)
async def test_no_pattern_lets_a_service_hear_more(nats_port: int, service: str, pattern: str) -> None:
    async with connected(nats_port, service) as (client, refused):
        await client.subscribe(pattern)
        await client.subscribe(pattern, queue="bots")
        await settled(client)

    assert len(refused) == 2
    assert all("permissions violation for subscription" in text for text in refused)


async def test_an_answer_is_heard_by_who_asked_only(nats_port: int) -> None:
    async with (
        connected(nats_port, "gateway") as (gateway, gateway_refused),
        connected(nats_port, "seating") as (seating, _),
    ):
        await gateway.subscribe("_INBOX_seating.>")

        async def answer(message: nats.aio.msg.Msg) -> None:
            await message.respond(b"answer")

        await seating.subscribe(subjects.SEATING, queue="seating", cb=answer)
        await settled(seating)

        assert (await gateway.request(subjects.SEATING, b"", timeout=2)).data == b"answer"
        await settled(gateway)

    assert any("_inbox_seating" in text for text in gateway_refused)


async def test_who_is_asked_again_before_it_has_answered_may_answer_both(nats_port: int) -> None:
    async with (
        connected(nats_port, "gateway") as (gateway, _),
        connected(nats_port, "seating") as (seating, refused),
    ):
        tries: list[nats.aio.msg.Msg] = []

        async def slow(message: nats.aio.msg.Msg) -> None:
            tries.append(message)
            if len(tries) == 2:
                for one in tries:
                    await one.respond(b"answer")

        await seating.subscribe(subjects.SEATING, queue="seating", cb=slow)
        await settled(seating)

        with requests_of(gateway).question() as question:
            with pytest.raises(TimeoutError):
                await question.ask(gateway, subjects.SEATING, b"same", 0.05, {})
            answer = await question.ask(gateway, subjects.SEATING, b"same", 2, {})
        await settled(seating)

    assert (answer.data, refused) == (b"answer", [])
