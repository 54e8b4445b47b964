"""What a report calls wrong: what went with a node is, unless nobody waited for another one to have it."""

import pytest

from tests.faults.findings import Findings
from tests.faults.report import Report
from tests.faults.witness import Violation, Witness


def a_report(kind: str, *, waits: bool) -> Report:
    found = Findings(violations=[Violation(kind, "7K3MXY52", "it is not there")])
    return Report(1, 1.0, [], Witness(), found, waits)


@pytest.mark.parametrize(
    ("kind", "waits", "clean"),
    [("lost", True, False), ("lost", False, True), ("hidden", True, False), ("hidden", False, False)],
)
def test_what_goes_with_a_node_is_wrong_where_a_replica_was_waited_for(
    kind: str, waits: bool, clean: bool
) -> None:
    report = a_report(kind, waits=waits)

    assert report.clean == clean
    assert ("went back with a node: {'lost': 1}" in str(report)) == (kind == "lost" and not waits)
