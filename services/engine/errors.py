"""A command that is refused. Knows the codes, and no command."""

from contracts.problems import Code


class Refused(Exception):
    """The command is refused, and nothing changes."""

    def __init__(self, code: Code, message: str | None = None) -> None:
        super().__init__(code)
        self.code: Code = code
        self.message = message
