"""Many tables, opened and sat at as clients do it, over connections that are kept."""

import asyncio
from secrets import token_urlsafe
from uuid import uuid4

import orjson

from tests.load.tables import Address, Table, Tally
from tests.load.wire import open_wire

AT_ONCE = 16
"""Tables that are opened side by side."""


class Http:
    """One connection to a gateway's API."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, body: dict[str, object], secret: str) -> dict[str, object]:
        """Return the answer's document; raise RuntimeError for a refusal."""
        if self._streams is None:
            self._streams = await asyncio.open_connection(*self._address)
        reader, writer = self._streams
        content = orjson.dumps(body)
        head = (
            f"POST {path} HTTP/1.1\r\nHost: {self._address[0]}:{self._address[1]}\r\n"
            f"Authorization: Bearer {secret}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(content)}\r\n\r\n"
        )
        writer.write(head.encode() + content)
        lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in lines[1:] if ": " in line)
        document: dict[str, object] = orjson.loads(await reader.readexactly(int(headers["content-length"])))
        if not lines[0].startswith("HTTP/1.1 2"):
            raise RuntimeError(f"{path}: {lines[0]} {document}")
        return document


async def open_tables(
    count: int, addresses: list[Address], tally: Tally, pace: float, here: list[str], first: int = 0
) -> list[Table]:
    """Return `count` tables at which four are connected, spread over the gateways at `addresses`.

    The players of one table share a gateway. No match has begun.
    """
    numbers = iter(range(first, first + count))
    tables: list[Table] = []

    async def some() -> None:
        connections = [Http(address) for address in addresses]
        for number in numbers:
            at = number % len(addresses)
            tables.append(await _open(number, connections[at], addresses[at], tally, pace, here))

    async with asyncio.TaskGroup() as group:
        for _ in range(min(AT_ONCE, count)):
            group.create_task(some())
    return tables


async def _open(
    number: int, http: Http, address: Address, tally: Tally, pace: float, here: list[str]
) -> Table:
    secrets = [token_urlsafe(32) for _ in range(4)]
    opening: dict[str, object] = {"preset": "partners", "options": {}, "name": "P0", "request": uuid4().hex}
    code = str((await http.post("/api/tables", opening, secrets[0]))["code"])
    table = Table(code, secrets, address, tally, pace, seed=number)
    for seat in range(1, 4):
        await http.post(f"/api/tables/{code}/seats", {"name": f"P{seat}"}, secrets[seat])
    await connect(table, address, here[number % len(here)])
    return table


async def connect(table: Table, address: Address, here: str) -> None:
    """Connect the four seats of a table."""
    for seat, secret in enumerate(table.secrets):
        table.wires[seat] = await open_wire(address, table.code, secret, table.heard(seat), table.lost, here)


def start(table: Table) -> None:
    """Let the table's match begin."""
    if (wire := table.wires[0]) is not None:
        wire.send(b'{"id":"start","type":"start"}')
