"""The arena: pairs of games with the same deals, and honest figures."""

from pathlib import Path
from random import Random

import pytest

from bots.arena import check
from bots.arena.__main__ import main
from bots.arena.figures import Tally
from bots.arena.players import player
from bots.arena.record import Record
from bots.arena.table import Meeting, winner
from bots.budget import Budget, Playouts
from bots.levels import action
from contracts.lobby import Level
from rules.actions import Action, Place
from rules.presets import PRESETS
from rules.ruleset import RuleSet
from rules.view import SeatView


def test_a_rate_counts_only_what_was_decided() -> None:
    tally = Tally()

    tally.add(won=1, decided=1)
    tally.add(won=1, decided=2)

    assert (tally.won, tally.decided, tally.drawn) == (2, 3, 1)
    assert tally.rate == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        ([(1, 2)] * 50, (0.404, 0.596)),  # every pair shared: no surer than a hundred games apart
        ([(2, 2), (0, 2)] * 25, (0.366, 0.634)),  # every pair to one player: no surer than fifty games
        ([(2, 2)] * 5, (0.722, 1.0)),
        ([], (0.0, 1.0)),
    ],
)
def test_an_interval_is_as_wide_as_the_games_leave_doubt(
    pairs: list[tuple[int, int]], expected: tuple[float, float]
) -> None:
    assert Tally(pairs).interval == pytest.approx(expected, abs=0.001)


def test_a_player_against_itself_wins_half() -> None:
    meeting = Meeting(PRESETS["draw"], 3, None, match=True, seed=5)
    left, right = (player("medium", Playouts(0), 1) for _ in "lr")

    for pair in range(3):
        first, second = winner(meeting, pair, left, right), winner(meeting, pair, right, left)

        assert {first, second} == {left, right} or None in (first, second)


def test_the_command_prints_the_rate_and_the_time_of_a_move(capsys: pytest.CaptureFixture[str]) -> None:
    main(
        [
            *["--preset", "draw", "--players", "2", "--left", "hard", "--right", "easy", "--deals", "2"],
            "--playouts=10",
            "--matches",
        ]
    )

    said = capsys.readouterr().out
    assert "draw for 2, hard against easy, 10 playouts a move, 2 deals twice, seed 1" in said
    assert "decided matches" in said
    assert "hard: " in said


def test_a_long_run_that_stopped_goes_on_where_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "arena.jsonl"
    everywhere = f"--everywhere --preset duel --playouts 5 --record {record}".split()
    main([*everywhere, "--deals=2"])
    before = record.read_text()

    main([*everywhere, "--deals=3"])

    assert record.read_text().startswith(before)
    three = Record(record)
    assert [three.played(contest) for contest in {slice_.contest for slice_ in three.slices}] == [3, 3, 3]
    assert "| duel for 2, hard against easy | 3 | " in capsys.readouterr().out


def test_levels_play_alone_with_all_counted(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--check", "--preset", "bakesh", "--players", "2", "--deals", "60", "--playouts", "6"])

    said = capsys.readouterr().out
    assert "bakesh for 2, hard, 6 playouts a move: 20 rounds, " in said
    assert "bakesh for 2, easy: 20 rounds, " in said


def test_a_player_who_looks_at_hidden_tiles_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(1)

    def by_chance(_level: Level, view: SeatView, rules: RuleSet, budget: Budget) -> Action:
        option = random.choice(view.legal) if view.legal else None
        return Place(view.seat, option.tile, option.end) if option else action("easy", view, rules, budget)

    monkeypatch.setattr(check, "action", by_chance)

    with pytest.raises(check.Betrayed):
        check.rounds("easy", PRESETS["duel"], 2, 200, Playouts(0), Random(2), again=True)


@pytest.mark.parametrize("name", ["random", "bota_gorda", "double", "probabilistic_alphabeta:20"])
def test_players_of_the_package_play_by_our_rules(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(f"--left medium --right {name} --deals 3".split())

    assert name in capsys.readouterr().out
