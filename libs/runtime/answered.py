"""What was answered just now, by the question.

All tries of a question have its name. Where more is asked than can be done, the second try of a question
waits behind the first, and would be as much work again: it is answered with what was answered then. Whoever
did not hear it, because NATS was away, hears it so.
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

    def get(self, question: str) -> Answer | None:
        """Return what was said to it."""
        return self._answers.get(question)

    def keep(self, question: str, answer: Answer) -> None:
        """Remember what is said to it."""
        self._answers[question] = answer
        if len(self._answers) > self._most:
            self._answers.popitem(last=False)
