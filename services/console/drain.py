"""`doublesix drain`: one instance hands over, and ends."""

import asyncio
import time
from typing import Annotated

import typer

from console import house
from console.bus import Bus, NoBus, bus
from console.ends import WRONG
from console.leaving import CannotDrain, check_spared, is_ready, meant, successor
from console.wording import number
from contracts.operating import Status
from runtime.settings import Settings

SUCCESSOR_WITHIN_S = 10


class NotGone(Exception):
    """It is still there: not to be spared, not answering, or not gone in time; the text says which."""


def drain(
    name: Annotated[str, typer.Argument(metavar="NAME", help="An instance, or a service that has but one.")],
    alone: Annotated[
        bool, typer.Option("--alone", help="Also when no other instance of its service is ready.")
    ] = False,
    within: Annotated[int, typer.Option(min=1, metavar="SECONDS", help="How long it may take.")] = 30,
) -> None:
    """Have one instance hand over and end, as SIGTERM does, and wait until it is gone.

    Whoever keeps it alive starts it anew; where nobody does it is gone for good. Ends with 0, with 1 when it
    is not to be spared or still there, and with 2 when there is none such.
    """
    try:
        asyncio.run(_drain(house.settings(), name, alone, within))
    except NoBus as error:
        raise house.give_up(f"{error}. Try doublesix doctor.") from None
    except NotGone as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(WRONG) from None


async def _drain(settings: Settings, name: str, alone: bool, within: int) -> None:
    async with bus(settings) as connection:
        statuses = await connection.statuses()
        try:
            leaving = meant(statuses, name)
        except CannotDrain as error:
            raise house.give_up(str(error)) from None
        if not alone:
            try:
                check_spared(statuses, leaving)
            except CannotDrain as error:
                raise NotGone(str(error)) from None
        if not await connection.drain(leaving.process):
            raise NotGone(f"{leaving.instance} does not answer; nothing has been done.")
        began = time.monotonic()
        typer.echo(f"{leaving.instance} hands over{_holds(leaving)}")
        await _gone(connection, leaving, began + within)
        typer.echo(f"{leaving.instance} is empty and gone, within {time.monotonic() - began:.1f} s.")
        await _replaced(connection, leaving, frozenset(one.process for one in statuses))


async def _gone(connection: Bus, leaving: Status, ends: float) -> None:
    """Wait until the process does not answer any more, and say meanwhile what it still has."""
    said = leaving.holds
    while (there := await _still(connection, leaving)) is not None:
        if there.holds != said:
            said = there.holds
            typer.echo(f"  {number(said, 'connection')} left")
        if time.monotonic() > ends:
            raise NotGone(f"{leaving.instance} is still there{_holds(there)} Look at its log.")
        await asyncio.sleep(0.1)


async def _still(connection: Bus, leaving: Status) -> Status | None:
    """Return how it is; None when it has answered neither of two times."""
    return await connection.find(leaving.process) or await connection.find(leaving.process)


async def _replaced(connection: Bus, leaving: Status, before: frozenset[str]) -> None:
    """Say who has come in its place, if somebody does soon."""
    ends = time.monotonic() + SUCCESSOR_WITHIN_S
    while time.monotonic() < ends:
        new = successor(await connection.statuses(), leaving, before)
        if new is not None and is_ready(new):
            typer.echo(f"{new.instance} is there in its place, release {new.release}.")
            return
    typer.echo("Nothing has come in its place.")


def _holds(one: Status) -> str:
    return f": {number(one.holds, 'connection')}." if one.service == "gateway" else "."
