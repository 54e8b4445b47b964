"""Which instance is meant by a name, and when it is not to be spared."""

import pytest

from console.leaving import CannotDrain, check_spared, meant, successor
from contracts.ids import UnixMs
from contracts.operating import Status


def an_instance(
    name: str, process: int = 1, *, faults: dict[str, str] | None = None, ending: bool = False
) -> Status:
    return Status(
        service=name.partition("-")[0],
        instance=name,
        process=f"{process:016x}",
        release="1",
        now=UnixMs(0),
        faults=faults or {},
        ending=ending,
        holds=0,
    )


HOUSE = [an_instance("engine-1", 1), an_instance("gateway-1", 2), an_instance("gateway-2", 3)]


def test_an_instance_is_named_or_a_service_that_has_but_one() -> None:
    assert meant(HOUSE, "gateway-2") == HOUSE[2]
    assert meant(HOUSE, "engine") == HOUSE[0]


@pytest.mark.parametrize(
    ("name", "why"), [("gateway", "name one of gateway-1, gateway-2"), ("engine-9", "No instance is called")]
)
def test_what_is_not_clear_is_not_drained(name: str, why: str) -> None:
    with pytest.raises(CannotDrain, match=why):
        meant(HOUSE, name)


@pytest.mark.parametrize(
    "other",
    [
        an_instance("gateway-2", 3, faults={"nats": "TimeoutError"}),
        an_instance("gateway-2", 3, ending=True),
        an_instance("engine-1", 3),
    ],
)
def test_the_last_one_that_is_ready_is_not_spared(other: Status) -> None:
    with pytest.raises(CannotDrain, match="No other gateway is ready"):
        check_spared([HOUSE[1], other], HOUSE[1])


def test_who_comes_in_its_place_has_its_name_or_is_new() -> None:
    before = frozenset(one.process for one in HOUSE)
    new, other = an_instance("gateway-1", 9), an_instance("gateway-3", 8)

    assert successor([*HOUSE, other, new], HOUSE[1], before) == new
    assert successor([*HOUSE, other], HOUSE[1], before) == other
    assert successor(HOUSE, HOUSE[1], before) is None
