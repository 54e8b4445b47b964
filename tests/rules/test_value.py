"""Values of the game: equal by their fields, and never changed."""

from pathlib import Path

import pytest
from mypy import api

from rules.actions import Place
from rules.line import Line
from rules.tile import Tile

HERE = Path(__file__).parents[2]


def test_values_with_equal_fields_are_equal_and_found_by_each_other() -> None:
    one, same = Place(1, Tile(3, 5), "left"), Place(1, Tile(3, 5), "left")

    assert one == same
    assert {one: "found"}[same] == "found"
    assert one != Place(2, Tile(3, 5), "left")


def test_what_a_line_is_asked_for_makes_it_no_other_line() -> None:
    asked, fresh = Line(), Line()
    assert asked.open_ends == ()

    assert asked == fresh
    assert hash(asked) == hash(fresh)


CHANGES = """
from rules.actions import Place
from rules.deal import Deal
from rules.line import Line
from rules.round import Round

def change(place: Place, dealt: Deal, line: Line, round_: Round) -> None:
    place.seat = 1
    dealt.hands = ()
    line.laid = ()
    round_.turn = None
"""


def test_the_checker_of_types_refuses_to_change_a_value(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "changes.py"
    file.write_text(CHANGES)
    monkeypatch.chdir(HERE)

    said, _, _ = api.run(["--config-file=pyproject.toml", f"--cache-dir={tmp_path}", str(file)])

    assert said.count("is read-only") == 4
