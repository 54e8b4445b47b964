"""What seating counts: commands by what became of them."""

from collections.abc import Sequence

from contracts.commands import Arrivals, Open, SeatingCommand
from runtime import metrics
from runtime.logs import log
from seating.errors import Refusal

logger = log("desk")


def accepted(command: SeatingCommand) -> None:
    _count(command, "accepted")


def repeated(command: SeatingCommand) -> None:
    """It was so already."""
    _count(command, "repeated")


def refused(command: SeatingCommand, refusal: Refusal) -> None:
    _count(command, refusal.code)


def nobody_seated(command: Arrivals, seats: Sequence[int | str]) -> None:
    """Of those who came together none has a seat: what counts is why the first has not."""
    _count(command, str(seats[0]))


def _count(command: SeatingCommand, outcome: str) -> None:
    metrics.COMMANDS.labels("seating", command.type, outcome).inc()
    if not isinstance(command, Open):
        logger.debug("handled", kind=command.type, table=command.table, outcome=outcome)
