"""Other games than partners on the whole platform: computer players, four ends, consent, and who leaves."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import violations
from tests.e2e.opening import check, open_table, play_alone, sit
from tests.e2e.people import Person, play, to_play, wait_for, wait_for_round_after
from tests.e2e.sizes import SIZES
from tests.e2e.ways import Mouse
from tests.harness.platform import Platform

NAMES = ("سلمى", "خالد", "ليلى", "يوسف")
QUICK = {"DOUBLESIX_BOT_DELAY_MIN_MS": "100", "DOUBLESIX_BOT_DELAY_MAX_MS": "250"}
"""Computer players who do not take a person's time over a move."""

pytestmark = [pytest.mark.timeout(600), pytest.mark.slow]


@pytest.fixture(scope="module")
def platform() -> Iterator[Platform]:
    with Platform(bots=1, env=QUICK) as platform:
        yield platform


@pytest.fixture
def person(watched: Callable[..., Any]) -> Callable[[str], Person]:
    return lambda name: Person(watched(), name)


def test_one_person_carries_tiles_of_fives_with_a_mouse_against_three_computers_to_the_target(
    platform: Platform, person: Callable[[str], Person]
) -> None:
    me = person(NAMES[0])
    me.page.set_viewport_size({"width": SIZES["desktop"].width, "height": SIZES["desktop"].height})

    def three_opponents_to_fifty(page: Page) -> None:
        page.get_by_role("radio", name="٣ خصوم").check()
        page.get_by_label("الهدف").select_option("50")

    play_alone(me.page, platform.urls[0], "fives", three_opponents_to_fifty)
    expect(me.page.locator(".plate")).to_have_count(3)
    announced: set[int] = set()
    for _ in range(30):
        while to_play([me]):
            announced |= told_points(me)
            play(me, Mouse())
        if me.page.locator("#winner").count():
            break
        number = me.view["round"]["number"]
        me.page.get_by_role("button", name="الجولة التالية", exact=True).click()
        wait_for_round_after(me, number)

    match = me.view["match"]
    assert match["scores"][match["winner"]] >= 50
    scored = {
        action["points"]
        for view in me.views
        for action in view["round"]["log"]
        if action["type"] == "place" and action["points"]
    }
    assert scored
    assert all(points % 5 == 0 for points in scored)
    assert announced <= scored
    assert {action["by"] for view in me.views for action in view["round"]["log"]} >= {"player", "computer"}
    heading = "فزت!" if match["winner"] == 0 else re.compile("الفوز من نصيب")
    expect(me.page.get_by_role("heading", name=heading)).to_be_visible()
    assert violations(me.page) == []

    me.page.get_by_role("button", name="العب من جديد").click()
    wait_for(me, lambda view: view["match"]["number"] == 2)


def told_points(me: Person) -> set[int]:
    """Points of the last placement, as they are announced to who listens."""
    last = me.view["round"]["log"][-1:]
    points = {action["points"] for action in last if action["type"] == "place" and action["points"]}
    if points:
        expect(me.page.locator(".story")).to_contain_text(re.compile("نقط|نقاط"))
        expect(me.page.locator("[aria-live] p", has_text=re.compile("نقط|نقاط")).last).to_be_attached()
    return points


def test_the_level_of_a_computer_is_changed_in_the_middle_of_a_round(
    platform: Platform, person: Callable[[str], Person]
) -> None:
    me = person(NAMES[0])
    play_alone(me.page, platform.urls[0], "duel")
    assert to_play([me])
    before = me.shown()

    me.page.get_by_role("button", name="قائمة الطاولة").click()
    check(me.page, "صعب")
    me.page.get_by_role("button", name="إغلاق").click()

    expect(me.page.locator(".plate .chip")).to_have_text("صعب")
    assert me.shown() == before
    expect(me.page.locator("[role=timer]")).to_have_count(0)

    number = me.view["round"]["number"]
    me.page.get_by_role("button", name="قائمة الطاولة").click()
    me.page.get_by_role("button", name="جولة جديدة").click()
    wait_for(me, lambda view: view["round"]["number"] == number + 1)
    assert me.view["match"]["rounds"] == []


