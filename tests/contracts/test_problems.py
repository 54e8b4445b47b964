"""Every refusal has a code and a sentence."""

from typing import get_args

from contracts.problems import CODES, SENTENCES, Code, Problem, problem
from rules import errors


def refusals(kind: type[errors.Refusal] = errors.Refusal) -> list[type[errors.Refusal]]:
    found = [kind] if kind is not errors.Refusal else []
    return found + [deeper for sub in kind.__subclasses__() for deeper in refusals(sub)]


ONLY_BETWEEN_SERVICES = {"round_not_over"}
"""Where no consent is needed, a new round is asked for between rounds only; and refused as that before."""


def test_every_code_has_a_sentence_and_every_sentence_a_code() -> None:
    assert set(SENTENCES) == set(get_args(Code)) == CODES


def test_every_sentence_is_one() -> None:
    for code, sentence in SENTENCES.items():
        assert sentence[0].isupper(), code
        assert sentence.endswith("."), code
        assert 15 < len(sentence) < 140, code
        assert code not in sentence, "a code is for programs"


def test_no_two_codes_say_the_same() -> None:
    assert len(set(SENTENCES.values())) == len(SENTENCES)


def test_every_refusal_of_the_rules_is_a_code() -> None:
    codes = {refusal.code for refusal in refusals()}

    assert len(codes) == len(refusals()), "each has its own"
    assert codes - ONLY_BETWEEN_SERVICES <= CODES


def test_a_problem_says_its_usual_sentence_or_a_more_exact_one() -> None:
    assert problem("no_match") == Problem(code="no_match", message=SENTENCES["no_match"])
    assert problem("wrong_value", message="A tile is written 3-5.", fields=("tile",)) == Problem(
        code="wrong_value", message="A tile is written 3-5.", fields=("tile",)
    )
