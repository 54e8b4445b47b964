"""Some deals by our rules and by other people's; `python -m tests.differential` plays thousands."""

import platform
import sys
from collections import Counter

import pytest

from rules import round as rounds
from tests.differential.compare import PAIRS, compare

DEALS = 60
SEED = 5

NO_WHEEL = sys.version_info >= (3, 15) or (sys.platform == "darwin" and platform.machine() != "arm64")
"""Where pyproject.toml leaves OpenSpiel out, since there is no wheel of it."""

beside_each = pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            name,
            marks=pytest.mark.skipif(
                NO_WHEEL and name != "dominoes", reason="there is no wheel of OpenSpiel for this machine"
            ),
        )
        for name in PAIRS
    ],
)


@beside_each
def test_moves_passes_and_ends_are_those_of_other_rules(name: str) -> None:
    compared: Counter[str] = Counter()
    for number in range(DEALS):
        compared += compare(name, number, SEED)

    assert compared["deals"] == DEALS
    assert min(compared[what] for what in ("positions", "moves", "passes", "out", "blocked")) > 0


@beside_each
def test_a_move_too_few_is_a_difference(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.differential.ours.legal", lambda round_: rounds.legal(round_)[:1])

    with pytest.raises(AssertionError, match=f"{name}, deal 0 of seed {SEED}: .*legal for us"):
        compare(name, 0, SEED)
