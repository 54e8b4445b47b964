"""`doublesix restore`: tables, from the file of a backup."""

import asyncio
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Annotated

import typer

from console import backups, house
from console.backups import NotABackup
from console.codes import TABLES, codes_of
from console.coming_back import CannotComeBack, returning
from console.ends import WRONG
from console.giving_back import GivingBack
from console.progress import progress
from console.wording import number
from engine.clock import timing
from runtime.operated import OperatedStore
from runtime.settings import Settings

NAMED = 10
"""Tables that are named in a sentence."""


class Refused(Exception):
    """Some tables were not put back; the text says which."""


def restore(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Of a backup; - for the input.")],
    table: TABLES = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Also in the place of tables that are there, which are lost.")
    ] = False,
) -> None:
    """Put tables back as a backup has them. They rest until the first of their people is there.

    Nothing is written where the file is not whole, or where a table is there and --replace is not said. Ends
    with 0, with 1 when tables were left out, and with 2 when there is nothing to put back.
    """
    codes = codes_of(table)
    try:
        with _opened(file) as opened:
            asyncio.run(_restored(house.settings(), opened, codes, replace))
    except OSError as error:
        raise house.give_up(f"{file} cannot be read: {error.strerror}.") from None
    except NotABackup as error:
        raise house.give_up(f"{file} is no backup to put back: {error}. Nothing was written.") from None
    except Refused as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(WRONG) from None


@contextmanager
def _opened(file: str) -> Iterator[IO[bytes]]:
    """Open a file that can be read twice."""
    if file != "-":
        with Path(file).open("rb") as opened:
            yield opened
        return
    with tempfile.TemporaryFile() as held:
        shutil.copyfileobj(sys.stdin.buffer, held)
        yield held


async def _restored(settings: Settings, file: IO[bytes], codes: list[str] | None, replace: bool) -> None:
    there = backups.checked(file)
    wanted = there if codes is None else codes
    if missing := set(wanted) - set(there):
        raise NotABackup(f"it has no table {_named(sorted(missing))}")
    async with house.store(settings) as store:
        if not replace and (standing := await _standing(store, wanted)):
            raise Refused(
                f"{_named(standing)}: there already. --replace puts the backup's in their place, and what "
                "they are now is lost. Nothing was written."
            )
        giving = GivingBack(store, settings)
        watching = asyncio.create_task(giving.run())
        try:
            left = await _put(store, settings, file, frozenset(wanted), replace, giving)
            back = number(len(wanted) - len(left), "table")
            typer.echo(f"{back} put back, at rest until the first of their people comes.")
            giving.all_are_back()
            await watching
        finally:
            watching.cancel()
        if giving.turns:
            typer.echo(f"{number(giving.turns, 'turn')} made whole again for who was connected.")
        if left:
            raise Refused("\n".join(f"{code} was left out: {why}." for code, why in left.items()))


async def _put(
    store: OperatedStore,
    settings: Settings,
    file: IO[bytes],
    wanted: frozenset[str],
    replace: bool,
    giving: GivingBack,
) -> dict[str, str]:
    """Put tables back; return why some are not."""
    left: dict[str, str] = {}
    with progress("tables", len(wanted)) as step:
        for whole in backups.tables(file):
            if whole.code not in wanted:
                continue
            try:
                one = returning(whole, timing(settings))
            except CannotComeBack as error:
                left[whole.code] = str(error)
            else:
                if await store.put_back(one.whole, one.request, replace=replace, remind=one.started):
                    giving.watch(one)
                else:
                    left[whole.code] = "somebody opened it meanwhile"
            step()
    return left


async def _standing(store: OperatedStore, codes: Sequence[str]) -> list[str]:
    """Return those of `codes` that there are."""
    found = store.bodies(codes)
    return [code async for code, bodies in found if bodies.lobby is not None or bodies.match is not None]


def _named(codes: Sequence[str]) -> str:
    more = len(codes) - NAMED
    return ", ".join(codes[:NAMED]) + (f" and {more} more" if more > 0 else "")
