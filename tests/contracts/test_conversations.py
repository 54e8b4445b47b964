"""What every release said between services is understood by this one; `record.py` wrote it down."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from contracts import commands
from contracts.events import connections_in, position_in
from contracts.frames import server_frame
from contracts.rounds import RoundRecord, RoundsKept

FOLDER = Path(__file__).with_name("conversations")
FILES = sorted(FOLDER.glob("*.jsonl"), key=lambda file: int(file.stem))

Reader = Callable[[bytes], Any]


def asked(shape: Any) -> Reader:
    """As a service reads what it is asked: what it does not know it leaves to a later release."""
    adapter = TypeAdapter(shape)
    return lambda body: adapter.validate_json(body)


def told(shape: Any) -> Reader:
    """As a service reads what it is told: past what it does not know."""
    adapter: TypeAdapter[Any] = shape if isinstance(shape, TypeAdapter) else TypeAdapter(shape)
    return lambda body: adapter.validate_json(body, extra="ignore")


READERS: dict[str, Reader] = {
    "v1.cmd.engine.*": asked(commands.EngineCommand),
    "v1.cmd.engine-computer": asked(commands.Computer),
    "v1.cmd.engine-view": asked(commands.ViewAsked),
    "v1.cmd.engine-positions": asked(commands.PositionsAsked),
    "v1.cmd.engine-rounds": asked(commands.RoundsAsked),
    "v1.cmd.engine-round": asked(commands.RoundAsked),
    "v1.cmd.seating": asked(commands.SeatingCommand),
    "v1.cmd.seating-positions": asked(commands.PositionsAsked),
    "v1.cmd.timer.*": asked(commands.Leases),
    "v1.evt.bot.*": told(commands.ComputerTurn),
    "v1.evt.seat.*": told(server_frame),
    "v1.evt.table.*": told(server_frame),
    "answer v1.cmd.engine.*": told(commands.answer),
    "answer v1.cmd.engine-computer": told(commands.answer),
    "answer v1.cmd.engine-view": told(server_frame),
    "answer v1.cmd.engine-positions": told(commands.Positions),
    "answer v1.cmd.engine-rounds": told(RoundsKept),
    "answer v1.cmd.engine-round": told(RoundRecord),
    "answer v1.cmd.seating": told(commands.seating_answer),
    "answer v1.cmd.seating-positions": told(commands.Positions),
    "answer v1.cmd.timer.*": told(commands.LeasesKept),
}
SELDOM = {"v1.cmd.engine-view", "answer v1.cmd.engine-view"}
"""Said only when an event was lost, or somebody comes back at a wrong moment."""
WITH_A_POSITION = ("v1.evt.seat.*", "v1.evt.table.*")


def lines() -> Iterator[tuple[str, dict[str, Any]]]:
    for file in FILES:
        for line in file.read_text(encoding="utf-8").splitlines():
            yield file.stem, json.loads(line)


LINES = [*lines()]
TOLD = [(release, line) for release, line in LINES if line["subject"].startswith(("answer", "v1.evt"))]


def test_there_is_a_conversation_of_each_release() -> None:
    assert FILES
    assert [file.stem for file in FILES] == [str(number + 2) for number in range(len(FILES))]


def test_the_last_conversation_has_something_of_everything() -> None:
    said = {line["subject"] for release, line in LINES if release == FILES[-1].stem}

    assert said >= READERS.keys() - SELDOM


@pytest.mark.parametrize(("release", "message"), LINES)
def test_what_a_release_said_is_understood(release: str, message: dict[str, Any]) -> None:
    body = json.dumps(message["body"]).encode()

    READERS[message["subject"]](body)

    if message["subject"] in WITH_A_POSITION:
        assert position_in(message["headers"]).version > 0
    if message["subject"] == "v1.evt.table.*":
        assert len(connections_in(message["headers"])) == len(message["body"]["table"]["seats"])


@pytest.mark.parametrize(("release", "message"), TOLD)
def test_what_is_told_is_understood_when_it_says_more(release: str, message: dict[str, Any]) -> None:
    grown = _with_more(message["body"])

    known = READERS[message["subject"]]
    assert known(json.dumps(grown).encode()) == known(json.dumps(message["body"]).encode())


def _with_more(value: Any) -> Any:
    """A field nobody knows in every object that has a set of fields of its own."""
    if isinstance(value, list):
        return [_with_more(one) for one in value]
    if not isinstance(value, dict) or any(key.isupper() for key in value):  # by table code: no fields
        return value
    return {**{key: _with_more(one) for key, one in value.items()}, "of_a_later_release": 1}
