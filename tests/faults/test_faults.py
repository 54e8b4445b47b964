"""A short run: every service is killed at least once while four tables are played at."""

import pytest

from tests.faults.chaos import KINDS, SERVICES
from tests.faults.run import Options, run

pytestmark = [pytest.mark.slow, pytest.mark.timeout(240)]


def test_nothing_is_lost_whatever_is_killed_or_frozen() -> None:
    report = run(Options(rounds=10, tables=4, seed=7, every=(1.0, 2.0), freeze=(0.5, 2.0), least=9), print)

    print(report)
    killed = {fault.service for fault in report.faults if fault.kind == KINDS[0]}
    assert killed == set(SERVICES)
    assert report.clean, report
