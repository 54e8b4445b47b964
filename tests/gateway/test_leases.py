"""What the timer is told of connections, and what comes of its answer."""

import asyncio

from contracts.commands import Arrival, Arrive, Lease, Leases, Leave
from contracts.frames import CloseCode
from tests.gateway.client import Client
from tests.gateway.test_commands import still_served
from tests.gateway.world import CODE, SECRETS, World


async def test_all_connections_are_held_on_to_in_one_batch(world: World, port: int) -> None:
    world.place()
    world.place("0THER000")
    async with (
        Client(port) as one,
        Client(port, secret=SECRETS[1]) as two,
        Client(port, code="0THER000") as far,
    ):
        for client in (one, two, far):
            await client.welcomed()

        batch = await world.until(Leases, lambda leases: len(leases.alive) == 3)

    assert {(lease.table, lease.seat) for lease in batch.alive} == {(CODE, 0), (CODE, 1), ("0THER000", 0)}


async def test_a_closed_connection_is_told_at_once_and_once(world: World, port: int) -> None:
    world.place()
    async with Client(port, secret=SECRETS[1]) as neighbour:
        await neighbour.welcomed()
        async with Client(port) as client:
            await client.welcomed()
            arrival = await world.until(Arrival, lambda arrival: arrival.player == SECRETS[0])
        batch = await world.until(Leases, lambda leases: bool(leases.closed))
        await world.next(Leases)
        await world.next(Leases)

    assert batch.closed == (Lease(table=CODE, seat=0, connection=arrival.connection),)
    assert sum(bool(leases.closed) for leases in world.heard if isinstance(leases, Leases)) == 1


async def test_a_close_that_nobody_heard_is_told_again(world: World, port: int) -> None:
    world.place()
    async with Client(port) as client:
        await client.welcomed()
        world.silent.add("leases")
    first = await world.until(Leases, lambda leases: bool(leases.closed))
    world.silent.clear()
    world.heard.clear()

    again = await world.until(Leases, lambda leases: bool(leases.closed))

    assert again.closed == first.closed


async def test_a_lost_lease_makes_its_connection_arrive_again(world: World, port: int) -> None:
    place = world.place()
    async with Client(port) as client:
        await client.welcomed()
        arrival = await world.until(Arrival)
        place.connections[0] = None
        world.lost = (Lease(table=CODE, seat=0, connection=arrival.connection),)
        again = await world.until(Arrive)
        await still_served(client)

    assert again.connection == arrival.connection
    assert again.player == arrival.player


async def test_a_lost_lease_of_a_replaced_connection_ends_it(world: World, port: int) -> None:
    place = world.place()
    async with Client(port) as client:
        await client.welcomed()
        arrival = await world.until(Arrival)
        place.connections[0] = "f" * 16
        world.lost = (Lease(table=CODE, seat=0, connection=arrival.connection),)
        code, frames = await client.closed()

    assert code == CloseCode.REPLACED
    assert frames[-1]["reason"] == "replaced"


async def test_a_lost_lease_of_a_freed_seat_ends_its_connection(world: World, port: int) -> None:
    place = world.place()
    async with Client(port) as client:
        await client.welcomed()
        arrival = await world.until(Arrival)
        place.secrets[0] = place.connections[0] = None
        world.lost = (Lease(table=CODE, seat=0, connection=arrival.connection),)
        code, _ = await client.closed()

    assert code == CloseCode.FREED


async def test_a_lost_lease_of_who_is_leaving_brings_nobody_back(world: World, port: int) -> None:
    """Seating took the lease away with the leaving, whose answer is still on its way."""
    world.place()
    answered = world.slow["leave"] = asyncio.Event()
    async with Client(port) as client:
        await client.welcomed()
        arrival = await world.until(Arrival)
        await client.say("leave", "mine")
        await world.until(Leave)
        world.lost = (Lease(table=CODE, seat=0, connection=arrival.connection),)
        for _ in range(3):
            await world.next(Leases)
        answered.set()
        await client.closed()

    assert world.count(Arrive) == 0


async def test_a_lost_lease_of_somebody_long_gone_is_no_trouble(world: World, port: int) -> None:
    world.place()
    async with Client(port) as client:
        await client.welcomed()
        world.lost = (Lease(table=CODE, seat=3, connection="f" * 16),)
        await world.next(Leases)
        await still_served(client)
