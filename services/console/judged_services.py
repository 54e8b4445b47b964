"""How the services are, by what every instance answers. Pure."""

from collections.abc import Iterator, Sequence

from console.bus import Heard
from console.findings import Finding, fault, ok, warning
from console.leaving import is_ready
from console.wording import number
from contracts.channels import RUNNING

SKEWED_MS = 500
SPARED = {"bots"}
"""Without them the table plays for computer players."""


def judged(heard: Sequence[Heard], release: str) -> Iterator[Finding]:
    """Yield what there is to say; `release` is that of the console itself."""
    for service in RUNNING:
        mine = [one for one in heard if one.status.service == service]
        if not any(is_ready(one.status) for one in mine):
            yield _nobody(service)
        for one in mine:
            yield _instance(one)
    releases = sorted({one.status.release for one in heard})
    if len(releases) > 1:
        yield warning(
            "releases",
            f"{', '.join(releases)} run side by side",
            "Fine while one is rolled out; else finish it: see Scale, and roll out.",
        )
    elif releases and releases != [release]:
        yield warning(
            "releases",
            f"services are of {releases[0]}, this console of {release}",
            "Take theirs.",
        )
    elif releases:
        yield ok("releases", f"all are of {releases[0]}")


def _nobody(service: str) -> Finding:
    if service in SPARED:
        return warning(service, "none is ready: the table plays for computer players", "Start one.")
    return fault(
        service,
        "none is ready",
        "Start one; look at its log. If it runs, NATS may have an older release's users: restart NATS.",
    )


def _instance(one: Heard) -> Finding:
    status = one.status
    about = f"{status.instance}, release {status.release}"
    if status.ending:
        return warning(status.service, f"{about}, is on its way out", "It should be gone within seconds.")
    if status.faults:
        whys = ", ".join(f"{name}: {why}" for name, why in status.faults.items())
        return fault(
            status.service, f"{about}, is not ready: {whys}", "Look at what it names, then at its log."
        )
    if abs(one.ahead_ms) > SKEWED_MS:
        return warning(
            status.service,
            f"{about}: its clock is {one.ahead_ms / 1000:+.1f} s from this machine's",
            "Keep its machine in time (NTP): no turn depends on it, but logs and measured latencies do.",
        )
    holds = f", {number(status.holds, 'connection')}" if status.service == "gateway" else ""
    return ok(status.service, f"{about}, is ready{holds}")
