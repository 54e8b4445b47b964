"""How an instance is, and that it hands over when it is asked to; on a real NATS."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest

from console.bus import bus
from runtime.broker import Broker
from runtime.inner import Health
from runtime.instance import Instance
from runtime.settings import Settings
from tests.harness.known import known


@dataclass
class Running:
    """An instance whose end is only noted."""

    instance: Instance
    health: Health
    holds: int = 0
    ended: asyncio.Event = field(default_factory=asyncio.Event)


@pytest.fixture
async def running(settings: Settings) -> AsyncIterator[list[Running]]:
    """Two instances of one service."""
    found, brokers = [], []
    for number in (1, 2):
        told = settings.model_copy(update={"instance": f"engine-{number}", "release": f"r{number}"})
        broker, health = Broker("engine", told), Health({})
        one = Running.__new__(Running)
        one.health, one.holds, one.ended = health, number, asyncio.Event()
        one.instance = Instance("engine", told, health, holds=lambda one=one: one.holds, end=one.ended.set)
        await broker.start()
        await one.instance.listen(broker)
        await known(broker.connection)
        found.append(one)
        brokers.append(broker)
    yield found
    for broker in brokers:
        broker.ending = True
        await broker.stop()


async def test_every_instance_says_how_it_is(running: list[Running], settings: Settings) -> None:
    running[1].health.ending = True

    async with bus(settings) as connection:
        told = await connection.statuses()

    assert [(one.instance, one.release, one.holds, one.ending) for one in told] == [
        ("engine-1", "r1", 1, False),
        ("engine-2", "r2", 2, True),
    ]
    assert told[1].faults == {"process": "ending"}
    assert [one.process for one in told] == [one.instance.process for one in running]


async def test_only_the_process_that_is_named_hands_over(running: list[Running], settings: Settings) -> None:
    async with bus(settings) as connection:
        assert await connection.drain(running[1].instance.process)

    assert (running[0].ended.is_set(), running[1].ended.is_set()) == (False, True)


async def test_what_comes_in_its_place_is_not_meant(running: list[Running], settings: Settings) -> None:
    async with bus(settings) as connection:
        assert not await connection.drain("0" * 16)

    assert not any(one.ended.is_set() for one in running)


async def test_an_instance_answers_while_it_is_ending(settings: Settings, running: list[Running]) -> None:
    """A broker that drains gives up what the service hears, and not this."""
    health = Health({})
    broker = Broker("timer", settings)
    instance = Instance("timer", settings, health)
    await broker.start()
    await instance.listen(broker)
    await broker.drain()

    async with bus(settings) as connection:
        told = await connection.statuses()

    assert instance.process in [one.process for one in told]
    await broker.stop()
