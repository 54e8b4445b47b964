"""A real fault: a service is stopped until its alert is there, and started until it has gone again."""

import time
from collections.abc import Callable

import httpx

from tests.deploy.live import containers

WITHIN_S = 240
LOOK_S = 0.5


def main(alertmanager: str, service: str) -> int:
    """Print when the alert came and went; TimeoutError if it does not."""
    with httpx.Client(base_url=alertmanager, timeout=10) as client:

        def woken() -> bool:
            alerts = client.get("/api/v2/alerts", params={"active": "true"}).raise_for_status().json()
            gone = {"alertname": "ServiceIsGone", "service": service}
            return any(gone.items() <= alert["labels"].items() for alert in alerts)

        if woken():
            print(f"ServiceIsGone is there already for {service}")
            return 1
        containers.compose("stop", service)
        print(f"ServiceIsGone for {service}: there {_until(woken):.0f} s after all were stopped")
        containers.compose("start", service)
        for container in containers.those_of(service):
            containers.until_healthy(container, WITHIN_S)
        print(f"gone {_until(lambda: not woken()):.0f} s after they were ready again")
    return 0


def _until(holds: Callable[[], bool]) -> float:
    began = time.monotonic()
    while not holds():
        if time.monotonic() - began > WITHIN_S:
            raise TimeoutError(f"not within {WITHIN_S} s")
        time.sleep(LOOK_S)
    return time.monotonic() - began
