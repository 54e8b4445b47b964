"""Short runs: every service is killed at least once, or one node, while four tables are played at."""

import pytest

from tests.faults.chaos import KINDS, SERVICES
from tests.faults.houses import Wanted
from tests.faults.run import Options, among_nodes, run

pytestmark = [pytest.mark.slow, pytest.mark.timeout(400)]


def test_nothing_is_lost_whatever_is_killed_or_frozen() -> None:
    report = run(Options(rounds=10, tables=4, seed=7, every=(1.0, 2.0), freeze=(0.5, 2.0), least=9), print)

    print(report)
    killed = {fault.service for fault in report.faults if fault.kind == KINDS[0]}
    assert killed == set(SERVICES)
    assert report.clean, report


@pytest.mark.parametrize("cluster", ["nats", "sentinels"])
def test_nothing_is_lost_when_a_node_is_killed(cluster: str) -> None:
    report = run(among_nodes(Wanted(cluster, ("kill",), times=1), tables=4, seed=7), print)

    print(report)
    assert [fault.kind for fault in report.faults] == ["kill"]
    assert report.findings.counts["moves acknowledged"] > 0
    assert report.clean, report
