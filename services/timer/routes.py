"""What the timer listens to: the leases that gateways hold."""

from collections.abc import Iterable

from faststream.nats import NatsRouter
from pydantic import Json

from contracts import subjects
from contracts.commands import Lease, Leases, LeasesKept
from runtime import metrics
from runtime.serving import serves
from runtime.store import Store


def routes(store: Store) -> NatsRouter:
    """Routes of the timer; every instance takes any gateway's batch."""
    router = NatsRouter()

    @serves(router, subjects.TIMER_LEASES, "timer")
    async def on_leases(leases: Json[Leases]) -> LeasesKept:
        with metrics.COMMAND_SECONDS.labels("timer", "leases").time():
            kept = await store.hold(_named(leases.alive), closed=False)
            await store.hold(_named(leases.closed), closed=True)
        lost = tuple(lease for lease, held in zip(leases.alive, kept, strict=True) if not held)
        metrics.COMMANDS.labels("timer", "leases", "accepted").inc()
        return LeasesKept(lost=lost)

    return router


def _named(leases: Iterable[Lease]) -> list[tuple[str, int, str]]:
    return [(lease.table, lease.seat, lease.connection) for lease in leases]
