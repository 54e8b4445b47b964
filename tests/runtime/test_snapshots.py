"""The shapes of what is stored: an older one is brought up to date, a later one is left alone."""

from dataclasses import dataclass
from typing import Any

import pytest

from runtime.snapshots import NotASnapshot, OfALaterRelease, Snapshots, unchanged


@dataclass(frozen=True)
class Cup:
    """The third shape: it had no colour first, and its size was called volume then."""

    size: int
    colour: str = "white"


def renamed(stored: dict[str, Any]) -> dict[str, Any]:
    stored["size"] = stored.pop("volume")
    return stored


CUPS = Snapshots(Cup, 3, {1: unchanged, 2: renamed})


def test_what_was_dumped_is_loaded() -> None:
    assert CUPS.load(CUPS.dump(Cup(3, "blue"))) == Cup(3, "blue")


def test_what_is_dumped_has_the_number_of_its_shape() -> None:
    assert CUPS.dump(Cup(3)) == b'{"schema":3,"size":3,"colour":"white"}'


@pytest.mark.parametrize(
    ("body", "cup"),
    [
        (b'{"volume":2}', Cup(2)),
        (b'{"schema":1,"volume":2}', Cup(2)),
        (b'{"schema":2,"volume":2,"colour":"red"}', Cup(2, "red")),
        (b'{ "colour": "red", "size": 2, "schema": 3 }', Cup(2, "red")),
    ],
)
def test_an_older_shape_goes_through_every_migration_after_it(body: bytes, cup: Cup) -> None:
    assert CUPS.load(body) == cup


def test_a_later_shape_is_not_read() -> None:
    with pytest.raises(OfALaterRelease):
        CUPS.load(b'{"schema":4,"size":2,"handle":true}')


@pytest.mark.parametrize("body", [b"", b"[]", b"null", b'{"schema":"x"}', b'{"schema":3}', b"{\xff}"])
def test_what_no_release_wrote_is_told_without_saying_what_it_is(body: bytes) -> None:
    with pytest.raises(NotASnapshot) as told:
        CUPS.load(body)

    assert told.value.__cause__ is None


def test_a_shape_without_its_migrations_cannot_be_made() -> None:
    with pytest.raises(ValueError, match="from each schema"):
        Snapshots(Cup, 3, {2: renamed})
