"""Opening a table: a request is one table, however often it is asked."""

from contracts.commands import Open
from seating import errors
from seating.codes import digest, player_digest
from seating.coming import sit
from seating.games import agree
from seating.names import clean_name
from seating.starting import start_alone
from seating.table import Table


def opened(command: Open, code: str) -> Table:
    """Return the table that `command` asks for, its host seated, and started if it is to play alone."""
    name = clean_name(command.name)
    agreed = agree(command.preset, command.options)
    empty = Table(
        code=code,
        request=request_digest(command),
        asked=digest([command.preset, command.options.model_dump_json(), name]),
        preset=command.preset,
        settings=agreed.settings,
        options=command.options,
        status="open",
        host=None,
        seats=(None,) * agreed.players,
        arrivals=0,
    )
    table, _ = sit(empty, name, player_digest(command.player))
    return start_alone(table) if command.options.alone else table


def request_digest(command: Open) -> str:
    """What is kept of who asked, and under which name for the request."""
    return digest(["request", command.player, command.request])


def check_same(table: Table, asked: Table) -> None:
    """Raise RequestReused unless `table` came of the very request that would now give `asked`."""
    if (table.request, table.asked) != (asked.request, asked.asked):
        raise errors.RequestReused(fields=("request",))
