"""The arena: pairs of games with the same deals, and honest figures."""

import pytest

from bots.arena.__main__ import main
from bots.arena.figures import Tally
from bots.arena.players import player
from bots.arena.table import Meeting, winner
from bots.budget import Playouts
from rules.presets import PRESETS


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


@pytest.mark.parametrize("name", ["random", "bota_gorda", "double", "probabilistic_alphabeta:20"])
def test_players_of_the_package_play_by_our_rules(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("dominoes", reason="dominoes is not installed: pip install dominoes==6.1.0")

    main(f"--left medium --right {name} --deals 3".split())

    assert name in capsys.readouterr().out
