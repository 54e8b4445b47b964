"""The client's types are those of the models."""

import pytest

from contracts.typescript import TARGET, _type, generate


def test_the_clients_protocol_is_the_one_the_models_make() -> None:
    assert TARGET.read_text(encoding="utf-8") == generate()


def test_a_schema_that_is_not_known_is_refused_rather_than_guessed_at() -> None:
    with pytest.raises(TypeError):
        _type({"not": {"type": "string"}})


def test_a_tag_is_always_there_even_where_the_model_has_a_default() -> None:
    assert "type: 'welcome';" in generate()
