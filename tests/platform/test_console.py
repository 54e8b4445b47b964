"""Operators at a house in which people play: they look at it, and drain a gateway and an engine meanwhile."""

import asyncio
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from console.house import settings
from tests.harness.platform import Platform
from tests.harness.player import Frame, Player

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def platform() -> Iterator[Platform]:
    with Platform(gateways=2, engines=2, bots=1) as platform:
        yield platform


def told(platform: Platform, *words: str, ends: int = 0) -> str:
    """Run a command beside this platform, as `make run` writes down where it is."""
    written = platform.plan.run / "console.env"
    assert written.stat().st_mode & 0o077 == 0 or platform.plan.run.stat().st_mode & 0o077 == 0
    found = settings(written)
    environment = {
        **os.environ,
        "DOUBLESIX_NATS_URL": found.nats_url,
        "DOUBLESIX_STORE_URL": found.store_url,
        "DOUBLESIX_NATS_PASSWORD": found.nats_password.get_secret_value() if found.nats_password else "",
    }
    done = subprocess.run(
        [sys.executable, "-m", "console", *words], env=environment, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == ends, done.stdout + done.stderr
    return done.stdout


async def told_meanwhile(platform: Platform, *words: str) -> str:
    return await asyncio.to_thread(told, platform, *words)


def test_a_house_that_is_well_is_found_so(platform: Platform) -> None:
    findings: list[dict[str, Any]] = json.loads(told(platform, "doctor", "--json"))

    assert {one["level"] for one in findings} == {"ok"}
    assert [one["what"].split(",")[0] for one in findings if one["part"] in ("gateway", "engine")] == [
        "gateway-1",
        "gateway-2",
        "engine-1",
        "engine-2",
    ]


def test_a_service_that_is_away_is_found(platform: Platform) -> None:
    platform.freeze("timer")
    try:
        findings: list[dict[str, Any]] = json.loads(told(platform, "doctor", "--json", ends=2))
    finally:
        platform.thaw()

    assert [(one["part"], one["what"]) for one in findings if one["level"] == "fault"] == [
        ("timer", "none is ready")
    ]


def test_the_last_of_its_kind_is_not_drained_unasked(platform: Platform) -> None:
    told(platform, "drain", "timer-1", ends=1)
    told(platform, "drain", "nobody", ends=2)


async def test_a_gateway_and_an_engine_are_drained_while_people_play(platform: Platform) -> None:
    people = [Player(platform.urls, f"P{seat}", random.Random(seat)) for seat in range(4)]
    code = await people[0].open_table(target=500)
    for person in people[1:]:
        await person.sit(code)
    for person in people:
        person.stay()
    assert (await people[0].ask({"type": "start"}))["ok"]
    over = asyncio.Event()

    def is_over(view: Frame) -> bool:
        return over.is_set() or view["phase"] == "over"

    playing = asyncio.gather(*(person.play(until=is_over, think=lambda: 0.05) for person in people))
    gateway = await told_meanwhile(platform, "drain", "gateway-1")
    engine = await told_meanwhile(platform, "drain", "engine-1")
    shown = await told_meanwhile(platform, "show", code)
    over.set()
    await playing
    moves = sum(len(person.acknowledged) for person in people)
    refused = [refusal for person in people for refusal in person.refused]
    for person in people:
        await person.close()

    assert "gateway-1 is empty and gone" in gateway
    assert "gateway-1 is there in its place" in gateway
    assert "engine-1 is there in its place" in engine
    assert "seat 3   P3, here" in shown
    assert moves > 0
    assert refused == []
