"""Every refusal of seating, in one tree. `code` is public and never changes."""

from typing import ClassVar

from contracts.problems import Code, Problem, problem


class Refusal(Exception):
    """What was asked cannot be done; nothing has changed. `fields` names what was at fault."""

    code: ClassVar[Code]
    holder: str | None = None
    """The connection that has the seat, where that is why."""

    def __init__(self, message: str | None = None, *, fields: tuple[str, ...] = ()) -> None:
        super().__init__(self.code)
        self.problem: Problem = problem(self.code, message=message, fields=fields)


class UnknownTable(Refusal):
    code = "unknown_table"


class TableGone(Refusal):
    code = "table_gone"


class TableFull(Refusal):
    code = "table_full"


class AlreadyStarted(Refusal):
    code = "already_started"


class NotFull(Refusal):
    code = "not_full"


class NotHost(Refusal):
    code = "not_host"


class NotSeated(Refusal):
    code = "not_seated"


class NoSuchSeat(Refusal):
    code = "no_such_seat"


class NoComputer(Refusal):
    code = "no_computer"


class NotAlone(Refusal):
    code = "not_alone"


class OwnSeat(Refusal):
    """A host frees others' seats; its own is left by leaving."""

    code = "wrong_value"


class WrongName(Refusal):
    code = "wrong_name"


class UnknownPreset(Refusal):
    code = "unknown_preset"


class WrongOptions(Refusal):
    code = "wrong_options"


class RequestReused(Refusal):
    code = "request_reused"


class Replaced(Refusal):
    """Another connection, `holder`, has the seat."""

    code = "replaced"

    def __init__(self, holder: str | None) -> None:
        super().__init__()
        self.holder = holder
