"""Every NATS subject, spelled once. Commands, events and what operators ask live in trees that never meet.

Nothing a person typed is ever part of a subject: tables are named by their canonical code.
"""

SEATING = "v1.cmd.seating"
"""Commands to seating; one subject for all of them, told apart by `type`."""
SEATING_POSITIONS = "v1.cmd.seating-positions"

ENGINE_ANY = "v1.cmd.engine.*"
ENGINE_COMPUTER = "v1.cmd.engine-computer"
"""What computer players do; bots may say nothing else."""
ENGINE_VIEW = "v1.cmd.engine-view"
ENGINE_POSITIONS = "v1.cmd.engine-positions"
ENGINE_ROUNDS = "v1.cmd.engine-rounds"
ENGINE_ROUND = "v1.cmd.engine-round"
"""Rounds that are over: which are kept, and one of them whole."""

TIMER_LEASES = "v1.cmd.timer.leases"

STATUS = "v1.ops.status"
"""How every instance is; each answers for itself."""
DRAIN = "v1.ops.drain"
"""One process is to hand over and end. Only operators may say so."""

EVENTS_ALL = "v1.evt.>"
BOTS = "v1.evt.bot.*.*"
"""Every computer player that is to act. No gateway may listen here."""


def engine(table: str) -> str:
    """Commands about the play at one table. Any engine takes any table."""
    return f"v1.cmd.engine.{table}"


def table_event(table: str) -> str:
    """The lobby document of a table, whole, for gateways with somebody at it."""
    return f"v1.evt.table.{table}"


def seat_event(table: str, seat: int | str) -> str:
    """One seat's view, whole, for the gateway that holds that seat."""
    return f"v1.evt.seat.{table}.{seat}"


def bot_event(table: str, seat: int | str) -> str:
    """A computer player is to act on that seat; any bot answers."""
    return f"v1.evt.bot.{table}.{seat}"
