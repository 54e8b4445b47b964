"""`doublesix replay`: a round that is kept, step by step."""

import asyncio
from typing import Annotated

import typer

from console import house
from console.codes import CODE, code_of
from console.reveal import REASON, REVEAL, reason_of, reveal
from console.steps import steps
from console.stored import understood
from contracts.rounds import RoundRecord
from engine import kept
from engine.archive import is_over, record
from engine.game import Game
from engine.kept import Kept, words
from runtime.operated import Whole
from runtime.settings import Settings


def replay(
    code: CODE,
    match: Annotated[int, typer.Argument(metavar="MATCH", min=1, help="Number of the match: 1, 2, ...")],
    round_: Annotated[int, typer.Argument(metavar="ROUND", min=1, help="Number of the round in the match.")],
    to_reveal: REVEAL = False,
    reason: REASON = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="The round's record, as doublesix verify reads it.")
    ] = False,
) -> None:
    """Play a round again, action by action, with all hands. One under way only with --reveal, up to now.

    Ends with 0, and with 2 where no such round is kept.
    """
    why = reason_of(to_reveal, reason)
    found, under_way = asyncio.run(_found(house.settings(), code_of(code), (match, round_), why))
    if as_json:
        typer.echo(found.model_dump_json())
        return
    for line in steps(found, under_way=under_way):
        typer.echo(line)


async def _found(
    settings: Settings, code: str, at: tuple[int, int], why: str | None
) -> tuple[RoundRecord, bool]:
    """Return the round, and whether it is under way."""
    async with house.store(settings) as store:
        whole = await store.take(code)
        game = understood(whole).game
        if game is None:
            raise house.give_up(f"No match that can be read has begun at a table {code}.")
        if is_over(game, *at):
            return _kept(whole, game, at), False
        if at != game.at:
            raise house.give_up(f"Round {at[1]} of match {at[0]} has not been dealt yet.")
        if why is None:
            raise house.give_up("This round is under way: --reveal shows it up to now, and wants a --reason.")
        await reveal(store, settings, code, f"replay {at[0]}/{at[1]}", why)
        return _so_far(game), True


def _kept(whole: Whole, game: Game, at: tuple[int, int]) -> RoundRecord:
    for one in whole.rounds:
        if (one.match, one.round) == at:
            return record(game, *at, kept.load(one.body))
    numbers = ", ".join(f"{one.match}/{one.round}" for one in whole.rounds) or "none"
    raise house.give_up(f"Round {at[1]} of match {at[0]} is not kept (any more). Kept are: {numbers}.")


def _so_far(game: Game) -> RoundRecord:
    """The round under way, as if it had been given up now."""
    round_ = game.match.round
    return record(
        game, *game.at, Kept(game.seed, round_.leader, words(round_.log), game.by, None, round_.before)
    )
