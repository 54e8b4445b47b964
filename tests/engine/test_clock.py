"""How long a turn lasts, with time standing still while moves could not be taken."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from engine.clock import Limits, Turn, after, timing, turn_ends
from rules.presets import PRESETS
from runtime.settings import Settings
from runtime.store import Outage
from tests.engine.games import AWAY, LIMITS, TURN, ms, outage

MOMENTS = st.integers(0, 60)
LENGTHS = st.integers(1, 60)


@st.composite
def outages(draw: st.DrawFn) -> list[Outage]:
    """Some outages, oldest first; one may follow another without a pause."""
    at, found = 0, []
    for _ in range(draw(st.integers(0, 4))):
        began = at + draw(st.integers(0, 15))
        at = began + draw(st.integers(1, 15))
        found.append(outage(began, at))
    return found


def test_without_an_outage_a_length_is_a_length() -> None:
    assert after(ms(100), 45_000, []) == 45_100


def test_an_outage_in_the_middle_is_given_back() -> None:
    assert after(ms(0), 45_000, [outage(10_000, 14_000)]) == 49_000


def test_an_outage_before_the_turn_is_not_given_back() -> None:
    assert after(ms(20_000), 45_000, [outage(10_000, 14_000)]) == 65_000


def test_of_an_outage_in_which_the_turn_began_only_the_rest_is_given_back() -> None:
    assert after(ms(12_000), 45_000, [outage(10_000, 14_000)]) == 59_000


def test_an_outage_that_begins_when_the_turn_is_over_changes_nothing() -> None:
    assert after(ms(0), 45_000, [outage(45_000, 50_000)]) == 45_000


def test_an_outage_that_falls_into_time_given_back_is_given_back_too() -> None:
    assert after(ms(0), 45_000, [outage(40_000, 50_000), outage(52_000, 55_000)]) == 58_000


@given(began=MOMENTS, length=LENGTHS, lost=outages())
def test_as_much_time_passes_in_which_moves_could_be_taken_as_there_should(
    began: int, length: int, lost: list[Outage]
) -> None:
    ends = after(ms(began), length, lost)

    usable = [t for t in range(began, ends) if not any(o.began <= t < o.ended for o in lost)]
    assert len(usable) == length
    assert not usable or usable[-1] == ends - 1, "it ends as soon as that is so"


@given(began=MOMENTS, length=LENGTHS, lost=outages(), left=st.integers(0, 60))
def test_going_away_never_lengthens_a_turn(began: int, length: int, lost: list[Outage], left: int) -> None:
    limits = Limits(turn=length, away=7, between=0, rest=0, computer=1)
    there = turn_ends(Turn(ms(began), None), limits, lost)
    away = turn_ends(Turn(ms(began), ms(began + left)), limits, lost)

    assert there is not None
    assert away == min(there, after(ms(began + left), 7, lost))


def test_a_turn_that_begins_while_its_player_is_away_lasts_away() -> None:
    assert turn_ends(Turn(ms(1_000), ms(1_000)), LIMITS, []) == 1_000 + AWAY


def test_a_turn_whose_player_goes_away_ends_so_long_after_that() -> None:
    assert turn_ends(Turn(ms(0), ms(10_000)), LIMITS, []) == 10_000 + AWAY


def test_a_turn_whose_player_goes_away_near_its_end_ends_when_it_would() -> None:
    assert turn_ends(Turn(ms(0), ms(TURN - 1_000)), LIMITS, []) == TURN


def test_without_a_clock_a_turn_does_not_end() -> None:
    assert turn_ends(Turn(ms(0), ms(0)), Limits(None, None, 0, 0, 1), []) is None


def test_a_computer_players_turn_has_its_own_length_whatever_the_clock_of_people() -> None:
    for turn, away in [(None, None), (TURN, AWAY)]:
        limits = Limits(turn, away, 0, 0, computer=4_000)

        assert turn_ends(Turn(ms(1_000), None, computer="easy", timed=False), limits, []) == 5_000


def test_an_outage_is_given_back_to_a_computer_player_too() -> None:
    assert turn_ends(Turn(ms(0), None, computer="easy"), LIMITS, [outage(1_000, 4_000)]) == 7_000


def test_a_turn_that_is_not_timed_does_not_end() -> None:
    assert turn_ends(Turn(ms(0), None, timed=False), LIMITS, []) is None


def test_a_turn_that_is_not_timed_ends_when_its_player_is_away_and_somebody_waits() -> None:
    assert turn_ends(Turn(ms(0), ms(90_000), timed=False), LIMITS, []) == 90_000 + AWAY


def test_where_absence_has_no_clock_of_its_own_such_a_turn_has_the_clock_that_it_lacked() -> None:
    without = Limits(TURN, None, 0, 0, 0)

    assert turn_ends(Turn(ms(0), ms(90_000), timed=False), without, []) == 90_000 + TURN
    assert turn_ends(Turn(ms(0), ms(90_000)), without, []) == TURN


def test_without_a_clock_for_those_who_are_there_who_is_away_may_have_one() -> None:
    only_away = Limits(None, AWAY, 0, 0, 0)

    assert turn_ends(Turn(ms(0), None), only_away, []) is None
    assert turn_ends(Turn(ms(0), ms(7_000)), only_away, []) == 7_000 + AWAY


def test_the_rule_set_says_how_long_unless_settings_do() -> None:
    usual = timing(Settings()).limits(PRESETS["partners"])
    shortened = timing(Settings(turn_ms=900, away_ms=200)).limits(PRESETS["partners"])

    assert (usual.turn, usual.away) == (45_000, 5_000)
    assert (shortened.turn, shortened.away) == (900, 200)


def test_how_long_a_computer_player_has_is_a_setting_and_no_rule() -> None:
    assert timing(Settings()).limits(PRESETS["duel"]).computer == 4_000
    assert timing(Settings(computer_ms=300)).limits(PRESETS["partners"]).computer == 300


def test_settings_give_no_clock_to_a_game_without_one() -> None:
    limits = timing(Settings(turn_ms=900, away_ms=200)).limits(PRESETS["duel"])

    assert (limits.turn, limits.away) == (None, None)


def test_where_the_table_plays_on_without_any_clock_only_who_is_away_has_one() -> None:
    rules = replace(PRESETS["draw"], turn_seconds=None, away_seconds=None)
    limits = timing(Settings()).limits(rules)

    assert (limits.turn, limits.away) == (None, limits.rest)
    assert turn_ends(Turn(ms(0), None), limits, []) is None
    assert turn_ends(Turn(ms(0), ms(7_000)), limits, []) == 7_000 + limits.rest


def test_where_one_clock_runs_it_is_the_only_one() -> None:
    of_turn = timing(Settings()).limits(replace(PRESETS["draw"], away_seconds=None))
    of_away = timing(Settings()).limits(replace(PRESETS["draw"], turn_seconds=None))

    assert (of_turn.turn, of_turn.away) == (45_000, None)
    assert (of_away.turn, of_away.away) == (None, 5_000)
