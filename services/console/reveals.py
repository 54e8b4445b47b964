"""`doublesix reveals`: who looked at hidden tiles, and why."""

import asyncio
import json
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Annotated

import typer

from console import house
from console.wording import columns
from runtime.operated import Reveal
from runtime.settings import Settings

HEAD = ("WHEN", "WHO", "ON", "TABLE", "WHAT", "WHY")


def reveals(as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False) -> None:
    """List who looked at hidden tiles, the oldest first: every show and replay with --reveal.

    Ends with 0, also when nobody did, and with 2 when the store cannot be asked.
    """
    kept = asyncio.run(_kept(house.settings()))
    if as_json:
        typer.echo(json.dumps([asdict(one) for one in kept]))
        return
    for line in columns(HEAD, [_cells(one) for one in kept]) if kept else ["Nobody has, as far as is kept."]:
        typer.echo(line)


async def _kept(settings: Settings) -> list[Reveal]:
    async with house.store(settings) as store:
        return await store.reveals()


def _cells(one: Reveal) -> tuple[str, ...]:
    when = datetime.fromtimestamp((one.at or 0) / 1000, UTC).isoformat(timespec="seconds")
    return when, one.who, one.host, one.table, one.what, one.why
