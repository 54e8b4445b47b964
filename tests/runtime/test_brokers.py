"""NATS of three nodes: one whose machine is lost says nothing, and closes nothing."""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from secrets import token_hex

import pytest
from faststream.nats import NatsResponse, NatsRouter
from pydantic import SecretStr

from contracts import subjects
from contracts.commands import RoundsAsked
from deploy.embedded.plan import NATS_VARIABLES
from runtime.ask import ask
from runtime.broker import Broker
from runtime.serving import serves
from runtime.settings import Settings
from tests.harness.brokers import Brokers, nats_cluster
from tests.harness.node import Node

WORDS = {name: f"p-{token_hex(8)}" for name in NATS_VARIABLES.values()}

pytestmark = pytest.mark.slow


@pytest.fixture
def brokers() -> Iterator[Brokers]:
    with nats_cluster(WORDS) as brokers:
        yield brokers


def a_broker(user: str, brokers: Brokers, settings: Settings) -> Broker:
    told = {"nats_url": brokers.url, "nats_password": SecretStr(WORDS[NATS_VARIABLES[user]])}
    return Broker(user, settings.model_copy(update=told))


def node_of(broker: Broker, brokers: Brokers) -> Node:
    """The node that a service is connected to."""
    url = broker.connection.connected_url
    assert url is not None
    return next(node for node in brokers.nodes if node.port == url.port)


@pytest.mark.parametrize("whose", ["of who asks", "of who answers"])
async def test_an_answer_comes_in_time_when_a_node_is_lost_without_a_word(
    whose: str, brokers: Brokers, settings: Settings
) -> None:
    router = NatsRouter()

    async def answers(body: bytes) -> NatsResponse:
        return NatsResponse(b"here")

    serves(router, subjects.ENGINE_ROUNDS, "engine")(answers)
    usual = settings.model_copy(update={"request_ms": 1_000, "answer_ms": 10_000})
    async with AsyncExitStack() as stack:
        engine, gateway = (a_broker(user, brokers, settings) for user in ("engine", "gateway"))
        engine.include_router(router)
        for broker in (engine, gateway):
            await broker.start()
            stack.push_async_callback(broker.stop)
        asked = RoundsAsked(table="7K3MXY52")
        assert (await ask(gateway, subjects.ENGINE_ROUNDS, asked, usual)).body == b"here"

        lost = node_of(gateway if whose == "of who asks" else engine, brokers)
        lost.freeze()
        async with asyncio.timeout(10):
            answer = await ask(gateway, subjects.ENGINE_ROUNDS, asked, usual)
        lost.thaw()

    assert answer.body == b"here"
