"""How a gateway goes: its seats are held on to, its clients are answered and told when to come back."""

import asyncio
from contextlib import suppress
from random import uniform

from gateway.hub import Hub, Member
from gateway.leases import LeaseKeeper
from runtime.settings import Settings

TOLD_WITHIN_MS = 1_000
ANSWERED_WITHIN_S = 2.0
CLOSED_WITHIN_S = 1.0
ARRIVAL_MS = 3
"""What a house of a few cores needs for one client that comes back: few need no long time to come back in."""


async def drain(hub: Hub, leases: LeaseKeeper, settings: Settings) -> None:
    """Return when every connection is closed, or could not be in time."""
    hub.draining = True
    await leases.last(TOLD_WITHIN_MS)
    spread = spread_ms(len(hub), settings)
    await asyncio.gather(*(_part(member, spread) for member in hub.all()))
    await _emptied(hub)
    for member in hub.all():
        member.abort()  # it does not read what would be said
    await _emptied(hub)


async def _emptied(hub: Hub) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(CLOSED_WITHIN_S):
            await hub.empty.wait()


def spread_ms(clients: int, settings: Settings) -> int:
    """Return over which time so many clients come back."""
    return min(settings.restart_spread_ms, ARRIVAL_MS * clients)


async def _part(member: Member, spread: int) -> None:
    """Answer what was taken, take no more, and send the client away for a moment that is its own."""
    await member.desk.close(ANSWERED_WITHIN_S)
    member.connection.end("restart", round(uniform(0, spread)))  # noqa: S311, no secret
