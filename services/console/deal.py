"""`doublesix deal`: what a seed deals, without a record, and whether it was promised."""

from typing import Annotated

import typer

from console.codes import CODE, code_of
from console.deals import Asked, NotADeal, told, was_promised
from console.ends import NOTHING, WRONG

CUSTOM = "Custom tables"


def deal(
    code: CODE,
    match: Annotated[int, typer.Argument(metavar="MATCH", min=1, help="Number of the match: 1, 2, ...")],
    round_: Annotated[int, typer.Argument(metavar="ROUND", min=1, help="Number of the round in the match.")],
    seed: Annotated[str, typer.Option(help="As shown after the round.")],
    commitment: Annotated[str | None, typer.Option(help="As sent before it, to compare with.")] = None,
    preset: Annotated[str, typer.Option(help="The rules' name.")] = "partners",
    players: Annotated[
        int | None, typer.Option(help="As many as the preset has seats, or fewer.", show_default=False)
    ] = None,
    tiles: Annotated[str | None, typer.Option(rich_help_panel=CUSTOM, help="The set.")] = None,
    hand: Annotated[int | None, typer.Option(rich_help_panel=CUSTOM, help="Tiles dealt to each.")] = None,
) -> None:
    """Show the hands that a seed deals, and compare them with what was promised.

    Ends with 0, with 1 when this is not the deal that was promised, and with 2 when no table deals so.
    """
    asked = Asked(code_of(code), match, round_, seed, preset, players, tiles, hand, commitment)
    try:
        for line in told(asked):
            typer.echo(line)
        promised = was_promised(asked)
    except NotADeal as nothing:
        typer.echo(str(nothing), err=True)
        raise typer.Exit(NOTHING) from None
    if promised is None:
        return
    typer.echo(f"This is {'' if promised else 'NOT '}the deal that was promised.")
    if not promised:
        raise typer.Exit(WRONG)
