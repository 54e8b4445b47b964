"""A table's code as it is typed."""

from typing import Annotated

import typer

from console.house import give_up
from contracts.ids import canonical_code

CODE = Annotated[str, typer.Argument(metavar="CODE", help="The table's code, as people type it.")]


def code_of(typed: str) -> str:
    """Return the code as it is stored; end the command where it cannot be one."""
    code = canonical_code(typed)
    if code is None:
        raise give_up(f"{typed} is no table's code: it has eight letters and digits.")
    return code
