"""Who was held to be away while connected is found."""

from dataclasses import replace

import pytest

from contracts.lobby import Options
from rules.presets import PRESETS
from seating import snapshot
from seating.table import Person, Table
from tests.faults.away import check_away
from tests.faults.findings import Findings
from tests.faults.history import Snapshot
from tests.harness.player import Player, Stay

CODE = "7K3MXY52"
AMAL = Person("Amal", "a" * 64, 0, "c" * 16, present=True)
THERE = Table(CODE, "r", "a", "duel", PRESETS["duel"], Options(), "playing", 0, (AMAL, None), 1)


def found(person: Person, *stays: tuple[float, float]) -> list[str]:
    """What is found where Amal is such after 10 s, and was connected for these `stays`."""
    before = Snapshot(1, "0000000a", snapshot.dump(THERE), 5_000)
    after = Snapshot(2, "0000000b", snapshot.dump(replace(THERE, seats=(person, None))), 10_000)
    player = Player([], "Amal", code=CODE, seat=0, stays=[Stay(*stay) for stay in stays])
    findings = Findings()
    check_away(before, after, CODE, {(CODE, 0): player}, findings)
    return [violation.kind for violation in findings.violations]


def test_who_is_connected_is_not_away() -> None:
    assert found(replace(AMAL, present=False), (1_000, 20_000)) == ["away"]


@pytest.mark.parametrize("stay", [(1_000, 9_000), (10_500, 20_000)])
def test_who_was_gone_or_is_not_back_yet_is(stay: tuple[float, float]) -> None:
    assert found(replace(AMAL, present=False), stay) == []


def test_who_has_left_is() -> None:
    assert found(replace(AMAL, present=False, left=True, connection=None), (1_000, 20_000)) == []


def test_who_is_present_is_not_complained_of() -> None:
    assert found(AMAL, (1_000, 20_000)) == []
