"""The client's types are those of the models."""

import re

import pytest

from contracts.frames import client_frame
from contracts.typescript import TARGET, _type, generate


def test_the_clients_protocol_is_the_one_the_models_make() -> None:
    assert TARGET.read_text(encoding="utf-8") == generate()


def test_a_schema_that_is_not_known_is_refused_rather_than_guessed_at() -> None:
    with pytest.raises(TypeError):
        _type({"not": {"type": "string"}})


def test_a_tag_is_always_there_even_where_the_model_has_a_default() -> None:
    assert "type: 'welcome';" in generate()


def test_every_frame_that_a_client_may_say_has_a_type_of_its_own() -> None:
    kinds = client_frame.json_schema()["discriminator"]["mapping"]

    assert {"new_round", "level"} <= set(kinds)
    assert all(f"type: '{kind}';" in generate() for kind in kinds)


def test_a_host_can_send_back_the_rules_that_it_was_shown() -> None:
    """The two shapes have the same fields; what is sent may leave out what has a default."""
    shown, sent = (
        re.search(rf"export type {name} = {{(.*?)}};", generate(), flags=re.DOTALL)
        for name in ("RuleSet", "RuleSetInput")
    )
    assert shown is not None
    assert sent is not None

    assert sent[1].replace("?:", ":") == shown[1]


def test_a_seat_may_be_a_computer_players_own() -> None:
    assert "name: string | null;" in generate()
    assert "computer: 'easy' | 'medium' | 'hard' | null;" in generate()
