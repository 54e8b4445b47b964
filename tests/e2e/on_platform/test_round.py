"""Four people, each with a browser of their own, on the whole platform, in Arabic."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.opening import open_table, sit
from tests.e2e.people import Person, play, to_play, wait_for, wait_for_round_after
from tests.harness.platform import Platform

NAMES = ("سلمى", "خالد", "ليلى", "يوسف")
LOST = ("WebSocket connection to", "Failed to load resource: net::ERR_CONNECTION_REFUSED")

pytestmark = [pytest.mark.timeout(600), pytest.mark.slow]


@pytest.fixture
def people(watched: Callable[..., Any]) -> list[Person]:
    return [Person(watched(), name) for name in NAMES]


@pytest.fixture
def table(platform: Platform, people: list[Person]) -> list[Person]:
    """All four seated, the match started."""
    begin(platform, people)
    return people


def begin(platform: Platform, people: list[Person], target: int | None = None) -> None:
    host, *guests = people
    link = open_table(host.page, platform.urls[0], host.name, choose=to(target) if target else None)
    expect(host.page.get_by_text("ينقص ٣ لاعبين لتبدأ.").first).to_be_visible()
    for guest in guests:
        guest.page.goto(link)
        goal = f"أول من يبلغ {'٥٠' if target else '١٠٠'} نقطة يفوز بالمباراة."
        expect(guest.page.get_by_text(goal)).to_be_visible()
        sit(guest.page, link, guest.name)
    host.page.get_by_role("button", name="ابدأ المباراة").click()
    for person in people:
        expect(person.page.locator(".hand .slot")).to_have_count(7)


def to(target: int) -> Callable[[Page], object]:
    return lambda page: page.get_by_label("الهدف").select_option(str(target))


def without_time(view: dict[str, Any]) -> dict[str, Any]:
    return {**view, "between": None, "round": {**view["round"], "clock": None}}


def all_see(people: list[Person], ply: int) -> None:
    for person in people:
        wait_for(person, lambda view: view["round"]["ply"] >= ply)


def test_four_people_play_a_round_while_one_reloads_and_one_goes_and_comes_back(
    platform: Platform, table: list[Person]
) -> None:
    people = table
    plies = 0
    while (person := to_play(people)) is not None:
        if plies == 3:
            reload_in_mid_turn(person)
        if plies == 6:
            close_and_come_back(people, person)
        play(person)
        plies += 1
    assert plies > 6

    all_see(people, plies)
    results = [person.view["match"]["rounds"] for person in people]
    assert results[0][0]["ended"] in ("out", "blocked")
    assert results == [results[0]] * 4
    for person in people:
        expect(person.page.locator("#result")).to_be_visible()
    winners = [person.page.get_by_text(re.compile("نقط.* لنا")).count() > 0 for person in people]
    assert sum(winners) == 2
    assert people[0].view["round"]["seed"]
    assert len(people[0].view["round"]["hands"]) == 4
    for person in people:
        person.page.get_by_text("توزيع نزيه").click()
        person.page.get_by_role("button", name="تحقّق من هذا التوزيع").click()
        expect(person.page.get_by_text("البذرة تعطي هذه البصمة.")).to_be_visible()

    for person in people:
        person.page.get_by_role("button", name="جاهز", exact=True).click()
    for person in people:
        wait_for(person, lambda view: view["round"]["number"] == 2)
        expect(person.page.locator(".hand .slot")).to_have_count(7)
    assert people[0].view["round"]["leader"] == (results[0][0]["leader"] + 1) % 4


def reload_in_mid_turn(person: Person) -> None:
    before, view = person.shown(), without_time(person.view)
    heard = len(person.views)

    person.page.reload()

    wait_for(person, lambda _: len(person.views) > heard)
    assert without_time(person.view) == {**view, "position": person.view["position"]}
    expect(person.page.locator(".board .line > g").first).to_be_visible()
    assert person.shown() == before


def close_and_come_back(people: list[Person], turn: Person) -> None:
    """Somebody else than the one to play goes; the others are told; nothing was lost when they are back."""
    gone = people[(people.index(turn) + 2) % 4]
    all_see([gone], turn.view["round"]["ply"])
    before, view = gone.shown(), without_time(gone.view)
    heard = len(gone.views)
    url = gone.page.url

    gone.page.close()

    expect(turn.page.locator(".plate.away strong")).to_have_text(gone.name)
    gone.come(url)
    wait_for(gone, lambda _: len(gone.views) > heard)
    assert without_time(gone.view) == {**view, "position": gone.view["position"]}
    expect(gone.page.locator(".board .line > g").first).to_be_visible()
    assert gone.shown() == before
    expect(turn.page.locator(".plate.away")).to_have_count(0)


def test_four_people_play_a_match_to_its_end_and_another_one_after_it(
    platform: Platform, people: list[Person]
) -> None:
    begin(platform, people, target=50)
    for _ in range(20):
        while (person := to_play(people)) is not None:
            play(person)
        if people[0].page.locator("#winner").count():
            break
        number = people[0].view["round"]["number"]
        for person in people:
            person.page.get_by_role("button", name="جاهز", exact=True).click()
        for person in people:
            wait_for_round_after(person, number)

    winner = people[0].view["match"]["winner"]
    for seat, person in enumerate(people):
        heading = "فزنا!" if seat % 2 == winner else "فازوا"
        expect(person.page.get_by_role("heading", name=heading)).to_be_visible()
    assert people[0].view["match"]["scores"][winner] >= 50

    for person in people:
        person.page.get_by_role("button", name="العب من جديد").click()
    for person in people:
        wait_for(person, lambda view: view["match"]["number"] == 2)
        expect(person.page.locator(".hand .slot")).to_have_count(7)
    assert people[0].view["match"]["scores"] == [0, 0]


def test_a_gateway_that_dies_costs_nobody_anything(
    platform: Platform, table: list[Person], faults: list[str]
) -> None:
    people = table
    for _ in range(4):
        person = to_play(people)
        assert person
        play(person)
    all_see(people, 4)
    turn = to_play(people)
    assert turn
    before = [person.shown() for person in people]

    platform.kill("gateway")
    expect(turn.page.get_by_text("انقطع الاتصال")).to_be_visible()
    platform.wait_ready()
    for person in people:
        expect(person.page.get_by_text("انقطع الاتصال")).to_be_hidden()
        expect(person.page.locator(".plate.away")).to_have_count(0)

    assert [person.shown() for person in people] == before
    play(turn)
    all_see(people, 5)
    faults[:] = [fault for fault in faults if not any(lost in fault for lost in LOST)]


def test_a_seat_opened_twice_is_held_by_the_newer_page(platform: Platform, table: list[Person]) -> None:
    person = table[2]
    older = person.page

    newer = person.come(older.url)

    expect(newer.locator(".hand .slot")).to_have_count(7)
    expect(older.get_by_role("heading", name="فُتح مقعدك في مكان آخر")).to_be_visible()
    older.get_by_role("button", name="العب هنا").click()
    expect(older.locator(".hand .slot")).to_have_count(7)
    expect(newer.get_by_role("heading", name="فُتح مقعدك في مكان آخر")).to_be_visible()


def test_a_full_table_sends_a_fifth_away_with_a_word(
    platform: Platform, table: list[Person], watched: Callable[..., Any]
) -> None:
    fifth = Person(watched(), "نور")

    fifth.page.goto(table[0].page.url)

    expect(fifth.page.get_by_role("heading", name="هذه الطاولة مكتملة")).to_be_visible()


def test_the_host_frees_a_seat_and_the_freed_one_may_sit_again(
    platform: Platform, people: list[Person]
) -> None:
    host, guest, *_ = people
    open_table(host.page, platform.urls[0], host.name, choose=to(200))
    host.page.locator("main").get_by_label("الهدف").select_option("250")
    guest.page.goto(host.page.url)
    guest.page.get_by_label("اسمك").fill(guest.name)
    guest.page.get_by_role("button", name="اجلس").click()
    guest.page.get_by_text("كيف تُلعب هذه الطاولة").click()
    expect(guest.page.get_by_text("أول من يبلغ ٢٥٠ نقطة يفوز بالمباراة.")).to_be_visible()

    host.page.get_by_role("button", name=f"أخلِ مقعد \u2068{guest.name}\u2069").click()
    host.page.get_by_role("button", name="أخلِ المقعد", exact=True).click()

    expect(guest.page.get_by_role("heading", name="أُخلي مقعدك")).to_be_visible()
    guest.page.get_by_role("button", name="انظر إلى الطاولة").click()
    guest.page.get_by_role("button", name="اجلس").click()
    expect(guest.page.locator(".around")).to_be_visible()


def test_a_table_is_offered_again_on_the_front_page_and_unknown_ones_say_so(
    platform: Platform, people: list[Person]
) -> None:
    host = people[0]
    open_table(host.page, platform.urls[0], host.name)
    code = host.page.url.rsplit("/", 1)[1]

    host.page.goto(platform.urls[0])
    host.page.get_by_role("link", name=re.compile(f"{code[:4]}-{code[4:]}")).click()
    expect(host.page.locator(".around")).to_be_visible()

    host.page.goto(platform.urls[0])
    host.page.get_by_label("لديك رمز").fill(f" {code[:4].lower()}-{code[4:].lower()} ")
    host.page.get_by_role("button", name="اذهب إليها").click()
    expect(host.page.locator(".around")).to_be_visible()

    host.page.goto(f"{platform.urls[0]}/t/00000000")
    expect(host.page.get_by_role("heading", name="لا توجد طاولة كهذه")).to_be_visible()