def test_a_duel_waits_for_who_is_away_and_begins_anew_by_consent(
    platform: Platform, person: Callable[[str], Person]
) -> None:
    host, guest = person(NAMES[0]), person(NAMES[1])
    link = open_table(host.page, platform.urls[0], host.name, "duel")
    sit(guest.page, link, guest.name)
    host.page.get_by_role("button", name="ابدأ المباراة").click()
    pair = [host, guest]
    for one in pair:
        expect(one.page.locator(".hand .slot")).to_have_count(7)
    leader = to_play(pair)
    assert leader
    expect(leader.page.locator(".slot.forced")).to_have_count(1)
    expect(leader.page.locator("[role=timer]")).to_have_count(0)
    play(leader)
    there, gone = host, guest

    gone.page.close()

    expect(
        there.page.get_by_role("main").get_by_text(f"بانتظار عودة \u2068{gone.name}\u2069")
    ).to_be_visible()
    wait_for(there, lambda view: view["phase"] == "waiting")
    expect(there.page.locator(".slot.legal, .turn-button:enabled")).to_have_count(0)
    assert violations(there.page) == []
    gone.come(link)
    wait_for(there, lambda view: view["phase"] == "playing")

    asks_for_a_new_round(there)
    expect(
        gone.page.get_by_role("main").get_by_text(f"طلب جولة جديدة: \u2068{there.name}\u2069")
    ).to_be_visible()
    mover = to_play(pair)
    assert mover
    play(mover)
    for one in pair:
        wait_for(one, lambda view: view["asked"] == [])
        expect(one.page.locator(".consent")).to_contain_text("ألغت هذه النقلة طلب الجولة الجديدة.")

    number = there.view["round"]["number"]
    asks_for_a_new_round(gone)
    assert violations(there.page) == []
    there.page.get_by_role("button", name="أوافق").click()
    for one in pair:
        wait_for(one, lambda view: view["round"]["number"] == number + 1)
        assert one.view["match"]["rounds"] == []

    while turn := to_play(pair):
        play(turn)
    for one in pair:
        expect(one.page.locator("#result")).to_be_visible()
        assert one.view["between"] is None
    there.page.get_by_role("button", name="جولة جديدة", exact=True).click()
    gone.page.get_by_role("button", name="أوافق", exact=True).click()
    for one in pair:
        wait_for(one, lambda view: view["round"]["number"] == number + 2)
        assert len(one.view["match"]["rounds"]) == 1


def asks_for_a_new_round(person: Person) -> None:
    person.page.get_by_role("button", name="قائمة الطاولة").click()
    person.page.get_by_role("button", name="جولة جديدة").click()
    wait_for(person, lambda view: view["seat"] in view["asked"])


def test_a_computer_sits_in_for_who_leaves_a_domna_of_four_until_they_are_back(
    platform: Platform, person: Callable[[str], Person]
) -> None:
    people = [person(name) for name in NAMES]
    host, *guests = people
    link = open_table(host.page, platform.urls[0], host.name, "domna")
    for guest in guests:
        sit(guest.page, link, guest.name)
    host.page.get_by_role("button", name="ابدأ المباراة").click()
    for one in people:
        expect(one.page.locator(".hand .slot")).to_have_count(7)
    first = to_play(people)
    assert first
    play(first)
    leaver = next(one for one in people if one is not first)
    seat = leaver.view["seat"]

    leaver.page.get_by_role("button", name="قائمة الطاولة").click()
    leaver.page.get_by_role("button", name="غادر الطاولة").click()
    leaver.page.get_by_role("button", name="غادر", exact=True).click()

    expect(leaver.page.get_by_role("heading", name="غادرت الطاولة")).to_be_visible()
    others = [one for one in people if one is not leaver]
    for one in others:
        expect(
            one.page.get_by_role("main").get_by_text(f"الكمبيوتر يلعب عن \u2068{leaver.name}\u2069")
        ).to_be_visible()
    assert violations(host.page if host is not leaver else others[0].page) == []
    while not any(action["by"] == "computer" for action in others[0].view["round"]["log"]):
        turn = to_play(others)
        if turn is None:
            break
        play(turn)
        others[0].page.wait_for_timeout(500)
    played = [action for action in others[0].view["round"]["log"] if action["by"] == "computer"]
    assert {action["seat"] for action in played} == {seat}

    leaver.page.get_by_role("button", name="العودة إلى الطاولة").click()

    expect(leaver.page.locator(".hand")).to_be_visible()
    assert leaver.view["seat"] == seat
    for one in others:
        expect(
            one.page.get_by_role("main").get_by_text(f"الكمبيوتر يلعب عن \u2068{leaver.name}\u2069")
        ).to_have_count(0)
