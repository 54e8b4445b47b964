"""Codes as people type them, and names that must fit."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from contracts import ids
from contracts.ids import CODE_ALPHABET, canonical_code

CODES = st.text(CODE_ALPHABET, min_size=8, max_size=8)


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("7K3MXY52", "7K3MXY52"),
        ("7k3mxy52", "7K3MXY52"),
        ("7k3m-xy52", "7K3MXY52"),
        (" 7k3m xy52\n", "7K3MXY52"),
        ("7-k-3-m-x-y-5-2", "7K3MXY52"),
        ("OoIiLl00", "00111100"),
        ("٧k٣mxy٥٢", "7K3MXY52"),
        ("۷k۳mxy۵۲", "7K3MXY52"),
        ("7K3M\u00a0XY52", "7K3MXY52"),
        ("ıı00ıı00", "11001100"),
    ],
)
def test_a_code_is_read_as_it_was_meant(typed: str, code: str) -> None:
    assert canonical_code(typed) == code


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "7K3MXY5",
        "7K3MXY522",
        "7K3MXYU2",
        "7K3MXY5!",
        "7K3M.Y52",
        "7K3M*Y52",
        "7K3M>Y52",
        "7K3MXY5²",
        "７K3MXY52",
        "-" * 8,
        " " * 40 + "7K3MXY52",
        "x" * 10_000,
        "7K3MXY5\x00",
        "7K3MXY5\u202e",
    ],
)
def test_what_cannot_be_a_code_is_none(typed: str) -> None:
    assert canonical_code(typed) is None


@given(code=CODES, cut=st.integers(0, 8), lower=st.booleans())
def test_every_code_is_itself_however_it_is_cut(code: str, cut: int, lower: bool) -> None:
    typed = f"{code[:cut]}-{code[cut:]}"

    assert canonical_code(typed.lower() if lower else typed) == code


@settings(max_examples=50)
@given(typed=st.text(max_size=40))
def test_whatever_is_typed_a_code_is_canonical_or_none(typed: str) -> None:
    code = canonical_code(typed)

    assert code is None or TypeAdapter(ids.TableCode).validate_python(code) == canonical_code(code) == code


@pytest.mark.parametrize("code", ["7K3MXY52\n", "7k3mxy52", "7K3MXY5", "7K3MXYL2", "7K3M.XY5", ""])
def test_only_the_canonical_spelling_names_a_table(code: str) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(ids.TableCode).validate_python(code)


@pytest.mark.parametrize("secret", ["", "a" * 42, "a" * 44, "a" * 42 + "=", "a" * 42 + "\n", "ä" * 43])
def test_only_a_whole_secret_is_one(secret: str) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(ids.PlayerSecret).validate_python(secret)


@pytest.mark.parametrize("id_", ["", "a" * 65, "a b", "a\n", "ä", "\x7f", "a\u202e"])
def test_a_request_id_is_short_and_plain(id_: str) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(ids.RequestId).validate_python(id_)
