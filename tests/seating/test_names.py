"""What a person may be called."""

import pytest

from seating.errors import WrongName
from seating.names import clean_name, length


@pytest.mark.parametrize(
    "name",
    [
        "Amal",
        "محمد",
        "مُحَمَّد",
        "علی‌رضا",
        "می‌خواهم",
        "۱۰‌ساله",
        "Jean-Paul O'Neill",
        "李小龍",
        "👨‍👩‍👧‍👦 family",
        "❤️",
        "👍🏽",
        "a" * 24,
        "x",
    ],
)
def test_a_name_that_people_have_is_kept_as_it_is(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  Amal  ", "Amal"),
        ("Amal   \u00a0\u3000 Basim", "Amal Basim"),
        ("Jose\u0301", "Jos\u00e9"),
    ],
)
def test_a_name_is_composed_and_its_blanks_are_single(typed: str, name: str) -> None:
    assert clean_name(typed) == name


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "   ",
        "\u200c",
        "a" * 25,
        "a" * 10_000,
        "e\u0301" * 10_000,
        "Amal\x00",
        "Amal\n",
        "A\tmal",
        "\x1b[31mAmal",
        "Amal\x7f",
        "Amal\u0085",
        "\u202eAmal",
        "Amal\u202c",
        "\u2066Amal\u2069",
        "Am\u200bal",
        "Amal\u200e",
        "Am\u2060al",
        "Am\u00adal",
        "\ufeffAmal",
        "\u2028Amal",
        "\u3164",
        "\u2800",
        "\U000e0041Amal",
        "\ue000",
        "\ufdd0",
        "\u200cAmal",
        "Amal\u200c",
        "Am\u200c\u200cal",
        "Am\u200d \u200dal",
        "\u0301Amal",
        "Amal \u0301",
        "q" + "\u0300" * 5,
        "A" + "\u0300\u200d" * 20,
        "🏳️\u200d",
    ],
)
def test_a_name_that_is_unseen_or_moves_others_is_refused(typed: str) -> None:
    with pytest.raises(WrongName) as refusal:
        clean_name(typed)

    assert refusal.value.problem.code == "wrong_name"
    assert refusal.value.problem.fields == ("name",)


@pytest.mark.parametrize(
    ("name", "characters"),
    [("Amal", 4), ("مُحَمَّد", 4), ("علی‌رضا", 6), ("👨‍👩‍👧‍👦", 1), ("👍🏽", 1), ("❤️", 1)],
)
def test_a_name_is_as_long_as_people_count(name: str, characters: int) -> None:
    assert length(name) == characters
