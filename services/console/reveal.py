"""Looking at hidden tiles: who, at what, and why is kept and logged before anything is shown."""

import os
import pwd
import socket
from typing import Annotated

import typer

from runtime import logs
from runtime.operated import OperatedStore, Reveal
from runtime.settings import Settings

REVEAL = Annotated[
    bool, typer.Option("--reveal", help="Show hidden tiles, too. It is logged and kept; say why by --reason.")
]
REASON = Annotated[str | None, typer.Option(metavar="WHY", help="Why hidden tiles have to be looked at.")]
LONGEST = 200


def reason_of(reveal: bool, reason: str | None) -> str | None:
    """Return why something is to be revealed, None for not at all; raise BadParameter without a reason."""
    why = " ".join((reason or "").split())
    if not reveal:
        if why:
            raise typer.BadParameter("--reason goes with --reveal.")
        return None
    if not why:
        raise typer.BadParameter("--reveal shows what nobody at the table may see: say why by --reason.")
    return why[:LONGEST]


async def reveal(store: OperatedStore, settings: Settings, table: str, what: str, why: str) -> None:
    """Keep and log it; what raises here ends the command, and nothing is shown."""
    noted = Reveal(who=who(), host=socket.gethostname(), table=table, what=what, why=why)
    await store.note(noted)
    logs.configure("console", settings)
    logs.log("reveal").warning(
        "hidden tiles are shown", who=noted.who, host=noted.host, table=table, what=what, why=why
    )


def who() -> str:
    """Return this process's user by the system, and who became it by sudo."""
    try:
        name = pwd.getpwuid(os.getuid()).pw_name
    except KeyError:  # in a container that does not know its own number
        name = str(os.getuid())
    before = os.environ.get("SUDO_USER")
    return f"{name} (sudo by {before})" if before else name
