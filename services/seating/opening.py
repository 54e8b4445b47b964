"""Opening a table: a request is one table, however often it is asked."""

from contracts.commands import Open
from rules.ruleset import RuleSet
from seating import errors
from seating.codes import digest, player_digest
from seating.games import check_options, game
from seating.names import clean_name
from seating.table import Table, sit


def opened(command: Open, code: str) -> Table:
    """Return the table that `command` asks for, its host seated; raise Refusal."""
    name = clean_name(command.name)
    settings: RuleSet = game(command.preset)
    check_options(settings, command.options)
    empty = Table(
        code=code,
        request=request_digest(command),
        asked=digest([command.preset, command.options.model_dump_json(), name]),
        preset=command.preset,
        settings=settings,
        options=command.options,
        status="open",
        host=None,
        seats=(None,) * max(settings.seats),
        arrivals=0,
    )
    table, _ = sit(empty, name, player_digest(command.player))
    return table


def request_digest(command: Open) -> str:
    """What is kept of who asked, and under which name for the request."""
    return digest(["request", command.player, command.request])


def check_same(table: Table, asked: Table) -> None:
    """Raise RequestReused unless `table` came of the very request that would now give `asked`."""
    if (table.request, table.asked) != (asked.request, asked.asked):
        raise errors.RequestReused(fields=("request",))
