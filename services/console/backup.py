"""`doublesix backup`: tables, into one file."""

import asyncio
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Annotated

import typer

from console import house
from console.backups import Head, Writer, written
from console.codes import TABLES, codes_of
from console.progress import progress
from console.wording import number
from runtime.operated import OperatedStore
from runtime.settings import Settings

WARNING = "It holds the seeds and hidden tiles of rounds under way: show it to nobody."


def backup(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file that is not there yet; - for output.")],
    table: TABLES = None,
) -> None:
    """Write tables into one file, each as it stands at one moment, while play goes on.

    The file holds hidden tiles: it is readable by its owner only, and there whole or not at all. Ends with 0,
    and with 2 where nothing could be written.
    """
    try:
        done = asyncio.run(_written(house.settings(), file, codes_of(table)))
    except FileExistsError:
        raise house.give_up(f"{file} is there already: choose another name.") from None
    except OSError as error:
        raise house.give_up(f"{file} cannot be written: {error.strerror}.") from None
    typer.echo(f"{number(done, 'table')} in {file}. {WARNING}", err=True)


async def _written(settings: Settings, file: str, codes: list[str] | None) -> int:
    async with house.store(settings) as store:
        wanted = codes if codes is not None else await _all(store)
        head = Head(release=settings.release, made=await store.now())
        with _writer(file, head) as writer, progress("tables", len(wanted)) as step:
            for code in wanted:
                whole = await store.take(code)
                if not whole.is_nothing:
                    writer.write(whole)
                elif codes is not None:
                    raise house.give_up(f"There is no table {code}; nothing was written.")
                step()
            return writer.tables


def _writer(file: str, head: Head) -> AbstractContextManager[Writer]:
    return _to_output(head) if file == "-" else written(Path(file), head)


@contextmanager
def _to_output(head: Head) -> Iterator[Writer]:
    if sys.stdout.isatty():
        raise house.give_up("A backup is nothing to look at: send it into a file.")
    writer = Writer(sys.stdout.buffer, head)
    yield writer
    writer.close()
    sys.stdout.flush()


async def _all(store: OperatedStore) -> list[str]:
    with progress("tables found") as step:
        codes = []
        async for some in store.listed():
            codes += [one.code for one in some]
            step(len(some))
    return codes
