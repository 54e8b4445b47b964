"""Waiting until NATS knows what was said to it."""

from nats.aio.client import Client


async def known(connection: Client) -> None:
    """Return when NATS has read all that was said before: what was subscribed to is heard from then on.

    nats-py writes a ping ahead of what it has still to write; only a second one comes after all of it.
    """
    await connection.flush()
    await connection.flush()
