"""A table's code as it is typed; of some commands several."""

from collections.abc import Sequence
from typing import Annotated

import typer

from console.house import give_up
from contracts.ids import canonical_code

CODE = Annotated[str, typer.Argument(metavar="CODE", help="The table's code, as people type it.")]
TABLES = Annotated[
    list[str] | None, typer.Option("--table", metavar="CODE", help="Only this table, or these; else all.")
]


def code_of(typed: str) -> str:
    """Return the code as it is stored; end the command where it cannot be one."""
    code = canonical_code(typed)
    if code is None:
        raise give_up(f"{typed} is no table's code: it has eight letters and digits.")
    return code


def codes_of(typed: Sequence[str] | None) -> list[str] | None:
    """Return each code once, None for all tables; end the command where one cannot be a code."""
    return None if typed is None else list(dict.fromkeys(map(code_of, typed)))
