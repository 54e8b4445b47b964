"""Leases of connections: held, let go, lapsed, lost; and never lapsed through our own fault."""

import asyncio
import time

import pytest

from contracts.commands import Depart
from contracts.subjects import SEATING
from runtime import metrics
from runtime.keys import lease_due, over_due
from runtime.settings import Settings
from runtime.store import Store
from tests.seating.house import Event, Guest, House
from tests.timer.conftest import Gateway, Owners, a_timer
from tests.timer.dues import a_code, a_lease, put
from timer.sender import Sender


def is_away(event: Event) -> bool:
    """The host was there, and is away."""
    host = event.table.seats[0]
    return host is not None and not host.present and event.position.version > 2


async def an_open_table(house: House) -> tuple[str, Guest]:
    host = Guest("Amal")
    code = await house.opens(host)
    await house.arrives(code, host)
    return code, host


@pytest.mark.parametrize("changed", [{"lease_ms": 1_500}], indirect=True)
async def test_a_lease_that_is_held_goes_on(timer: Sender, gateway: Gateway, house: House) -> None:
    code, host = await an_open_table(house)
    lease = a_lease(code, 0, host.connection)
    ends = time.monotonic() + 2 * house.settings.lease_ms / 1000

    while time.monotonic() < ends:
        assert (await gateway.hold([lease])).lost == ()
        await asyncio.sleep(house.settings.renew_ms / 1000)

    assert (await house.looks(code)).connections[0] == host.connection
    assert len(house.events) == 2


@pytest.mark.parametrize("changed", [{"lease_ms": 60_000}], indirect=True)
async def test_who_closes_is_away_after_a_short_while(timer: Sender, gateway: Gateway, house: House) -> None:
    code, host = await an_open_table(house)

    closed_at = time.monotonic()
    await gateway.hold(closed=[a_lease(code, 0, host.connection)])

    event = await house.event(is_away)
    assert time.monotonic() - closed_at >= house.settings.lapse_ms / 1000 - 0.01
    assert event.connections[0] is None
    assert not await house.store.is_due(code, over_due(code, 0, host.connection))


@pytest.mark.parametrize("changed", [{"lapse_ms": 2_000}], indirect=True)
async def test_who_comes_back_within_that_while_was_never_away(
    timer: Sender, gateway: Gateway, house: House
) -> None:
    code, host = await an_open_table(house)
    await gateway.hold(closed=[a_lease(code, 0, host.connection)])

    back = Guest("Amal", player=host.player)
    await house.arrives(code, back)

    older, newer = a_lease(code, 0, host.connection), a_lease(code, 0, back.connection)
    assert (await gateway.hold([older, newer])).lost == (older,)
    assert not any(is_away(event) for event in house.events)
    assert (await house.looks(code)).connections[0] == back.connection


async def test_who_falls_silent_with_its_gateway_is_away_when_the_lease_ends(
    timer: Sender, house: House
) -> None:
    began = time.monotonic()
    await an_open_table(house)

    await house.event(is_away)

    assert time.monotonic() - began >= house.settings.lease_ms / 1000 - 0.01


async def test_a_lease_that_lapsed_is_lost_and_its_connection_arrives_again(
    timer: Sender, gateway: Gateway, house: House
) -> None:
    code, host = await an_open_table(house)
    await house.event(is_away)

    lease = a_lease(code, 0, host.connection)
    assert (await gateway.hold([lease])).lost == (lease,)
    await house.arrives(code, host, again=True)

    assert (await gateway.hold([lease])).lost == ()
    assert (await house.looks(code)).connections[0] == host.connection


async def test_only_lost_leases_are_named(timer: Sender, gateway: Gateway, house: House) -> None:
    code, host = await an_open_table(house)
    held, unknown = a_lease(code, 0, host.connection), a_lease("ZZZZZZZZ", 3)

    kept = await gateway.hold([held, unknown], closed=[a_lease("YYYYYYYY")])

    assert kept.lost == (unknown,)


