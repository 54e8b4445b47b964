"""The table as a value: nothing here needs a server."""

import pytest

from contracts.lobby import Options
from rules.presets import PRESETS
from runtime.snapshots import NotASnapshot
from seating import snapshot
from seating.coming import arrive, depart, leave, sit
from seating.errors import Refusal
from seating.hosting import choose
from seating.starting import start
from seating.table import Table


def an_empty_table(*, target: int | None = None) -> Table:
    return Table(
        code="ABCDEFGH",
        request="r",
        asked="a",
        preset="partners",
        settings=PRESETS["partners"],
        options=Options(target=target),
        status="open",
        host=None,
        seats=(None, None, None, None),
        arrivals=0,
    )


def a_table_of(*names: str) -> Table:
    """Whoever is named sits, and has arrived on a connection of that name."""
    seated = an_empty_table()
    for name in names:
        seated, _ = sit(seated, name, name)
        seated, _ = arrive(seated, name, name)
    return seated


def test_seats_are_taken_from_the_lowest_free_one() -> None:
    seated = leave(a_table_of("amal", "basim", "carim"), 1, "basim")

    _, seat = sit(seated, "dunya", "dunya")

    assert seat == 1


def test_who_was_seated_longest_becomes_host() -> None:
    seated = a_table_of("amal", "basim", "carim")
    seated = leave(seated, 1, "basim")
    seated, _ = sit(seated, "dunya", "dunya")

    left = leave(seated, 0, "amal")

    assert left.host == 2


def test_who_sits_down_at_an_empty_table_becomes_host() -> None:
    empty = leave(a_table_of("amal"), 0, "amal")

    seated, seat = sit(empty, "basim", "basim")

    assert empty.host is None
    assert seated.host == seat == 0


def test_a_guest_who_leaves_takes_no_host_along() -> None:
    left = leave(a_table_of("amal", "basim"), 1, "basim")

    assert left.host == 0


def test_a_table_is_the_same_after_it_was_stored() -> None:
    seated = start(a_table_of("amal", "basim", "carim", "علی‌رضا"), 0, "amal")

    assert snapshot.load(snapshot.dump(seated)) == seated


def test_something_else_in_the_store_is_no_table() -> None:
    with pytest.raises(NotASnapshot):
        snapshot.load(b'{"code": 7}')


def test_the_target_is_the_hosts_choice_or_the_games_own() -> None:
    assert an_empty_table().target == 100
    assert an_empty_table(target=250).target == 250


def test_a_lapsed_connection_still_speaks_for_its_seat_until_a_newer_one_comes() -> None:
    away = depart(a_table_of("amal"), 0, "amal")

    assert choose(away, 0, "amal", Options(target=150)).target == 150

    newer, _ = arrive(away, "amal", "newer")
    with pytest.raises(Refusal, match="replaced"):
        choose(newer, 0, "amal", Options(target=200))
