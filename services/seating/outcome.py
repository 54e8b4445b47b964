"""What seating counts: commands by what became of them."""

from contracts.commands import Open, SeatingCommand
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


def _count(command: SeatingCommand, outcome: str) -> None:
    metrics.COMMANDS.labels("seating", command.type, outcome).inc()
    if not isinstance(command, Open):
        logger.debug("handled", kind=command.type, table=command.table, outcome=outcome)
