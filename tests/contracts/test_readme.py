"""The examples of the protocol's page are what the models understand."""

import re

import pytest
from pydantic import TypeAdapter

from contracts.frames import client_frame, server_frame
from contracts.http import OpenTable
from contracts.lobby import SeatTaken
from rules.presets import GAMES
from runtime.settings import REPOSITORY

PAGE = (REPOSITORY / "libs" / "contracts" / "README.md").read_text()
OPENED, SENT, RECEIVED, SEATED = (
    block.splitlines() for block in re.findall(r"```json\n(.*?)```", PAGE, flags=re.DOTALL)
)


@pytest.mark.parametrize("example", OPENED)
def test_an_example_of_how_a_table_is_opened_is_understood(example: str) -> None:
    assert OpenTable.model_validate_json(example).preset in GAMES


@pytest.mark.parametrize("example", SENT)
def test_an_example_of_what_a_client_sends_is_understood(example: str) -> None:
    assert client_frame.validate_json(example)


def test_every_frame_that_a_client_sends_has_an_example() -> None:
    kinds = client_frame.json_schema()["discriminator"]["mapping"]

    assert {client_frame.validate_json(example).type for example in SENT} == set(kinds)


@pytest.mark.parametrize("example", RECEIVED)
def test_an_example_of_what_a_server_sends_is_what_it_sends(example: str) -> None:
    assert server_frame.validate_json(example)


@pytest.mark.parametrize("example", SEATED)
def test_an_example_of_a_seat_is_one(example: str) -> None:
    seat = TypeAdapter(SeatTaken).validate_json(example)

    assert seat.model_dump_json() == example.replace(": ", ":").replace(", ", ",")
