"""The examples of the protocol's page are what the models understand."""

import re

import pytest

from contracts.frames import client_frame, server_frame
from runtime.settings import REPOSITORY

PAGE = (REPOSITORY / "libs" / "contracts" / "README.md").read_text()
SENT, RECEIVED = re.findall(r"```json\n(.*?)```", PAGE, flags=re.DOTALL)


@pytest.mark.parametrize("example", SENT.splitlines())
def test_an_example_of_what_a_client_sends_is_understood(example: str) -> None:
    assert client_frame.validate_json(example)


@pytest.mark.parametrize("example", RECEIVED.splitlines())
def test_an_example_of_what_a_server_sends_is_what_it_sends(example: str) -> None:
    assert server_frame.validate_json(example)
