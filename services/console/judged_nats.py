"""How NATS is, by what its servers say and what this user may. Pure."""

from collections.abc import Iterator, Sequence

from console.findings import Finding, fault, ok, warning
from console.judged_certificates import judged as certificate_of
from console.nats_seen import Server

PART = "nats"


def judged(servers: Sequence[Server], no_bus: str | None, hears_all: bool) -> Iterator[Finding]:
    """Yield what there is to say; `no_bus` is why nobody gets in, `hears_all` that too much is allowed."""
    for server in servers:
        yield from _server(server)
    versions = sorted({server.version for server in servers if server.error is None})
    if len(versions) > 1:
        yield warning(PART, f"its servers are of versions {', '.join(versions)}", "Make it one.")
    if no_bus is not None:
        yield fault(PART, no_bus, "Look at DOUBLESIX_NATS_URL and at the password of the user console.")
    elif hears_all:
        yield warning(
            PART,
            "this user may hear everything that is said",
            "Run NATS with deploy/nats/nats.conf, which gives each service a user of its own.",
        )
    else:
        yield ok(PART, "the user console may ask how services are and drain them, and hears nothing of play")


def _server(server: Server) -> Iterator[Finding]:
    if server.error is not None:
        do = "Start it, or take it out of DOUBLESIX_NATS_URL." if server.named else "Start it."
        yield fault(PART, f"{server.address} cannot be reached: {server.error}", do)
        return
    where = f" of the cluster {server.cluster}" if server.cluster else ""
    yield ok(
        PART, f"{server.address} is there{where}, version {server.version}, {server.answered_ms:.1f} ms away"
    )
    if not server.wants_login:
        yield warning(
            PART, f"{server.address} lets everybody in", "Run it with deploy/nats/nats.conf and passwords."
        )
    if server.certificate is not None:
        yield certificate_of(PART, server.address, server.certificate)
