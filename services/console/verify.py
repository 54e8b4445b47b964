"""`doublesix verify`: whether a round was dealt as it was promised, and played by the rules."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from console.checks import Differs, check
from console.ends import NOTHING, WRONG
from console.records import NoRecord, Platform, in_file
from contracts.rounds import RoundRecord


def verify(
    what: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE... | CODE [MATCH ROUND]",
            help="Records that were saved; with --url a table's code, and one of its rounds.",
        ),
    ],
    url: Annotated[str | None, typer.Option(help="The platform to ask: https://...")] = None,
    player: Annotated[
        str | None,
        typer.Option(
            envvar="DOUBLESIX_PLAYER",
            help="The secret of somebody who sits there. As an option it shows in lists of processes.",
        ),
    ] = None,
) -> None:
    """Check rounds: the promise, the deal, every action by the rules, the result and the scores.

    Ends with 0 when all is as it should be, with 1 at the first that is not, and with 2 without a record.
    """
    try:
        _rounds(_from_platform(url, player, what) if url else map(in_file, map(Path, what)))
    except NoRecord as nothing:
        typer.echo(str(nothing), err=True)
        raise typer.Exit(NOTHING) from None


def _from_platform(url: str, player: str | None, what: list[str]) -> Iterator[RoundRecord]:
    if player is None:
        raise typer.BadParameter("Old rounds are shown to those who sit at the table: set DOUBLESIX_PLAYER.")
    platform = Platform(url, player)
    match what:
        case [code]:
            numbers = platform.numbers(code)
        case [code, match, round_] if match.isdecimal() and round_.isdecimal():
            numbers = [(int(match), int(round_))]
        case _:
            raise typer.BadParameter("With --url give a code, or a code with match and round.")
    if not numbers:
        raise NoRecord("No round is kept of this table yet.")
    return (platform.record(code, *number) for number in numbers)


def _rounds(records: Iterable[RoundRecord]) -> None:
    """Check one round after the other; each that is the next of the one before it with that one."""
    before: RoundRecord | None = None
    for record in records:
        typer.echo(f"Table {record.table}, match {record.match}, round {record.round}")
        follows = before is not None and (record.match, record.round - 1) == (before.match, before.round)
        try:
            for checked in check(record, before if follows else None):
                typer.echo(f"  {checked.what:<9}{checked.how}")
        except Differs as differs:
            typer.echo(f"  {differs.what:<9}WRONG: {differs.sentence}")
            typer.echo("This round is not as it should be.")
            raise typer.Exit(WRONG) from None
        before = record
    typer.echo("All is as it should be.")
