"""RULES 5, Clock: what being away does to a turn, and what it does not.

All rows of the table below are lived at once, at a table each. When a turn ends is compared to the
millisecond, by what the store knows. SLACK is for what a busy machine adds: it is how late something may be
noticed, by a timer that looks every 50 ms, over two services, with a hundred connections doing the same. It
is still shorter than anything that has to be told apart.
"""

import asyncio
from collections.abc import Iterator

import pytest

from tests.harness.platform import Platform
from tests.platform.eye import Eye
from tests.platform.people import Person, at_a_table, begin, go, in_a_match, moved, play_until_turn_of, seated
from tests.platform.presence import (
    AWAY,
    ENV,
    LAPSE,
    LEASE,
    RENEW,
    ROWS,
    SILENCE,
    STEADY,
    TURN,
    Outcome,
    Row,
    live_all,
)

SLACK = 2_000

EARLIEST = {
    "closed": LAPSE,
    "closed late": LAPSE,
    "second tab": LAPSE,
    "silent": LAPSE,
    "gateway drained": LEASE - RENEW,
    "gateway killed": LEASE - RENEW,
}
"""How long after it went a player is held away at the earliest; a lease was renewed up to RENEW ago."""
LATEST = EARLIEST | {
    "silent": SILENCE + LAPSE,
    "gateway drained": LEASE,
    "gateway killed": LEASE,
}

every_row = pytest.mark.parametrize("row", ROWS, ids=str)
rows_back_after = pytest.mark.parametrize("row", [row for row in ROWS if row.back == "after"], ids=str)
rows_not_away = pytest.mark.parametrize("row", [row for row in ROWS if row.back != "after"], ids=str)


@pytest.fixture(scope="module")
def platform() -> Iterator[Platform]:
    with Platform(gateways=3, env=ENV) as platform:
        yield platform


@pytest.fixture(scope="module")
def outcomes(platform: Platform) -> dict[Row, Outcome | BaseException]:
    return asyncio.run(live_all(platform))


@pytest.fixture
def outcome(outcomes: dict[Row, Outcome | BaseException], row: Row) -> Outcome:
    found = outcomes[row]
    if isinstance(found, BaseException):
        raise found
    return found


@every_row
def test_a_turn_ends_when_it_should(row: Row, outcome: Outcome) -> None:
    """A whole turn; or a short one that began without its player; or so long after its player went."""
    whole = outcome.began + TURN
    if row.back != "after":
        assert outcome.ends == [whole] * len(outcome.ends)
    elif not row.mine:
        assert outcome.ends == [outcome.began + AWAY] * 2, "coming back lengthens nothing"
    else:
        assert outcome.away_since is not None
        shortened = min(whole, outcome.away_since + AWAY)
        assert outcome.ends == [whole, shortened, shortened], "coming back lengthens nothing"


@every_row
def test_nobody_elses_clock_moves(row: Row, outcome: Outcome) -> None:
    if not row.mine:
        assert len(outcome.others_ends) == (2 if row.back == "after" else 1)
        assert len(set(outcome.others_ends)) == 1
    elif outcome.next_lasts is not None:
        assert outcome.next_lasts == TURN, "nor is the next turn any shorter"


@rows_not_away
def test_who_is_back_in_time_was_never_away(row: Row, outcome: Outcome) -> None:
    assert not outcome.ever_away
    assert outcome.held_away_at is None


@rows_back_after
def test_a_player_is_held_away_when_it_should(row: Row, outcome: Outcome) -> None:
    assert outcome.ever_away
    assert outcome.held_away_at is not None
    after = (outcome.away_since or outcome.held_away_at) - outcome.left_at
    assert EARLIEST[row.how] - 50 <= after <= LATEST[row.how] + SLACK


@pytest.mark.parametrize("row", [row for row in ROWS if row.mine or row.back == "after"], ids=str)
def test_the_clock_plays_when_the_turn_is_over(row: Row, outcome: Outcome) -> None:
    assert outcome.ended_at is not None
    assert outcome.ended_by == "clock"
    assert outcome.ends[-1] is not None
    assert 0 <= outcome.ended_at - outcome.ends[-1] <= SLACK


@pytest.mark.parametrize(
    "row", [row for row in ROWS if row.back == "after" or (row.mine and row.how != "online")], ids=str
)
def test_who_comes_back_in_its_turn_is_shown_the_time_that_is_left(row: Row, outcome: Outcome) -> None:
    assert outcome.shown_end is not None
    assert outcome.ends[-1] is not None
    assert -50 <= outcome.shown_end - outcome.ends[-1] <= SLACK


