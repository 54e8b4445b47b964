"""`doublesix doctor`: what is there, how it is, and what to do about what is not well."""

import asyncio
import json
from dataclasses import asdict
from typing import Annotated

import typer
from redis.exceptions import RedisError

from console import house, judged_nats, judged_services, judged_store
from console.bus import NoBus, bus
from console.conflicts import LATE_MS
from console.findings import Finding, fault, lines, ok, worst
from console.nats_seen import servers
from console.store_seen import nodes
from console.wording import number
from contracts.subjects import EVENTS_ALL
from runtime.nodes import WrongUrl, connect
from runtime.operated import OperatedStore
from runtime.settings import Settings


def doctor(as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False) -> None:
    """Look at NATS, the store and every service: there, ready, of one release, in time, keeping their data.

    Ends with 0 when all is well, with 1 when something is to be looked at, and with 2 at a fault.
    """
    findings = asyncio.run(_examined(house.settings()))
    if as_json:
        typer.echo(json.dumps([asdict(one) | {"level": one.level.name.lower()} for one in findings]))
    else:
        for line in lines(findings):
            typer.echo(line)
    raise typer.Exit(worst(findings))


async def _examined(settings: Settings) -> list[Finding]:
    """Return all that was found; what is away keeps nobody from looking at the rest."""
    by_nats, by_store, by_tables = await asyncio.gather(_nats(settings), _store(settings), _tables(settings))
    return [*by_nats, *by_store, *by_tables]


async def _nats(settings: Settings) -> list[Finding]:
    """NATS, and by way of it the services."""
    refused: list[Exception] = []

    async def note(error: Exception) -> None:
        refused.append(error)

    seen = await servers(settings)
    try:
        async with bus(settings, note) as connection:
            heard = await connection.heard()
            await connection.tries_to_hear(EVENTS_ALL)
            found = [*judged_nats.judged(seen, None, not refused)]
            return [*found, *judged_services.judged(heard, settings.release)]
    except NoBus as error:
        return [*judged_nats.judged(seen, str(error), False), *judged_services.judged([], settings.release)]


async def _store(settings: Settings) -> list[Finding]:
    try:
        return [*judged_store.judged(await nodes(settings), settings.store_replicas)]
    except WrongUrl as error:
        return [fault("store", f"DOUBLESIX_STORE_URL is wrong: {error}", "Set it as services have it.")]
    except (RedisError, OSError) as error:
        return [fault("store", f"it does not answer: {error}", "Start it; look at DOUBLESIX_STORE_URL.")]


async def _tables(settings: Settings) -> list[Finding]:
    """What the store has: tables that stand still, and who looked at hidden tiles."""
    try:
        store = OperatedStore(connect(settings), settings)
    except WrongUrl:
        return []
    try:
        late, looks = await store.overdue(LATE_MS), await store.reveals_kept()
    except (RedisError, OSError):
        return []
    finally:
        await store.close()
    found = [ok("tables", "whatever is due is done in time")]
    if late:
        what = f"{number(late, 'reminder is', 'reminders are')} overdue: tables stand still"
        found = [fault("tables", what, "Start a timer; else look at doublesix tables --sort turn.")]
    if looks:
        what = f"hidden tiles were looked at {number(looks, 'time')}"
        return [*found, ok("tables", f"{what}: doublesix reveals")]
    return found
