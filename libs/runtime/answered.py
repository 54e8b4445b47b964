"""What was answered just now, by where the answer went.

All tries of one question name one place for its answer. Where more is asked than can be done, the second try
of a question waits behind the first, and would be as much work again: it is answered with what was answered
then. Whoever did not hear it, because NATS was away, hears it so.
"""

from collections import OrderedDict
from collections.abc import Mapping

MOST = 5_000
"""Answers that are kept: of some ten seconds where a process can do no more."""

Answer = tuple[bytes, Mapping[str, str]]
"""Body and headers."""


class Answered:
    """The last answers of one handler. Another process answers a try by what is stored."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._answers: OrderedDict[str, Answer] = OrderedDict()

    def get(self, reply: str) -> Answer | None:
        """Return what was sent to `reply`."""
        return self._answers.get(reply)

    def keep(self, reply: str, answer: Answer) -> None:
        """Remember what is sent to `reply`."""
        self._answers[reply] = answer
        if len(self._answers) > self._most:
            self._answers.popitem(last=False)
