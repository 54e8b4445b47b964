"""Many tables, opened and sat at as clients do it, over connections that are kept."""

import asyncio
from collections.abc import Mapping
from contextlib import AsyncExitStack
from secrets import token_urlsafe
from typing import Any
from uuid import uuid4

import httpx

from tests.load.tables import Table, Tally
from tests.load.wire import open_wire

AT_ONCE = 16
"""Tables that are opened side by side."""
KEPT = httpx.Limits(keepalive_expiry=2)
"""Given up before a gateway does: what is sent meanwhile would be lost."""


async def open_tables(
    count: int,
    urls: list[str],
    tally: Tally,
    pace: float,
    here: list[str],
    first: int = 0,
    into: list[Table] | None = None,
) -> list[Table]:
    """Return `count` tables at which four are connected, spread over the gateways at `urls`.

    The players of one table share a gateway. No match has begun. Each table is put `into` a list as soon as
    it is open.
    """
    numbers = iter(range(first, first + count))
    tables: list[Table] = [] if into is None else into

    async with AsyncExitStack() as stack:
        gateways = [
            await stack.enter_async_context(httpx.AsyncClient(base_url=url, limits=KEPT)) for url in urls
        ]

        async def some() -> None:
            for number in numbers:
                gateway = gateways[number % len(gateways)]
                tables.append(await _open(number, gateway, tally, pace, here))

        async with asyncio.TaskGroup() as group:
            for _ in range(min(AT_ONCE, count)):
                group.create_task(some())
    return tables


async def _open(number: int, gateway: httpx.AsyncClient, tally: Tally, pace: float, here: list[str]) -> Table:
    secrets = [token_urlsafe(32) for _ in range(4)]
    opening = {"preset": "partners", "options": {}, "name": "P0", "request": uuid4().hex}
    code = str((await _post(gateway, "/api/tables", opening, secrets[0]))["code"])
    table = Table(code, secrets, tally, pace, seed=number)
    for seat in range(1, 4):
        await _post(gateway, f"/api/tables/{code}/seats", {"name": f"P{seat}"}, secrets[seat])
    await _connect(table, address_of(str(gateway.base_url)), here[number % len(here)])
    return table


async def _post(gateway: httpx.AsyncClient, path: str, body: Mapping[str, object], secret: str) -> Any:
    """Return the answer's document; raise httpx.HTTPStatusError for a refusal."""
    answer = await gateway.post(path, json=body, headers={"authorization": f"Bearer {secret}"})
    return answer.raise_for_status().json()


async def _connect(table: Table, address: tuple[str, int], here: str) -> None:
    """Connect the four seats of a table."""
    for seat, secret in enumerate(table.secrets):
        table.wires[seat] = await open_wire(address, table.code, secret, table.heard(seat), table.lost, here)


def address_of(url: str) -> tuple[str, int]:
    """Return where a gateway listens."""
    base = httpx.URL(url)
    return base.host, base.port or 80


def start(table: Table) -> None:
    """Let the table's match begin."""
    if (wire := table.wires[0]) is not None:
        wire.send(b'{"id":"start","type":"start"}')
