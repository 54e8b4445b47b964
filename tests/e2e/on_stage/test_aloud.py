"""For whoever listens or plays by keys: what is told, what the table answers, where the keyboard goes on."""

import json
import re
from collections.abc import Callable, Iterator
from itertools import takewhile
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from contracts.frames import ViewFrame
from engine.game import Game
from tests.e2e.matches import DRAW_2, FIVES
from tests.e2e.played import Kind, games
from tests.e2e.scenes import Scene, at_table
from tests.e2e.stage import Stage

LANGUAGE = "en"


@pytest.fixture
def stage(stage: Stage) -> Stage:
    stage.page.add_init_script(LISTEN)
    return stage


LISTEN = """addEventListener('DOMContentLoaded', () => {
    window.told = [];
    const note = (region) => (changes) => {
        for (const { addedNodes } of changes)
            for (const node of addedNodes)
                if (node.nodeType === 1) told.push([region.ariaLive, node.textContent]);
    };
    new MutationObserver(() => {
        for (const region of document.querySelectorAll('[role=log]:not([data-heard])')) {
            region.dataset.heard = '';
            for (const one of region.children) told.push([region.ariaLive, one.textContent]);
            new MutationObserver(note(region)).observe(region, { childList: true });
        }
    }).observe(document, { childList: true, subtree: true });
});"""
"""A page remembers what its live regions were given, in order."""

ISOLATES = re.compile("[\u2068\u2069]")


def told(page: Page, how: str | None = None) -> list[str]:
    """What has been told since this was asked last; `how` is `polite` or `assertive`."""
    page.evaluate("new Promise(requestAnimationFrame)")
    said = page.evaluate("window.told.splice(0)")
    return [ISOLATES.sub("", text) for live, text in said if how in (None, live)]


def a_round(kind: Kind, seed: int) -> Iterator[Game]:
    """Every state of the first round, its end included."""
    first = takewhile(lambda game: not game.match.results or game.phase == "between", games(seed, kind))
    ended = False
    for game in first:
        if not ended:
            yield game
        ended = game.phase == "between"


@pytest.mark.parametrize("kind", [DRAW_2, FIVES], ids=["draw", "fives"])
def test_a_whole_round_is_told_once_action_by_action(stage: Stage, kind: Kind) -> None:
    states = list(a_round(kind, 3))
    page = stage.show(at_table("first", "en", states[0], 0, kind=kind))
    expect(page.locator(".hand")).to_be_visible()
    heard = told(page)
    for game in states[1:]:
        stage.tell(at_table("next", "en", game, 0, kind=kind).view.model_dump_json())
        page.wait_for_function("() => window.told.length")
        heard += told(page)

    page.get_by_role("button", name="Table menu").click()
    expect(page.locator("dialog")).to_be_visible()
    log = [ISOLATES.sub("", text) for text in page.locator("dialog section > ol > li").all_inner_texts()]
    assert [text for text in heard if text in log] == log
    assert len(log) == len(states[-1].match.round.log)
    points = re.compile(r"points? for|A draw")
    assert sum(bool(points.search(text)) for text in heard) == 1


def test_ones_own_drawing_tells_the_tiles(stage: Stage, seen: dict[str, Scene]) -> None:
    page = stage.show(seen["draw"])
    expect(page.locator(".hand")).to_be_visible()
    told(page)

    stage.tell(seen["drew"].view.model_dump_json())
    page.wait_for_function("() => window.told.length")

    count = seen["drew"].view.view.round.log[-1].count  # type: ignore[union-attr]
    heard = told(page, "assertive")
    labels = [label.split(",")[0] for label in hand(page)[-count:]]
    assert heard[0].startswith("You drew")
    assert heard[1 : 1 + count] == labels
    assert heard[-1] == "Your turn"


def hand(page: Page) -> list[str]:
    labels = page.locator(".slot").evaluate_all("(all) => all.map((one) => one.ariaLabel)")
    return [ISOLATES.sub("", label) for label in labels]


def test_a_return_is_told_once_with_how_things_stand(stage: Stage, seen: dict[str, Scene]) -> None:
    page = stage.show(seen["turn"])
    expect(page.locator(".hand")).to_be_visible()
    told(page)

    stage.sockets[-1].close(code=1012)
    stage.until(lambda: len(stage.sockets) == 2)
    stage.tell(seen["turn"].view.model_dump_json())
    stage.tell(seen["after"].view.model_dump_json())
    page.wait_for_function("() => window.told.some(([, text]) => text.includes('You played'))")

    heard = told(page)
    assert [text for text in heard if text == "Your turn"] == ["Your turn"]
    assert len([text for text in heard if "Open ends" in text]) == 1


