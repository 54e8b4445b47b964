"""How a person opens a table from the front page, in Arabic."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

NAMES = {
    "partners": "شريكان ضد شريكين",
    "draw": "السحب",
    "block": "التسكير",
    "fives": "مضاعفات الخمسة",
    "duel": "أنا وصديقي",
    "domna": "الدومنة",
    "bakesh": "بَكِش",
    "custom": "قواعد على مزاجكم",
}
ALONE = "وحدك، ضد الكمبيوتر"


def choose_game(page: Page, url: str, game: str = "partners") -> None:
    """Go to the front page, from there to the games, and tap one."""
    page.goto(url)
    page.get_by_role("link", name="افتح طاولة").click()
    page.locator(f'a[href="/?game={game}"]').click()
    expect(page.get_by_role("heading", name=NAMES[game], exact=True)).to_be_visible()


def open_table(
    page: Page,
    url: str,
    name: str,
    game: str = "partners",
    choose: Callable[[Page], object] | None = None,
) -> str:
    """Open a table for friends, everything else as `choose` has it; return its address."""
    choose_game(page, url, game)
    if choose:
        choose(page)
    page.get_by_label("اسمك").fill(name)
    page.get_by_role("button", name="افتح الطاولة").click()
    expect(page.locator(".around")).to_be_visible()
    return page.url


def play_alone(page: Page, url: str, game: str, choose: Callable[[Page], object] | None = None) -> str:
    """Start a game against computer players; return its address."""
    choose_game(page, url, game)
    page.get_by_role("radio", name=ALONE).check()
    if choose:
        choose(page)
    page.get_by_role("button", name="ابدأ اللعب").click()
    expect(page.locator(".hand .slot").first).to_be_visible()
    return page.url


def sit(page: Page, link: str, name: str) -> None:
    """Come by the link and take a seat before the match."""
    page.goto(link)
    page.get_by_label("اسمك").fill(name)
    page.get_by_role("button", name="اجلس").click()
    expect(page.locator(".around")).to_be_visible()


def check(page: Page, name: str) -> None:
    """Choose; it is shown as chosen once the platform says so, and not before."""
    radio = page.get_by_role("radio", name=name, exact=True)
    radio.click()
    expect(radio).to_be_checked()
