"""Four people, each with a browser of their own, on the whole platform, in Arabic."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import speak
from tests.harness.platform import Platform

NAMES = ("سلمى", "خالد", "ليلى", "يوسف")
LOST = ("WebSocket connection to", "Failed to load resource: net::ERR_CONNECTION_REFUSED")

pytestmark = [pytest.mark.timeout(600), pytest.mark.slow]


class Person:
    """A browser, and what it was told. Closing a page is not leaving: the browser stays."""

    def __init__(self, context: Any, name: str) -> None:
        self.context = context
        self.name = name
        self.views: list[dict[str, Any]] = []
        self.page: Page
        speak(context, "ar")
        self.come()

    def come(self, url: str | None = None) -> Page:
        self.page = self.context.new_page()
        self.page.on("websocket", lambda socket: socket.on("framereceived", self._hear))
        if url:
            self.page.goto(url)
        return self.page

    def _hear(self, text: str | bytes) -> None:
        frame = json.loads(text)
        if frame["type"] == "view":
            self.views.append(frame["view"])

    @property
    def view(self) -> dict[str, Any]:
        return self.views[-1]

    def shown(self) -> dict[str, Any]:
        """What this person has before them, time left aside."""
        return self.page.evaluate(SHOWN)


SHOWN = """() => {
    const texts = (selector) => [...document.querySelectorAll(selector)].map((one) => one.textContent.trim());
    return {
        hand: [...document.querySelectorAll('.slot')].map((one) => one.ariaLabel),
        board: document.querySelector('.board svg')?.ariaLabel,
        line: texts('.match ol li'),
        lying: [...document.querySelectorAll('.board .line > g')].map((one) => one.getAttribute('transform')),
        names: texts('.plate strong'),
        counts: texts('.plate .count .hidden'),
        passed: texts('.passed'),
        scores: texts('.scores'),
        status: texts('.status strong'),
    };
}"""


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
    host.page.goto(platform.urls[0])
    host.page.get_by_label("اسمك").fill(host.name)
    if target:
        host.page.get_by_label("الهدف").select_option(str(target))
    host.page.get_by_role("button", name="افتح الطاولة").click()
    expect(host.page.get_by_text("ينقص ٣ لاعبين لتبدأ.").first).to_be_visible()
    link = host.page.url
    for guest in guests:
        guest.page.goto(link)
        expect(guest.page.get_by_text(f"الهدف {'٥٠' if target else '١٠٠'} نقطة")).to_be_visible()
        guest.page.get_by_label("اسمك").fill(guest.name)
        guest.page.get_by_role("button", name="اجلس").click()
        expect(guest.page.locator(".around")).to_be_visible()
    host.page.get_by_role("button", name="ابدأ المباراة").click()
    for person in people:
        expect(person.page.locator(".hand .slot")).to_have_count(7)


def without_time(view: dict[str, Any]) -> dict[str, Any]:
    return {**view, "between": None, "round": {**view["round"], "clock": None}}


def whose_turn(people: list[Person]) -> Person | None:
    """Who is to play; None once the round is over."""
    expect(people[0].page.locator("#result, #winner, .plate.turn, .status .turn").first).to_be_visible()
    for _ in range(100):
        for person in people:
            if person.page.locator("#result, #winner").count():
                return None
            if person.page.locator(".slot.legal, .pass:enabled").count():
                return person
        people[0].page.wait_for_timeout(50)
    raise AssertionError("nobody is to play, and the round is not over")


def play(person: Person) -> None:
    """Place the last tile that fits, or pass, and wait until the platform has taken it."""
    page = person.page
    ply = person.view["round"]["ply"]
    if page.locator(".slot.legal").count():
        page.locator(".slot.legal").last.click()
        page.locator("[data-end]").last.click()
    else:
        page.get_by_role("button", name="مرّر", exact=True).click()
    wait_for(person, lambda view: view["round"]["ply"] > ply)


def wait_for(person: Person, wanted: Callable[[dict[str, Any]], bool]) -> None:
    for _ in range(200):
        if person.views and wanted(person.view):
            return
        person.page.wait_for_timeout(25)
    raise AssertionError(f"{person.name} was not shown it; last: {person.view}")


def all_see(people: list[Person], ply: int) -> None:
    for person in people:
        wait_for(person, lambda view: view["round"]["ply"] >= ply)


def test_four_people_play_a_round_while_one_reloads_and_one_goes_and_comes_back(
    platform: Platform, table: list[Person]
) -> None:
    people = table
    plies = 0
    while (person := whose_turn(people)) is not None:
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
    winners = [person.page.get_by_text(re.compile("نقط.* لنا")).count() for person in people]
    assert sum(winners) == 2
    assert people[0].view["round"]["seed"]
    assert len(people[0].view["round"]["hands"]) == 4
    for person in people:
        person.page.locator("summary").click()
        person.page.get_by_role("button", name="تحقّق من هذا التوزيع").click()
        expect(person.page.get_by_text("البذرة تعطي هذه البصمة وهذه الأيدي.")).to_be_visible()

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
    assert without_time(person.view) == view
    expect(person.page.locator(".board .line > g").first).to_be_visible()
    assert person.shown() == before


def close_and_come_back(people: list[Person], turn: Person) -> None:
    """Somebody else than the one to play goes; the others are told; nothing was lost when they are back."""
    gone = people[(people.index(turn) + 2) % 4]
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
        while (person := whose_turn(people)) is not None:
            play(person)
        if people[0].page.locator("#winner").count():
            break
        number = people[0].view["round"]["number"]
        for person in people:
            person.page.get_by_role("button", name="جاهز", exact=True).click()
        for person in people:
            wait_for(person, lambda view, after=number: view["round"]["number"] > after)

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
        person = whose_turn(people)
        assert person
        play(person)
    all_see(people, 4)
    turn = whose_turn(people)
    assert turn
    before = [person.shown() for person in people]

    platform.kill("gateway")
    expect(turn.page.get_by_text("انقطع الاتصال")).to_be_visible()
    platform.wait_ready()
    for person in people:
        expect(person.page.get_by_text("انقطع الاتصال")).to_be_hidden(timeout=30_000)
        expect(person.page.locator(".plate.away")).to_have_count(0, timeout=15_000)

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
    host.page.goto(platform.urls[0])
    host.page.get_by_label("اسمك").fill(host.name)
    host.page.get_by_label("الهدف").select_option("200")
    host.page.get_by_role("button", name="افتح الطاولة").click()
    expect(host.page.locator(".around")).to_be_visible()
    host.page.locator("main").get_by_label("الهدف").select_option("250")
    guest.page.goto(host.page.url)
    guest.page.get_by_label("اسمك").fill(guest.name)
    guest.page.get_by_role("button", name="اجلس").click()
    expect(guest.page.get_by_text("الهدف ٢٥٠ نقطة")).to_be_visible()

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
    host.page.goto(platform.urls[0])
    host.page.get_by_label("اسمك").fill(host.name)
    host.page.get_by_role("button", name="افتح الطاولة").click()
    expect(host.page.locator(".around")).to_be_visible()
    code = host.page.url.rsplit("/", 1)[1]

    host.page.goto(platform.urls[0])
    host.page.get_by_role("link", name=re.compile(f"{code[:4]}-{code[4:]}")).click()
    expect(host.page.locator(".around")).to_be_visible()

    host.page.goto(platform.urls[0])
    host.page.get_by_label("رمز الطاولة").fill(f" {code[:4].lower()}-{code[4:].lower()} ")
    host.page.get_by_role("button", name="اذهب إلى الطاولة").click()
    expect(host.page.locator(".around")).to_be_visible()

    host.page.goto(f"{platform.urls[0]}/t/00000000")
    expect(host.page.get_by_role("heading", name="لا توجد طاولة كهذه")).to_be_visible()