def at_left(scene: Scene, left_ms: int) -> str:
    """The same view, with so much time left."""
    view = scene.view.view
    assert view.round.clock
    clock = view.round.clock.model_copy(update={"left_ms": left_ms})
    round_ = view.round.model_copy(update={"clock": clock})
    return ViewFrame(view=view.model_copy(update={"round": round_})).model_dump_json()


def test_little_time_is_told_at_ten_and_five_seconds_only_and_once(
    stage: Stage, seen: dict[str, Scene]
) -> None:
    stage.page.clock.install()
    page = stage.show(seen["turn"])
    expect(page.locator("[role=timer]").first).to_be_visible()
    told(page)

    for left, words in ((10_400, "10 seconds left"), (5_400, "5 seconds left")):
        stage.tell(at_left(seen["turn"], left))
        stage.tell(at_left(seen["turn"], left))
        page.clock.run_for(900)
        page.wait_for_function("(words) => window.told.some(([, text]) => text === words)", arg=words)

    assert told(page) == ["10 seconds left", "5 seconds left"]


LETTERS = {
    "b": r"tiles played\. Open ends",
    "e": r"Left end: \w+",
    "s": r"Us: \d+ points?",
    "t": r"Your turn",
    "l": r"played|passed",
    "h": r"You hold \d tiles",
}


def test_letters_ask_the_table(stage: Stage, seen: dict[str, Scene]) -> None:
    page = stage.show(seen["turn"])
    expect(page.locator(".hand")).to_be_visible()
    told(page)

    for letter, answer in LETTERS.items():
        page.keyboard.press(letter)
        heard = told(page, "assertive")
        assert re.search(answer, " ".join(heard)), (letter, heard)


def test_letters_are_where_they_are_on_a_keyboard_of_another_script(
    stage: Stage, seen: dict[str, Scene]
) -> None:
    page = stage.show(seen["turn"])
    expect(page.locator(".hand")).to_be_visible()
    told(page)

    page.evaluate("dispatchEvent(new KeyboardEvent('keydown', { key: 'ث', code: 'KeyE' }))")

    assert any("Left end" in text for text in told(page))


def test_letters_can_be_turned_off(stage: Stage, seen: dict[str, Scene]) -> None:
    page = stage.show(seen["turn"])
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="Settings", exact=True).click()
    page.get_by_role("switch", name="Letter keys").click()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    told(page)

    page.keyboard.press("e")
    page.keyboard.press("?")

    assert told(page) == []
    expect(page.locator("dialog")).to_have_count(0)


