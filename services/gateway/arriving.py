"""Taking a seat, from the connection that holds it where there is one."""

from collections.abc import Callable

from contracts.commands import Arrive, Look, Seated
from contracts.ids import ConnectionId
from gateway.link import Link
from gateway.problems import Refusal

TAKEN_BY_OTHERS = 10
"""Times that a seat may be taken by yet another connection while one arrives."""


async def take_over(
    link: Link, table: str, player: str, connection: ConnectionId, is_open: Callable[[], bool]
) -> Seated:
    """Return the seat taken for `connection`; raise Refusal, or Unavailable.

    Nothing is taken for a client that has gone meanwhile: a gateway that stood still for a while finds
    connections that were given up long ago, and their players may be back elsewhere.
    """
    holder: ConnectionId | None = None
    for _ in range(TAKEN_BY_OTHERS):
        try:
            return await link.ask_seating(
                Arrive(table=table, player=player, connection=connection, replaces=holder)
            )
        except Refusal as refusal:
            if refusal.code != "replaced" or not is_open():
                raise
            holder = refusal.holder or await _holder(link, table, player)
        if not is_open():
            break
    raise Refusal("replaced")


async def _holder(link: Link, table: str, player: str) -> ConnectionId | None:
    """Return which connection has the player's seat: a seating of an earlier release does not say so."""
    seated = await link.ask_seating(Look(table=table, player=player))
    return None if seated.seat is None else seated.connections[seated.seat]
