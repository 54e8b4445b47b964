"""Before the match, on the whole platform: every game opened, and what the host may choose."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from contracts.http import Preset
from rules.presets import GAMES
from tests.e2e.browser import speak
from tests.e2e.opening import NAMES, check, choose_game, open_table, play_alone, sit
from tests.harness.platform import Platform

KNOWN = Path(__file__).resolve().parents[3] / "services/web/test/games.json"
START = "ابدأ المباراة"

pytestmark = [pytest.mark.timeout(300), pytest.mark.slow]


@pytest.fixture
def come(watched: Callable[..., Any]) -> Callable[[], Page]:
    """A person of their own comes with each call."""

    def person() -> Page:
        context = watched()
        speak(context, "ar")
        page: Page = context.new_page()
        return page

    return person


@pytest.fixture
def url(platform: Platform) -> str:
    return platform.urls[0]


def test_the_clients_tests_know_the_games_as_the_server_tells_them() -> None:
    told = {
        name: json.loads(Preset(name=name, settings=game.columns).model_dump_json())["settings"]
        for name, game in GAMES.items()
    }

    assert json.loads(KNOWN.read_text(encoding="utf-8")) == told


def test_three_taps_open_a_partners_table_for_who_has_been_here_before(
    url: str, come: Callable[[], Page]
) -> None:
    page = come()
    open_table(page, url, "سلمى")

    page.goto(url)
    page.get_by_role("link", name="افتح طاولة").click()
    page.get_by_role("link", name=NAMES["partners"]).click()
    page.get_by_role("button", name="افتح الطاولة").click()

    expect(page.get_by_text("ينقص ٣ لاعبين لتبدأ.").first).to_be_visible()


@pytest.mark.parametrize("game", NAMES)
def test_every_game_is_opened_with_friends(url: str, come: Callable[[], Page], game: str) -> None:
    page = come()

    open_table(page, url, "سلمى", game)

    expect(page.get_by_role("heading", level=1, name=NAMES[game])).to_be_visible()
    seats = max(GAMES[game].players)
    expect(page.locator(".around .seat")).to_have_count(seats)
    startable = GAMES[game].column(seats).start != "full"
    expect(page.get_by_role("button", name=START)).to_be_enabled(enabled=startable)


@pytest.mark.parametrize("game", [name for name in NAMES if name != "partners"])
def test_every_game_with_computer_players_is_opened_alone(
    url: str, come: Callable[[], Page], game: str
) -> None:
    page = come()

    play_alone(page, url, game, lambda page: check(page, "صعب"))

    fewest = min(GAMES[game].players)
    hand = GAMES[game].column(fewest).hand_for(fewest)
    assert page.locator(".hand .slot").count() >= hand - 1


def test_one_tap_starts_a_game_alone_and_the_next_one_is_like_it(url: str, come: Callable[[], Page]) -> None:
    page = come()
    page.goto(url)
    page.get_by_role("button", name="العب وحدك").click()
    expect(page.locator(".hand .slot").first).to_be_visible()
    play_alone(page, url, "fives", lambda page: check(page, "صعب"))

    page.goto(url)
    page.get_by_role("button", name="العب وحدك").click()

    expect(page.locator(".hand .slot").first).to_be_visible()
    kept = page.evaluate("localStorage.getItem('doublesix.recent')")
    assert [table["game"] for table in json.loads(kept)] == ["fives", "fives", "draw"]


def test_alone_only_games_are_offered_that_computer_players_play(url: str, come: Callable[[], Page]) -> None:
    page = come()
    page.goto(url)

    page.get_by_role("link", name="غيّر اللعبة أو المستوى").click()
    page.get_by_role("link", name="كل الألعاب").click()

    expect(page.get_by_role("link", name=NAMES["fives"])).to_be_visible()
    expect(page.get_by_role("link", name=NAMES["partners"])).to_have_count(0)


def test_a_table_that_was_forgotten_can_be_had_back(url: str, come: Callable[[], Page]) -> None:
    page = come()
    code = open_table(page, url, "سلمى").rsplit("/", 1)[1]
    page.goto(url)
    page.get_by_role("button", name=re.compile("^انسَ الطاولة")).click()
    expect(page.locator(f'a[href="/t/{code}"]')).to_have_count(0)

    page.get_by_role("button", name="تراجع").click()
    page.reload()

    expect(page.locator(f'a[href="/t/{code}"]')).to_be_visible()


def test_a_message_that_was_shared_leads_to_the_table_in_it(url: str, come: Callable[[], Page]) -> None:
    host, guest = come(), come()
    link = open_table(host, url, "سلمى", "draw")
    code = link.rsplit("/", 1)[1]
    message = quote(f"العب معي الدومنة. الطاولة {code[:4]}-{code[4:]}")

    guest.goto(f"{url}/?title=&text={message}")

    expect(guest).to_have_url(link)
    expect(guest.get_by_role("button", name="اجلس")).to_be_visible()


def test_a_message_without_a_table_in_it_is_told_so(url: str, come: Callable[[], Page]) -> None:
    page = come()

    page.goto(f"{url}/?text={quote('صورة جميلة')}")

    expect(page.get_by_text("لا رمز طاولة ولا رابط فيما شاركته.")).to_be_visible()
    expect(page).to_have_url(f"{url}/")


def test_partners_cannot_be_played_alone(url: str, come: Callable[[], Page]) -> None:
    page = come()

    choose_game(page, url)

    expect(page.get_by_role("radio")).to_have_count(0)
    expect(page.get_by_label("الهدف")).to_be_visible()


def test_a_game_alone_is_found_again_after_the_page_was_closed(url: str, come: Callable[[], Page]) -> None:
    page = come()
    code = play_alone(page, url, "domna").rsplit("/", 1)[1]
    context = page.context
    page.close()

    again = context.new_page()
    again.goto(url)
    link = again.get_by_role("link", name=re.compile(f"{code[:4]}-{code[4:]}"))
    expect(link).to_contain_text("الدومنة · وحدك")
    expect(link).to_contain_text(re.compile("آخر فتح: .?الآن"))
    link.click()

    expect(again.locator(".hand .slot").first).to_be_visible()


def test_a_wrong_combination_is_shown_where_it_is_and_can_be_put_right(
    url: str, come: Callable[[], Page]
) -> None:
    page = come()
    choose_game(page, url, "custom")
    page.get_by_text("اللاعبون والمقاعد").click()
    pairs = page.get_by_role("radiogroup", name="فريقان، والشريكان متقابلان")
    pairs.get_by_role("radio", name="نعم").check()
    page.get_by_text("الدور والوقت").click()
    away = page.get_by_role("radiogroup", name="حين يغيب أحد")
    away.get_by_role("radio", name="تنتظره الجولة").check()
    page.get_by_text("الدور والوقت").click()
    page.get_by_label("اسمك").fill("سلمى")

    page.get_by_role("button", name="افتح الطاولة").click()

    expect(pairs).to_contain_text("اللعب بفريقين يحتاج إلى أربعة مقاعد بالضبط.")
    expect(away).to_contain_text("لا تنتظر الجولة الغائب إلا حيث لا وقت محدّد أبدًا.")
    expect(page.get_by_role("alert")).to_contain_text("هذه القواعد لا تجتمع بعد")
    for number in ("لاعبان", "٣ لاعبين"):
        page.get_by_role("checkbox", name=number, exact=True).uncheck()
    expect(pairs).not_to_contain_text("أربعة مقاعد")
    away.get_by_role("radio", name="يستمر اللعب").check()
    page.get_by_role("button", name="افتح الطاولة").click()
    expect(page.locator(".around .seat")).to_have_count(4)


def test_house_rules_start_from_rules_one_knows_and_any_target(url: str, come: Callable[[], Page]) -> None:
    host, guest = come(), come()

    def choose(page: Page) -> None:
        page.get_by_label("ابدأ من قواعد").select_option("nines")
        page.get_by_label("الهدف").fill("151")

    link = open_table(host, url, "سلمى", "custom", choose)
    guest.goto(link)

    expect(guest.get_by_text("أول من يبلغ ١٥١ نقطة يفوز بالمباراة.")).to_be_visible()
    expect(guest.get_by_text("طقم دبل تسعة: ٥٥ حجرًا، ولكل لاعب ١٠ أحجار.")).to_be_visible()


def test_the_host_changes_the_rules_of_a_custom_table_and_is_told_what_does_not_go(
    url: str, come: Callable[[], Page]
) -> None:
    page = come()
    open_table(page, url, "سلمى", "custom")
    page.get_by_role("button", name="غيّر القواعد").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("المباراة", exact=True).click()
    rounds = dialog.get_by_role("radiogroup", name="تبدأ الجولة التالية")
    rounds.get_by_role("radio", name="حين يطلبها الجميع، في أي وقت").check()

    dialog.get_by_role("button", name="اعتمد هذه القواعد").click()

    expect(rounds).to_contain_text("إلا حيث يبدأ صاحب أعلى حجر كل جولة")
    dialog.get_by_text("من يبدأ", exact=True).click()
    dialog.get_by_role("radio", name="صاحب أعلى حجر، في كل جولة").check()
    dialog.get_by_role("button", name="اعتمد هذه القواعد").click()
    expect(dialog).to_have_count(0)
    page.get_by_text("كيف تُلعب هذه الطاولة").click()
    expect(page.get_by_text("تبدأ جولة جديدة حين يطلبها الجميع", exact=False)).to_be_visible()


def test_the_host_changes_players_target_and_level_and_the_others_see_it(
    url: str, come: Callable[[], Page]
) -> None:
    host, guest = come(), come()
    link = open_table(host, url, "سلمى", "draw")
    sit(guest, link, "خالد")
    expect(host.get_by_text("إن بدأت الآن لعب الكمبيوتر في المقعدين الشاغرين.").first).to_be_visible()

    check(host, "٣ لاعبين")
    expect(guest.locator(".around .seat")).to_have_count(3)
    host.get_by_label("الهدف").select_option("250")
    check(host, "صعب")

    guest.get_by_text("كيف تُلعب هذه الطاولة").click()
    expect(guest.get_by_text("أول من يبلغ ٢٥٠ نقطة يفوز بالمباراة.")).to_be_visible()
    expect(guest.get_by_text("يلعب الكمبيوتر بالمستوى الصعب.")).to_be_visible()
    check(host, "لاعبان")
    expect(host.get_by_text("اكتملت الطاولة").first).to_be_visible()


def test_fewer_seats_than_people_cannot_be_chosen(url: str, come: Callable[[], Page]) -> None:
    host, *guests = come(), come(), come()
    link = open_table(host, url, "سلمى", "block")

    for guest, name in zip(guests, ("خالد", "ليلى"), strict=True):
        sit(guest, link, name)

    expect(host.get_by_role("radio", name="لاعبان", exact=True)).to_be_disabled()
    expect(host.get_by_role("radio", name="٣ لاعبين", exact=True)).to_be_enabled()


def test_who_comes_after_the_start_takes_a_computer_players_seat(url: str, come: Callable[[], Page]) -> None:
    host, late = come(), come()
    link = open_table(host, url, "سلمى", "draw", lambda page: check(page, "لاعبان"))
    host.get_by_role("button", name=START).click()
    expect(host.locator(".hand .slot").first).to_be_visible()

    late.goto(link)
    expect(late.get_by_text("تأخذ مقعد الكمبيوتر، وتتابع بيده من دوره التالي.")).to_be_visible()
    late.get_by_label("اسمك").fill("نور")
    late.get_by_role("button", name="اجلس").click()

    expect(late.locator(".hand .slot").first).to_be_visible()
    expect(host.get_by_text("نور").first).to_be_visible()


def test_a_lone_host_of_bakesh_plays_against_one_computer_player(url: str, come: Callable[[], Page]) -> None:
    host = come()
    open_table(host, url, "سلمى", "bakesh")
    expect(host.get_by_text("إن بدأت الآن لعبت ضد خصم واحد من الكمبيوتر.").first).to_be_visible()

    host.get_by_role("button", name=START).click()

    expect(host.locator(".plate")).to_have_count(1)


def test_bakesh_starts_with_those_seated(url: str, come: Callable[[], Page]) -> None:
    host, guest, third = come(), come(), come()
    link = open_table(host, url, "سلمى", "bakesh")
    sit(guest, link, "خالد")
    sit(third, link, "ليلى")
    expect(host.get_by_text("إن بدأت الآن لعبتم أنتم الـ٣، بلا المقاعد الشاغرة.").first).to_be_visible()

    host.get_by_role("button", name=START).click()

    for page in (host, guest, third):
        expect(page.locator(".hand .slot")).to_have_count(5)


def test_when_the_host_leaves_the_longest_seated_person_is_the_host(
    url: str, come: Callable[[], Page]
) -> None:
    host, guest = come(), come()
    link = open_table(host, url, "سلمى", "draw")
    sit(guest, link, "خالد")
    expect(guest.get_by_role("button", name=START)).to_have_count(0)

    host.get_by_role("button", name="غادر الطاولة").click()
    host.get_by_role("dialog").get_by_role("button", name="غادر", exact=True).click()

    expect(guest.get_by_role("button", name=START)).to_be_enabled()
    expect(guest.get_by_role("heading", name="قبل المباراة")).to_be_visible()


def test_a_game_that_is_not_there_says_so(url: str, come: Callable[[], Page]) -> None:
    page = come()

    page.goto(f"{url}/?game=chess")

    expect(page.get_by_role("heading", name="لا توجد لعبة كهذه هنا")).to_be_visible()