def test_all_keys_are_shown_and_every_answer_can_be_had_by_a_button(
    stage: Stage, seen: dict[str, Scene]
) -> None:
    page = stage.show(seen["fives"])
    expect(page.locator(".hand")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("heading", name="Ask the table")).to_be_visible()
    told(page)

    for button in page.locator("dialog li button").all():
        button.click()
        answers = told(page, "assertive")
        assert answers
        expect(page.locator("dialog li p span")).to_have_count(len(answers) // 2)


def test_in_a_dialog_no_letter_asks_anything(stage: Stage, seen: dict[str, Scene]) -> None:
    page = stage.show(seen["turn"])
    page.get_by_role("button", name="Table menu").click()
    expect(page.locator("dialog")).to_be_visible()
    told(page)

    page.keyboard.press("s")

    assert told(page) == []


def test_what_happens_while_a_dialog_is_open_is_told_inside_it(stage: Stage, seen: dict[str, Scene]) -> None:
    page = stage.show(seen["turn"])
    page.get_by_role("button", name="Table menu").click()
    expect(page.locator("dialog [role=log]").first).to_be_attached()

    stage.tell(seen["after"].view.model_dump_json())

    expect(page.locator("dialog [role=log] p").first).to_contain_text("You played")


# ---- where the keyboard goes on


def test_a_dialog_gives_the_focus_back_however_it_is_closed(stage: Stage, seen: dict[str, Scene]) -> None:
    page = stage.show(seen["turn"])
    menu = page.get_by_role("button", name="Table menu")

    closings: tuple[Callable[[], None], ...] = (
        lambda: page.keyboard.press("Escape"),
        page.get_by_role("button", name="Close").click,
    )
    for close in closings:
        menu.focus()
        page.keyboard.press("Enter")
        expect(page.locator("dialog")).to_be_visible()
        close()
        expect(page.locator("dialog")).to_have_count(0)
        expect(menu).to_be_focused()


def test_dialogs_that_follow_each_other_lead_back_to_where_the_first_came_from(
    stage: Stage, seen: dict[str, Scene]
) -> None:
    page = stage.show(seen["turn"])
    menu = page.get_by_role("button", name="Table menu")
    menu.focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Leave the table").click()
    expect(page.get_by_role("heading", name="Leave the table?")).to_be_visible()

    page.keyboard.press("Escape")

    expect(menu).to_be_focused()


def test_after_a_play_by_keys_the_hand_has_the_focus(stage: Stage, seen: dict[str, Scene]) -> None:
    turn = seen["turn"]
    page = stage.show(turn)
    view = turn.view.view
    tile = (view.round.legal or ())[0].tile
    page.locator(f'[data-tile="{tile}"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-end]").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".slot.sent")).to_have_count(1)

    stage.tell(seen["after"].view.model_dump_json())

    expect(page.locator(f'.slot[data-tile="{tile}"]')).to_have_count(0)
    expect(page.locator(".slot:focus")).to_have_count(1)


def test_after_a_pass_by_keys_the_hand_has_the_focus(stage: Stage, seen: dict[str, Scene]) -> None:
    page = stage.show(seen["pass"])
    page.get_by_role("button", name="Pass", exact=True).focus()
    page.keyboard.press("Enter")

    expect(page.locator(".slot:focus")).to_have_count(1)


def test_the_end_of_a_round_is_where_the_keyboard_goes_on(stage: Stage, seen: dict[str, Scene]) -> None:
    page = stage.show(seen["out"])
    expect(page.locator("#result")).to_be_visible()

    page.keyboard.press("Tab")

    expect(page.locator(".sheet :focus")).to_have_count(1)


def test_another_page_is_read_from_its_heading(stage: Stage) -> None:
    page = stage.home()
    page.locator('a[href^="/?game="]').first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_be_focused()


# ---- what is heard

COUNT_SOUNDS = """
    window.sounds = 0;
    for (const kind of [AudioScheduledSourceNode, AudioBufferSourceNode]) {
        const start = kind.prototype.start;
        kind.prototype.start = function (...at) { window.sounds++; start.apply(this, at); };
    }
    window.awake = false;
    const { resume } = AudioContext.prototype;
    AudioContext.prototype.resume = function () {
        return resume.call(this).then(() => { window.awake = true; });
    };
"""


def test_sounds_come_after_a_touch_and_not_where_they_are_off(stage: Stage, seen: dict[str, Scene]) -> None:
    stage.page.add_init_script(COUNT_SOUNDS)
    page = stage.show(seen["turn"])
    expect(page.locator(".hand")).to_be_visible()
    assert page.evaluate("sounds") == 0

    page.locator(".status").click()
    page.wait_for_function("() => awake")
    stage.tell(seen["after"].view.model_dump_json())
    page.wait_for_function("() => sounds > 0")

    page.evaluate("localStorage.setItem('doublesix.prefs', JSON.stringify({ sound: false }))")
    page = stage.show(seen["turn"])
    expect(page.locator(".hand")).to_be_visible()
    page.locator(".status").click()
    page.wait_for_function("() => awake")
    stage.tell(seen["after"].view.model_dump_json())
    page.wait_for_function("() => window.told.some(([, text]) => text.includes('You played'))")
    assert page.evaluate("sounds") == 0


# ---- settings


def test_what_is_preferred_is_kept(watched: Callable[..., Any]) -> None:
    page = Stage(watched(), "ar").home()
    page.get_by_role("button", name="الإعدادات").click()
    page.get_by_role("radio", name=re.compile("لاتينية")).check()
    page.get_by_role("radio", name="أبنوس").check(force=True)
    page.get_by_role("radio", name="زرقاء").check(force=True)
    page.get_by_role("switch", name="الأصوات").click()
    page.get_by_role("switch", name="حركة أقل").click()

    page.reload()

    root = page.locator("html")
    expect(root).to_have_attribute("data-tiles", "ebony")
    expect(root).to_have_attribute("data-felt", "blue")
    expect(root).to_have_attribute("data-motion", "less")
    kept = json.loads(page.evaluate("localStorage.getItem('doublesix.prefs')"))
    assert kept["sound"] is False
    assert kept["digits"] == "latin"


def test_digits_are_as_preferred_on_the_table(watched: Callable[..., Any], seen: dict[str, Scene]) -> None:
    stage = Stage(watched(), "fa")
    page = stage.show(seen["turn"])
    expect(page.locator(".scores b").first).to_have_text(re.compile("^[۰-۹]+$"))

    page.evaluate("localStorage.setItem('doublesix.prefs', JSON.stringify({ digits: 'latin' }))")
    page = stage.show(seen["turn"])

    expect(page.locator(".scores b").first).to_have_text(re.compile("^[0-9]+$"))
