"""The rounds that the client's tests play again are what the rules really say."""

from tests.web.rounds import KEPT, lines


def test_the_clients_rounds_are_those_that_the_rules_play() -> None:
    assert KEPT.read_text(encoding="utf-8").splitlines() == list(lines())
