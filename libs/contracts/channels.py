"""Who says what to whom on NATS: one row a subject. What is published of the protocol is made from it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

from contracts import commands, operating, subjects
from contracts.commands import Arrived, Done, Failed, Seated
from contracts.events import CONNECTIONS, ERROR, MARK, RECEIVED, STATUS, VERSION
from contracts.frames import TableFrame, ViewFrame
from contracts.model import Message
from contracts.rounds import RoundRecord, RoundsKept

Service = Literal["gateway", "seating", "engine", "timer", "bots", "console"]
RUNNING: tuple[Service, ...] = ("gateway", "seating", "engine", "timer", "bots")
"""The services; the console is who operates them."""


@dataclass(frozen=True, slots=True)
class Said:
    """A message, and the headers it comes with; those of `perhaps` may be missing."""

    model: type[Message]
    headers: tuple[str, ...] = ()
    perhaps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Channel:
    """A subject, with `{table}` and `{seat}` in place of a table's code and a seat's number.

    One of all instances of each that `hears` takes a message where they are a `queue`; else all do.
    Without `answers` it is an event. Any command may be answered with a refusal, too.
    """

    name: str
    subject: str
    about: str
    says: tuple[Service, ...]
    hears: tuple[Service, ...]
    messages: tuple[Said, ...]
    answers: tuple[Said, ...] = ()
    queue: bool = True


REFUSED: Final = Said(Failed, (ERROR,))


def _each(union: Any) -> tuple[Said, ...]:
    """Every kind of an annotated union."""
    return tuple(Said(model) for model in get_args(get_args(union)[0]))


CHANNELS: Final = (
    Channel(
        "seating",
        subjects.SEATING,
        "Everything about tables and seats.",
        says=("gateway", "timer"),
        hears=("seating",),
        messages=_each(commands.SeatingCommand),
        answers=(Said(Seated), Said(Arrived), Said(Done), REFUSED),
    ),
    Channel(
        "seating-positions",
        subjects.SEATING_POSITIONS,
        "Where many tables stand, in one request.",
        says=("gateway",),
        hears=("seating",),
        messages=(Said(commands.PositionsAsked),),
        answers=(Said(commands.Positions), REFUSED),
    ),
    Channel(
        "engine",
        subjects.engine("{table}"),
        "Play at one table, and what its engine is told about those who sit there.",
        says=("gateway", "seating", "timer"),
        hears=("engine",),
        messages=_each(commands.EngineCommand),
        answers=(Said(Done), REFUSED),
    ),
    Channel(
        "engine-computer",
        subjects.ENGINE_COMPUTER,
        "What a computer player does in its turn.",
        says=("bots",),
        hears=("engine",),
        messages=(Said(commands.Computer),),
        answers=(Said(Done), REFUSED),
    ),
    Channel(
        "engine-view",
        subjects.ENGINE_VIEW,
        "One seat's view now; answered by the bytes that its client gets.",
        says=("gateway",),
        hears=("engine",),
        messages=(Said(commands.ViewAsked),),
        answers=(Said(ViewFrame, (VERSION, MARK)), REFUSED),
    ),
    Channel(
        "engine-positions",
        subjects.ENGINE_POSITIONS,
        "Where many matches stand, in one request.",
        says=("gateway",),
        hears=("engine",),
        messages=(Said(commands.PositionsAsked),),
        answers=(Said(commands.Positions), REFUSED),
    ),
    Channel(
        "engine-rounds",
        subjects.ENGINE_ROUNDS,
        "Which rounds of a table are over and still kept.",
        says=("gateway",),
        hears=("engine",),
        messages=(Said(commands.RoundsAsked),),
        answers=(Said(RoundsKept), REFUSED),
    ),
    Channel(
        "engine-round",
        subjects.ENGINE_ROUND,
        "One of them, whole.",
        says=("gateway",),
        hears=("engine",),
        messages=(Said(commands.RoundAsked),),
        answers=(Said(RoundRecord), REFUSED),
    ),
    Channel(
        "leases",
        subjects.TIMER_LEASES,
        "The connections that a gateway holds.",
        says=("gateway",),
        hears=("timer",),
        messages=(Said(commands.Leases),),
        answers=(Said(commands.LeasesKept), REFUSED),
    ),
    Channel(
        "table-event",
        subjects.table_event("{table}"),
        "The lobby document has changed; as the bytes that clients get.",
        says=("seating",),
        hears=("gateway",),
        messages=(Said(TableFrame, (VERSION, MARK, CONNECTIONS, STATUS)),),
        queue=False,
    ),
    Channel(
        "seat-event",
        subjects.seat_event("{table}", "{seat}"),
        "What one seat may see has changed; as the bytes that its client gets.",
        says=("engine",),
        hears=("gateway",),
        messages=(Said(ViewFrame, (VERSION, MARK), (RECEIVED,)),),
        queue=False,
    ),
    Channel(
        "bot-event",
        subjects.bot_event("{table}", "{seat}"),
        "A computer player is to act.",
        says=("engine",),
        hears=("bots",),
        messages=(Said(commands.ComputerTurn),),
    ),
    Channel(
        "status",
        subjects.STATUS,
        "How everybody is; every instance answers for itself.",
        says=("console",),
        hears=RUNNING,
        messages=(Said(operating.StatusAsked),),
        answers=(Said(operating.Status),),
        queue=False,
    ),
    Channel(
        "drain",
        subjects.DRAIN,
        "One process is to hand over and end; it alone answers.",
        says=("console",),
        hears=RUNNING,
        messages=(Said(operating.Drain),),
        answers=(Said(operating.Draining),),
        queue=False,
    ),
)


OPERATED: Final = ("status", "drain")
"""What operators ask, by the names of its channels: every service answers it the same way."""


def said_anywhere() -> Iterator[Said]:
    """Everything that is said or answered."""
    for channel in CHANNELS:
        yield from channel.messages + channel.answers
