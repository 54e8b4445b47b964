"""A reconnect storm: a gateway dies, and all its sockets come to a fresh one in the same moment."""

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson
import uvloop

from tests.harness.platform import Platform
from tests.load.figures import Latency, latency
from tests.load.opening import address_of, open_tables, start
from tests.load.play import UNHURRIED, Say
from tests.load.tables import Table, Tally
from tests.load.wire import Wire, local_addresses, open_wire

NEVER_S = 1e9
"""A pace at which nobody moves: what comes back can be compared with what was there."""
PATIENCE_S = 30.0
OF_A_MOMENT = ("clock", "computer")
"""What of a round a view may show otherwise a second later. Positions grow when somebody seems to be away."""

Seat = tuple[int, int]
"""Table by number, and seat."""


@dataclass(frozen=True)
class Storm:
    """How long the sockets took from the gateway's death until each had its view, and which had not."""

    sockets: int
    latency: Latency
    different: int
    missing: int


def storm(sockets: int, say: Say) -> Storm:
    """Let `sockets` come back at once on a platform of its own."""
    with Platform(gateways=2, env=UNHURRIED, fsync="everysec") as platform:
        return uvloop.run(_storm(platform, sockets, say))


async def _storm(platform: Platform, sockets: int, say: Say) -> Storm:
    here = local_addresses(sockets // 4)  # who comes back from one address, all of them, may guess no codes
    say(f"opening {sockets // 4} tables")
    tables = await open_tables(sockets // 4, platform.urls[:1], Tally(), NEVER_S, here)
    for table in tables:
        table.shown = {}
        start(table)
    await _all_have_views(tables)
    before = {(number, seat): text for number, table in enumerate(tables) for seat, text in _shown(table)}
    say("the gateway dies")
    platform.kill("gateway", 0)
    began = time.perf_counter()
    for table in tables:
        table.stop()
    after: dict[Seat, tuple[float, bytes]] = {}
    await asyncio.gather(
        *(
            _come_back(table, (number, seat), address_of(platform.urls[1]), here[number % len(here)], after)
            for number, table in enumerate(tables)
            for seat in range(4)
        )
    )
    return Storm(
        sockets=len(before),
        latency=latency([at - began for at, _ in after.values()]),
        different=sum(_lasting(text) != _lasting(before[seat]) for seat, (_, text) in after.items()),
        missing=len(before.keys() - after.keys()),
    )


async def _all_have_views(tables: list[Table]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while any(len(table.shown or ()) < 4 for table in tables):  # noqa: ASYNC110, of a thousand sockets
            await asyncio.sleep(0.05)


def _shown(table: Table) -> list[tuple[int, bytes]]:
    return list((table.shown or {}).items())


async def _come_back(
    table: Table, who: Seat, address: tuple[str, int], here: str, after: dict[Seat, tuple[float, bytes]]
) -> None:
    """Connect again until the view is there; what was lost on the way is tried anew."""
    seen = asyncio.Event()

    def heard(wire: Wire, text: bytes) -> None:
        if text.startswith(b'{"type":"view"') and who not in after:
            after[who] = (time.perf_counter(), text)
            seen.set()

    try:
        async with asyncio.timeout(PATIENCE_S):
            await open_wire(address, table.code, table.secrets[who[1]], heard, lambda _: None, here)
            await seen.wait()
    except (TimeoutError, OSError):
        return


def _lasting(text: bytes) -> Mapping[str, Any]:
    """The view, without what time changes."""
    view: dict[str, Any] = orjson.loads(text)["view"]
    return view | {
        "position": None,
        "round": {key: it for key, it in view["round"].items() if key not in OF_A_MOMENT},
    }
