"""What all tests share: servers of their own, an empty store, and settings with short durations."""

from collections.abc import Iterator

import pytest
from redis import Redis

from runtime.settings import Settings
from tests.harness.platform import Platform
from tests.harness.servers import nats_server, store_server


@pytest.fixture(scope="session")
def nats_url() -> Iterator[str]:
    """NATS, without users: everybody may say everything."""
    with nats_server() as url:
        yield url


@pytest.fixture(scope="session")
def store_server_url() -> Iterator[str]:
    with store_server() as url:
        yield url


@pytest.fixture
def store_url(store_server_url: str) -> str:
    """A store in which nothing is, not even functions."""
    with Redis.from_url(store_server_url) as store:
        store.flushall()
        store.function_flush()
    return store_server_url


@pytest.fixture
def settings(nats_url: str, store_url: str) -> Settings:
    """Settings for the servers of this test. Waits are a tenth of real ones."""
    return Settings(
        nats_url=nats_url,
        store_url=store_url,
        instance="test",
        log_level="warning",
        drain_ms=2_000,
        request_ms=500,
        answer_ms=3_000,
        renew_ms=250,
        lease_ms=1_000,
        lapse_ms=300,
        silence_ms=1_200,
        positions_ms=250,
        restart_spread_ms=100,
        between_ms=2_000,
        rest_ms=6_000,
        scan_ms=20,
        handling_ms=300,
        pulse_ms=100,
        outage_ms=400,
    )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Show what the platform logged beside a test that failed on it."""
    report = yield
    if report.failed:
        for platform in Platform.running:
            report.sections.append(("the platform's logs", platform.tails()))
    return report
