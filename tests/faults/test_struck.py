"""Which time counts: stretches, what they have in common, and when nobody could have moved."""

from tests.faults.chaos import EPOCH, Fault
from tests.faults.struck import common, during, length, out, silences, union


def a_fault(service: str, began: int, ended: int, index: int = 0) -> Fault:
    """Something done to a process, in Unix ms."""
    return Fault(service, index, "kill", began / 1000 - EPOCH, ended / 1000 - EPOCH)


def test_stretches_that_touch_are_one() -> None:
    assert union([(5, 9), (1, 3), (3, 4), (6, 7)]) == [(1, 4), (5, 9)]
    assert length([(1, 4), (2, 6), (8, 9)]) == 6


def test_what_two_have_in_common() -> None:
    assert common([(0, 10), (20, 30)], [(5, 25)]) == [(5, 10), (20, 25)]
    assert common([(0, 10)], [(10, 20)]) == []


def test_a_service_is_out_while_none_of_its_instances_runs() -> None:
    faults = [
        a_fault("engine", 10_000, 20_000),
        a_fault("engine", 15_000, 30_000, index=1),
        a_fault("timer", 0, 90_000),
    ]

    ((began, ended),) = out(faults, "engine", 2)

    assert (round(began, -1), round(ended, -1)) == (15_000, 20_000)
    assert out(faults, "timer", 2) == []


def test_what_was_done_meanwhile() -> None:
    faults = [a_fault("engine", 10_000, 20_000), a_fault("bots", 10_000, 20_000)]

    assert during(faults, ("engine", "timer"), (19_000, 25_000)) == faults[:1]
    assert during(faults, ("engine", "timer"), (21_000, 25_000)) == []


def test_a_second_without_a_pulse_is_silence() -> None:
    assert silences([0, 500, 1_400, 2_500, 3_000]) == [(1_400, 2_500)]
