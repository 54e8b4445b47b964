"""`doublesix show`: one table, as an operator may see it."""

import asyncio
import json
from dataclasses import asdict
from typing import Annotated

import typer
from pydantic import BaseModel

from console import house
from console.codes import CODE, code_of
from console.reveal import REASON, REVEAL, reason_of, reveal
from console.sheet import sheet
from console.sight import Hidden, Sight, hidden, sight
from console.stored import understood
from engine.clock import timing
from runtime.settings import Settings


def show(
    code: CODE,
    to_reveal: REVEAL = False,
    reason: REASON = None,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Show a table: seats, scores, whose turn, the line, what is due, and what does not agree.

    Ends with 0, and with 2 where there is no such table.
    """
    why = reason_of(to_reveal, reason)
    seen, secret = asyncio.run(_seen(house.settings(), code_of(code), why))
    if as_json:
        typer.echo(json.dumps(asdict(seen) | ({"hidden": asdict(secret)} if secret else {}), default=_plain))
        return
    for line in sheet(seen, secret):
        typer.echo(line)


async def _seen(settings: Settings, code: str, why: str | None) -> tuple[Sight, Hidden | None]:
    async with house.store(settings) as store:
        whole = await store.take(code, due=True)
        if whole.is_nothing:
            was = " any more" if await store.was_here(code) else ""
            raise house.give_up(f"There is no table {code}{was}.")
        stored = understood(whole)
        seen = sight(whole, stored, timing(settings))
        if why is None or stored.game is None:
            return seen, None
        await reveal(store, settings, code, "show", why)
        return seen, hidden(stored.game)


def _plain(value: object) -> object:
    if isinstance(value, BaseModel):
        return value.model_dump()
    raise TypeError(type(value).__name__)