@pytest.mark.parametrize("changed", [{"lapse_ms": 60_000}], indirect=True)
async def test_closing_never_lengthens_a_lease(
    timer: Sender, gateway: Gateway, owners: Owners, store: Store
) -> None:
    lease = a_lease(a_code())
    await put(store, lease.table, {lease_due(lease.table, 0, lease.connection): 300})

    await gateway.hold(closed=[lease])

    await owners.hear(1)


async def test_a_departure_is_said_until_seating_hears_it(
    timer: Sender, owners: Owners, store: Store
) -> None:
    code = a_code()
    lease = a_lease(code, 2)

    await put(store, code, {lease_due(code, 2, lease.connection): 0})

    for heard in await owners.hear(2):
        assert heard.subject == SEATING
        assert Depart.model_validate_json(heard.body) == Depart(
            table=code, seat=2, connection=lease.connection
        )


@pytest.mark.parametrize("changed", [{"lease_ms": 60_000}], indirect=True)
async def test_renewals_that_race_with_the_end_of_a_lease_are_either_held_or_lost(
    timer: Sender, gateway: Gateway, owners: Owners, store: Store, settings: Settings
) -> None:
    """A lease is never renewed and lapsed both: whoever is told that it is held has a whole term."""
    leases = [a_lease(a_code(), 1) for _ in range(60)]
    await asyncio.gather(
        *(
            put(store, lease.table, {lease_due(lease.table, 1, lease.connection): 150 + 3 * number})
            for number, lease in enumerate(leases)
        )
    )
    await asyncio.sleep(0.24)

    held = set(leases) - set((await gateway.hold(leases)).lost)
    await asyncio.sleep(0.15)

    departed = {Depart.model_validate_json(heard.body).table for heard in owners.heard}
    assert not departed & {lease.table for lease in held}
    for lease in leases:
        over = over_due(lease.table, 1, lease.connection)
        if lease in held:
            assert not await store.is_due(lease.table, over)
            continue
        async with asyncio.timeout(10):
            while not await store.is_due(lease.table, over):  # noqa: ASYNC110, a timer does it
                await asyncio.sleep(0.02)


@pytest.mark.parametrize("changed", [{"outage_ms": 400}], indirect=True)
async def test_timers_that_looked_away_do_not_let_living_leases_lapse(
    owners: Owners, store: Store, settings: Settings, pulse: None
) -> None:
    lease = a_lease(a_code())
    member = lease_due(lease.table, 0, lease.connection)
    await put(store, lease.table, {member: settings.lease_ms})
    await store.claim(10)  # the last look of a timer that ends now

    await asyncio.sleep((settings.lease_ms + settings.outage_ms) / 1000)
    async with a_timer(settings, store):
        await asyncio.sleep(4 * settings.scan_ms / 1000)

    assert owners.heard == []
    assert await store.is_due(lease.table, member)


@pytest.mark.parametrize("changed", [{"outage_ms": 400}], indirect=True)
async def test_leases_that_could_not_be_renewed_without_a_pulse_do_not_lapse(
    owners: Owners, store: Store, settings: Settings
) -> None:
    lease = a_lease(a_code())
    member = lease_due(lease.table, 0, lease.connection)

    async with a_timer(settings, store):  # and no engine
        await put(store, lease.table, {member: settings.outage_ms + 100})
        await asyncio.sleep((settings.outage_ms + 200) / 1000)

    assert owners.heard == []
    assert await store.is_due(lease.table, member)


async def test_the_lateness_of_a_lapse_is_counted(timer: Sender, owners: Owners, store: Store) -> None:
    def counted() -> float:
        labels = {"kind": "lease"}
        name = "doublesix_deadline_lateness_seconds_count"
        return metrics.REGISTRY.get_sample_value(name, labels) or 0

    before = counted()
    lease = a_lease(a_code())
    await put(store, lease.table, {lease_due(lease.table, 0, lease.connection): 10})
    await owners.hear(1)

    assert counted() >= before + 1


@pytest.mark.parametrize("body", [b"", b"{}x", b'{"alive":[{"table":"x"}]}'])
async def test_what_is_no_batch_is_refused(timer: Sender, gateway: Gateway, body: bytes) -> None:
    reply = await gateway.broker.request(body, "v1.cmd.timer.leases", timeout=2)

    assert reply.headers["x-error"] == "wrong_value"
