"""Records of rounds, from where they lie: a file that a client saved, or a platform."""

import re
from http.client import HTTPException
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

from pydantic import TypeAdapter, ValidationError

from contracts.http import ProblemDocument
from contracts.ids import PlayerSecret
from contracts.rounds import RoundRecord, RoundsKept

LARGEST = 1024 * 1024
"""Bytes; a record has some thousand."""
PATIENCE_S = 10

_SEED = re.compile(r"[0-9a-f]{64}")
_SECRET = TypeAdapter(PlayerSecret)


class NoRecord(Exception):
    """There is no record, or what is there is none; the text says why."""


def in_file(path: Path) -> RoundRecord:
    """Return the record in a file; raise NoRecord."""
    try:
        with path.open("rb") as file:
            text = file.read(LARGEST + 1)
    except OSError as error:
        raise NoRecord(f"{path} cannot be read: {error.strerror}.") from error
    return read(text, str(path))


def read(text: bytes, whence: str) -> RoundRecord:
    """Return the record that `text` is; raise NoRecord, naming the first thing that is wrong."""
    if len(text) > LARGEST:
        raise NoRecord(f"{whence} is too large for the record of a round.")
    try:
        record = RoundRecord.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        why = f"{where}: {first['msg']}" if where else first["msg"]
        raise NoRecord(f"{whence} is no record of a round: {why}.") from None
    if not _SEED.fullmatch(record.seed):
        raise NoRecord(f"{whence} is no record of a round: seed: it has 64 hex digits.")
    return record


class Platform:
    """A platform, asked as the player that `secret` is."""

    def __init__(self, url: str, secret: str) -> None:
        if not url.startswith(("http://", "https://")):
            raise NoRecord(f"{url} is no address of a platform: it begins with http:// or https://.")
        try:
            self._secret = _SECRET.validate_python(secret)
        except ValidationError:
            raise NoRecord("A player's secret has 43 letters, digits, - or _.") from None
        self._tables = f"{url.rstrip('/')}/api/tables"

    def numbers(self, code: str) -> list[tuple[int, int]]:
        """Return match and round of all rounds that are kept, the oldest first; raise NoRecord."""
        text = self._get(f"{quote(code, safe='')}/rounds")
        try:
            kept = RoundsKept.model_validate_json(text)
        except ValidationError:
            raise NoRecord("The platform did not answer with a list of rounds.") from None
        return [(one.match, one.round) for one in kept.rounds]

    def record(self, code: str, match: int, round_: int) -> RoundRecord:
        """Return the record of a round; raise NoRecord."""
        found = read(self._get(f"{quote(code, safe='')}/rounds/{match}/{round_}"), "The platform's answer")
        if (found.match, found.round) != (match, round_):
            raise NoRecord("The platform answered with another round.")
        return found

    def _get(self, path: str) -> bytes:
        try:
            asked = Request(f"{self._tables}/{path}", headers={"Authorization": f"Bearer {self._secret}"})  # noqa: S310
            with urlopen(asked, timeout=PATIENCE_S) as answer:  # noqa: S310
                text: bytes = answer.read(LARGEST + 1)
        except HTTPError as error:
            raise NoRecord(_refusal(error)) from error
        except (OSError, HTTPException, ValueError) as error:  # ValueError: what is no address at all
            raise NoRecord(f"The platform cannot be reached: {getattr(error, 'reason', error)}.") from error
        return text


def _refusal(error: HTTPError) -> str:
    try:
        problem = ProblemDocument.model_validate_json(error.read(LARGEST))
    except ValidationError:
        return f"There is no such platform: it answers {error.code}."
    return f"{problem.detail} ({problem.code})"