@pytest.mark.parametrize("row", [row for row in ROWS if row.how == "second tab"], ids=str)
def test_the_first_of_two_tabs_is_told_that_it_was_replaced(row: Row, outcome: Outcome) -> None:
    assert (outcome.bye, outcome.close_code) == (["replaced"], 4001)


@pytest.mark.parametrize("row", [row for row in ROWS if row.how == "gateway drained"], ids=str)
def test_a_gateway_that_goes_says_that_one_may_come_back(row: Row, outcome: Outcome) -> None:
    assert (outcome.bye, outcome.close_code) == (["restart"], 1012)


# nobody there


async def test_a_table_that_all_have_left_rests_and_goes_on_as_it_was(platform: Platform) -> None:
    async with Eye.open(platform) as eye:
        people = await in_a_match([platform.urls[STEADY]])
        code = people[0].code
        await asyncio.gather(*(person.close_tab() for person in people))
        rests = await eye.until(code, lambda game: game.phase == "resting")
        assert await eye.due(code) is None
        assert rests.turn is not None

        tab = await people[2].another_tab()
        awake = await eye.until(code, lambda game: game.phase == "playing")
        await tab.until(lambda: tab.view is not None and tab.view["phase"] == "playing")

        assert awake.match == rests.match
        assert awake.turn is not None
        game, ends = await eye.game_with_due(code)
        if game == awake:
            assert ends == awake.turn.began + (rests.turn.left or 0), "what was left of the turn is left"
        await go([*people, tab])


# the same browser, before, during and after a match


async def test_the_same_browser_has_the_same_seat_before_during_and_after_a_match(platform: Platform) -> None:
    people = await seated([platform.urls[STEADY]], target=50)
    await asyncio.gather(*(person.connect() for person in people))
    guest = people[2]

    assert await guest.sit(guest.code) == 2
    await begin(people)
    assert await guest.sit(guest.code) == 2
    tab = await guest.another_tab()
    await tab.until(lambda: tab.view is not None)
    assert tab.view is not None
    assert (tab.view["seat"], tab.view["phase"]) == (2, "playing")
    assert tab.view["round"]["hand"] == (guest.view or {})["round"]["hand"]

    people[2] = tab
    await asyncio.gather(*(person.play(lambda view: bool(view["phase"] == "over")) for person in people))
    assert await tab.sit(tab.code) == 2
    once_more = await tab.another_tab()
    await once_more.until(lambda: once_more.view is not None)
    assert (once_more.view or {})["phase"] == "over"
    assert (once_more.view or {})["match"] == (tab.view or {})["match"]
    await go([*people, guest, once_more])


async def test_another_browser_has_no_seat_at_a_table_that_is_full(platform: Platform) -> None:
    people = await seated([platform.urls[STEADY]])
    stranger = Person([platform.urls[STEADY]], "Layla")

    answer = await stranger._http.post(
        f"{platform.urls[STEADY]}/api/tables/{people[0].code}/seats", json={"name": "Layla"}
    )

    assert (answer.status_code, answer.json()["code"]) == (409, "table_full")
    await go([*people, stranger])


async def test_who_left_for_good_finds_its_seat_again(platform: Platform) -> None:
    """Leaving a match keeps the seat: the table plays for it until its owner returns."""
    async with Eye.open(platform) as eye:
        people = await in_a_match([platform.urls[STEADY]])
        leaver = people[3]
        assert (await leaver.ask({"type": "leave"}))["ok"]
        assert await leaver.until_closed() == 4011
        await eye.until(leaver.code, lambda game: not game.present[3])

        tab = await leaver.another_tab()

        await eye.until(leaver.code, lambda game: game.present[3])
        assert tab.seat == 3
        await go([*people, tab])


async def test_a_player_who_is_away_can_not_hold_up_the_others(platform: Platform) -> None:
    """The table plays for it, in a fourth of a turn."""
    people = await at_a_table([platform.urls[STEADY]])
    await begin(people)
    await play_until_turn_of(people, 1)
    await people[2].close_tab()
    async with Eye.open(platform) as eye:
        await eye.until(people[0].code, lambda game: not game.present[2])
        await moved(people[1])

        game = await eye.until(people[0].code, lambda game: game.match.round.turn == 3)

        assert game.by[-1] == "clock"
    await go(people)
