"""Logs: one line an event, JSON by default. What a player holds is never logged: tile, seed, secret."""

import logging
import sys
from contextvars import ContextVar
from secrets import token_hex

import structlog

from runtime.settings import Settings

Logger = structlog.stdlib.BoundLogger

_TRACEBACKS = structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
"""Without local variables, which is where hands and secrets are."""
_PLAIN = structlog.dev.plain_traceback

_command: ContextVar[str] = ContextVar("command", default="")
"""Not one of structlog's, which are looked for among all there are: this one is asked five times a turn."""


def configure(service: str, settings: Settings, *, for_good: bool = False) -> None:
    """Set up logging for this process; every line names the service and the instance.

    Where that is `for_good`, each part makes its logger once, and not for each line, also those not written.
    """
    level = logging.getLevelNamesMapping()[settings.log_level.upper()]
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        _named,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    renderers: list[structlog.typing.Processor] = (
        [structlog.processors.ExceptionRenderer(_TRACEBACKS), structlog.processors.JSONRenderer()]
        if settings.log_format == "json"
        else [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=_PLAIN)]
    )
    structlog.configure(
        processors=[*shared, *renderers],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=for_good,
    )
    structlog.contextvars.bind_contextvars(service=service, instance=settings.instance)
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(levelname)s %(name)s %(message)s")


def log(name: str) -> Logger:
    logger: Logger = structlog.get_logger(part=name)
    return logger


def correlated(command: str | None = None) -> None:
    """From now on, in this task, every line names the command it is about; a new one by default.

    The same name goes along to other services, in the header `correlation_id`.
    """
    _command.set(command or token_hex(6))


def correlation() -> str:
    """What this task is about, as other services are told."""
    return _command.get() or token_hex(6)


def _named(logger: object, method: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    if command := _command.get():
        event["command"] = command
    return event
