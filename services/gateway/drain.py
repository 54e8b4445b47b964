"""How a gateway goes: its seats are held on to, and its clients are sent to others one after the other.

Each plays on here until its moment comes, and is away no longer than it takes to connect elsewhere.
"""

import asyncio
from contextlib import suppress
from random import sample

from gateway.hub import Hub, Member
from gateway.leases import LeaseKeeper
from runtime.settings import Settings

TOLD_WITHIN_MS = 1_000
ANSWERED_WITHIN_S = 2.0
CLOSED_WITHIN_S = 1.0
ARRIVAL_MS = 20
"""What a house of two cores needs for a client that comes back. Few of them are gone the sooner."""


async def drain(hub: Hub, leases: LeaseKeeper, settings: Settings) -> None:
    """Return when every connection is closed, or could not be in time."""
    hub.draining = True
    await leases.last(TOLD_WITHIN_MS)
    members = tuple(hub.all())
    every_s = spread_ms(len(members), settings) / 1000 / max(1, len(members))
    moments = enumerate(sample(members, len(members)))
    await asyncio.gather(*(_part(member, number * every_s) for number, member in moments))
    await _emptied(hub)
    for member in hub.all():
        member.abort()  # it does not read what would be said
    await _emptied(hub)


def spread_ms(clients: int, settings: Settings) -> int:
    """Return over which time so many clients are sent away."""
    return min(settings.restart_spread_ms, ARRIVAL_MS * clients)


async def _emptied(hub: Hub) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(CLOSED_WITHIN_S):
            await hub.empty.wait()


async def _part(member: Member, after_s: float) -> None:
    """When its moment comes answer what was taken, take no more, and send the client to another gateway."""
    await asyncio.sleep(after_s)
    await member.desk.close(ANSWERED_WITHIN_S)
    member.connection.end("restart", 0)
