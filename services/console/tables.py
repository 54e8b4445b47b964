"""`doublesix tables`: what tables there are."""

import asyncio
import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Annotated, get_args

import typer

from console import house
from console.progress import progress
from console.rows import IN_RECORDS, Order, Row, full, indexed, ordered, wanted
from console.stored import understood
from console.wording import columns, length, number
from contracts.view import Phase
from runtime.operated import OperatedStore
from runtime.settings import Settings

STATES = ("open", *get_args(Phase))
HEAD = ("CODE", "GAME", "STATE", "SEATS", "HERE", "MATCH", "TURN", "SINCE", "IDLE")


def tables(
    state: Annotated[
        list[str] | None, typer.Option(help=f"Only tables in this state, or these: {', '.join(STATES)}.")
    ] = None,
    idle: Annotated[
        int | None, typer.Option(min=0, metavar="MINUTES", help="Only tables idle for so long.")
    ] = None,
    sort: Annotated[Order, typer.Option(help="What comes first.")] = Order.ACTIVE,
    reverse: Annotated[bool, typer.Option("--reverse", help="The other way round.")] = False,
    page: Annotated[int, typer.Option(min=1, help="Which page.")] = 1,
    size: Annotated[int, typer.Option(min=1, max=10_000, help="Tables on a page.")] = 40,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """List tables: who is there, how far they are, since when the turn is under way.

    Ends with 0, also when there are none, and with 2 when the store cannot be asked.
    """
    unknown = set(state or ()) - set(STATES)
    if unknown:
        raise typer.BadParameter(f"{', '.join(unknown)}: a state is one of {', '.join(STATES)}.")
    idle_ms = None if idle is None else idle * 60_000
    found = asyncio.run(_found(house.settings(), frozenset(state or ()), idle_ms, sort, reverse, page, size))
    total, shown = found
    if as_json:
        typer.echo(json.dumps({"total": total, "page": page, "tables": [asdict(row) for row in shown]}))
        return
    _print(shown, total, page, size)


async def _found(
    settings: Settings,
    states: frozenset[str],
    idle_ms: int | None,
    order: Order,
    backwards: bool,
    page: int,
    size: int,
) -> tuple[int, list[Row]]:
    """Return how many there are, and those of the page."""
    async with house.store(settings) as store:
        now = await store.now()
        rows = []
        with progress("tables") as step:
            async for some in store.listed():
                rows += wanted((indexed(one, now) for one in some), states, idle_ms)
                step(len(some))
        if order in IN_RECORDS:
            rows = await _read(store, rows, now)
        rows = ordered(rows, order, backwards=backwards)
        shown = rows[(page - 1) * size : page * size]
        return len(rows), shown if order in IN_RECORDS else await _read(store, shown, now)


async def _read(store: OperatedStore, rows: Iterable[Row], now: int) -> list[Row]:
    """Return rows with what their records say; one that has gone meanwhile stays as it was listed."""
    by_code = {row.code: row for row in rows}
    with progress("records", len(by_code)) as step:
        async for code, bodies in store.bodies(list(by_code)):
            by_code[code] = full(by_code[code], understood(bodies), now)
            step()
    return list(by_code.values())


def _print(rows: list[Row], total: int, page: int, size: int) -> None:
    for line in columns(HEAD, [_cells(row) for row in rows]) if rows else ():
        typer.echo(line)
    pages = -(-total // size)
    where = f", page {page} of {pages}" if pages > 1 else ""
    typer.echo(f"{number(total, 'table')}{where}", err=True)


def _cells(row: Row) -> tuple[str, ...]:
    return (
        row.code,
        row.game or "?",
        row.state,
        "-" if row.seats is None else f"{row.filled}/{row.seats}",
        "-" if row.people is None else f"{row.connected}/{row.people}",
        "-" if row.match is None else f"{row.match}/{row.round}",
        "-" if row.turn is None else f"seat {row.turn}",
        length(row.turn_ms),
        length(row.idle_ms),
    )
