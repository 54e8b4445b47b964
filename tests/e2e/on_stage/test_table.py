"""At the table: what a touch, a mouse and a keyboard do, and what a lost connection does not undo."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from contracts.frames import ByeFrame, Refused, TableFrame
from contracts.problems import Code, problem
from tests.e2e.played import CODE
from tests.e2e.scenes import NAMES, Scene
from tests.e2e.stage import Stage
from tests.e2e.words import word

LANGUAGE = "ar"


@pytest.fixture
def turn(seen: dict[str, Scene]) -> Scene:
    """Mid-round, with a tile for both ends."""
    return seen["turn"]


def tiles_for(scene: Scene, ends: int) -> list[str]:
    """The tiles that may be placed at so many ends."""
    legal = [placement.tile for placement in scene.view.view.round.legal or ()]
    return [tile for tile in dict.fromkeys(legal) if legal.count(tile) == ends]


def slot(page: Page, tile: str) -> Any:
    return page.locator(f'[data-tile="{tile}"]')


def the_play(stage: Stage, scene: Scene) -> dict[str, Any]:
    """The one command that was sent, which must be for this ply."""
    stage.until(lambda: bool(stage.sent))
    [frame] = stage.sent
    view = scene.view.view
    assert frame["match"] == view.match.number
    assert (frame["round"], frame["ply"]) == (view.round.number, view.round.ply)
    return frame


def test_a_tile_for_both_ends_asks_which(stage: Stage, turn: Scene) -> None:
    page = stage.show(turn)
    [tile, *_] = tiles_for(turn, 2)

    slot(page, tile).click()

    expect(page.locator("[data-end]")).to_have_count(2)
    page.locator('[data-end="right"]').click()
    play = the_play(stage, turn)
    assert (play["type"], play["tile"], play["end"]) == ("place", tile, "right")


def test_the_two_ends_are_told_apart_when_they_show_the_same_number(
    stage: Stage, seen: dict[str, Scene]
) -> None:
    page = stage.show(seen["alike"])
    [tile, *_] = tiles_for(seen["alike"], 2)

    slot(page, tile).click()

    expect(page.locator("[data-end]")).to_have_count(2)
    labels = page.locator("[data-end]").evaluate_all("(all) => all.map((one) => one.ariaLabel)")
    assert "الأيسر" in labels[0]
    assert "الأيمن" in labels[1]


def test_a_second_touch_does_not_choose_between_two_ends(stage: Stage, turn: Scene) -> None:
    page = stage.show(turn)
    [tile, *_] = tiles_for(turn, 2)

    slot(page, tile).click()
    expect(slot(page, tile)).to_have_attribute("aria-pressed", "true")
    slot(page, tile).click()

    expect(slot(page, tile)).to_have_attribute("aria-pressed", "false")
    assert stage.sent == []


def test_a_second_touch_plays_where_there_is_one_place(stage: Stage, seen: dict[str, Scene]) -> None:
    page = stage.show(seen["lead"])
    tile = seen["lead"].view.view.round.hand[3]

    slot(page, tile).click()
    slot(page, tile).click()

    play = the_play(stage, seen["lead"])
    assert (play["tile"], play["end"]) == (tile, "left")


def test_what_was_sent_stays_sent_until_the_answer(stage: Stage, turn: Scene) -> None:
    page = stage.show(turn)
    [tile, *_] = tiles_for(turn, 2)

    slot(page, tile).click()
    page.locator("[data-end]").first.click()

    expect(slot(page, tile)).to_have_class(re.compile(r"\bsent\b"))
    expect(page.locator(".slot.legal")).to_have_count(0)


def test_a_tile_that_does_not_fit_cannot_be_picked_but_can_be_reached(stage: Stage, turn: Scene) -> None:
    page = stage.show(turn)
    view = turn.view.view
    legal = {placement.tile for placement in view.round.legal or ()}
    tile = next(tile for tile in view.round.hand if tile not in legal)

    slot(page, tile).click(force=True)

    expect(slot(page, tile)).to_have_attribute("aria-disabled", "true")
    expect(slot(page, tile)).to_have_attribute("aria-pressed", "false")
    expect(page.locator("[data-end]")).to_have_count(0)


def test_the_pass_button_is_in_view_for_the_whole_turn(stage: Stage, seen: dict[str, Scene]) -> None:
    page = stage.show(seen["turn"])
    button = page.get_by_role("button", name="باس", exact=True)
    expect(button).to_be_disabled()
    slot(page, tiles_for(seen["turn"], 2)[0]).click()
    expect(button).to_be_visible()

    stage.show(seen["pass"])

    expect(button).to_be_enabled()
    button.click()
    assert the_play(stage, seen["pass"])["type"] == "pass"


def test_the_keyboard_goes_from_the_hand_to_an_end_and_back(stage: Stage, turn: Scene) -> None:
    page = stage.show(turn)
    [tile, *_] = tiles_for(turn, 2)
    hand = turn.view.view.round.hand

    page.locator(".hand [tabindex='0']").focus()
    page.keyboard.press("Home")
    for _ in range(hand.index(tile)):
        page.keyboard.press("ArrowLeft")  # the next one, to the eye, from right to left
    page.keyboard.press("Enter")
    expect(page.locator("[data-end]").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(slot(page, tile)).to_be_focused()
    page.keyboard.press("Space")
    expect(page.locator("[data-end]").first).to_be_focused()
    page.keyboard.press("Enter")

    assert the_play(stage, turn)["tile"] == tile
    expect(page.locator(".slot:focus")).to_have_count(1)


def test_a_tile_can_be_carried_to_an_end(stage: Stage, turn: Scene) -> None:
    page = stage.show(turn)
    [tile, *_] = tiles_for(turn, 2)
    start = slot(page, tile).bounding_box()
    assert start

    page.mouse.move(start["x"] + 20, start["y"] + 40)
    page.mouse.down()
    page.mouse.move(start["x"] + 20, start["y"] - 60, steps=4)
    end = page.locator('[data-end="left"]').bounding_box()
    assert end
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=6)
    page.mouse.up()

    play = the_play(stage, turn)
    assert (play["tile"], play["end"]) == (tile, "left")


def test_a_tile_dropped_nowhere_goes_back(stage: Stage, turn: Scene) -> None:
    page = stage.show(turn)
    [tile, *_] = tiles_for(turn, 2)
    start = slot(page, tile).bounding_box()
    assert start

    page.mouse.move(start["x"] + 20, start["y"] + 40)
    page.mouse.down()
    page.mouse.move(start["x"] + 60, start["y"] + 30, steps=4)
    page.mouse.up()

    expect(page.locator("[data-end]")).to_have_count(0)
    assert stage.sent == []


def test_a_play_without_an_answer_is_asked_again_after_a_reconnect(stage: Stage, turn: Scene) -> None:
    page = stage.show(turn)
    _play_first(page, turn)
    stage.until(lambda: len(stage.sent) == 1)

    stage.sockets[0].close(code=1012)
    stage.until(lambda: len(stage.sent) == 2)

    first, second = stage.sent
    assert first == second


def test_a_play_that_counted_is_not_asked_again(stage: Stage, turn: Scene, seen: dict[str, Scene]) -> None:
    page = stage.show(turn)
    _play_first(page, turn)
    stage.until(lambda: len(stage.sent) == 1)

    stage.play(seen["after"])
    stage.sockets[0].close(code=1012)
    expect(page.locator(".plate.turn")).to_be_visible()
    # what is asked again is asked as soon as the view has come: before anything that is asked of the page now
    page.evaluate("0")

    assert len(stage.sent) == 1


def test_a_play_that_was_answered_too_late_is_asked_again_by_itself(stage: Stage, turn: Scene) -> None:
    page = stage.show(turn)
    stage.on_command = _refuse_first(stage, "unavailable")
    _play_first(page, turn)

    stage.until(lambda: len(stage.sent) == 2)
    first, second = stage.sent
    assert first == second


@pytest.mark.parametrize("language", NAMES)
def test_a_refusal_is_told_in_ones_language_and_gives_the_tile_back(
    watched: Callable[..., Any], turn: Scene, language: str
) -> None:
    stage = Stage(watched(), language)
    page = stage.show(turn)
    stage.on_command = _refuse_first(stage, "does_not_fit")

    tile = _play_first(page, turn)

    expect(page.locator(".toast")).to_contain_text(word(language, "problem.does_not_fit"))
    expect(slot(page, tile)).to_have_attribute("aria-disabled", "false")
    _play_first(page, turn)
    stage.until(lambda: len(stage.sent) == 2)


def test_a_refusal_is_told_aloud_once_however_much_is_heard_after_it(stage: Stage, turn: Scene) -> None:
    stage.page.clock.install()
    page = stage.show(turn)
    stage.hold_time()  # a refusal stays in view for a while only
    stage.on_command = _refuse_first(stage, "does_not_fit")
    _play_first(page, turn)
    told = page.locator("[aria-live=assertive]").get_by_text("هذا الحجر لا يناسب ذلك الطرف.")
    expect(told).to_have_count(1)
    toast = page.locator(".toast p").element_handle()

    table = turn.seen.table
    for seat in {0, 1, 2, 3} - {turn.view.view.seat}:
        away = tuple(
            None if taken is None else taken.model_copy(update={"present": at != seat})
            for at, taken in enumerate(table.seats)
        )
        stage.tell(TableFrame(table=table.model_copy(update={"seats": away})).model_dump_json())
        expect(page.locator(f".plate[data-seat='{seat}'].away")).to_be_visible()

    expect(told).to_have_count(1)
    assert toast.evaluate("(one) => one.isConnected")


def test_a_seat_opened_in_another_place_says_so_and_can_be_taken_back(stage: Stage, turn: Scene) -> None:
    stage.page.clock.install()
    page = stage.show(turn)

    stage.tell(ByeFrame(reason="replaced", after_ms=None).model_dump_json())
    stage.sockets[0].close(code=4001)
    expect(page.get_by_role("heading", name="فُتح مقعدك في مكان آخر")).to_be_visible()
    page.clock.run_for(30_000)  # as long as a page waits at most before it comes back by itself, and more
    assert len(stage.sockets) == 1
    page.get_by_role("button", name="العب هنا").click()

    expect(page.locator(".hand")).to_be_visible()
    assert len(stage.sockets) == 2


def test_a_table_that_is_gone_offers_a_new_one(stage: Stage) -> None:
    page = stage.refuse("table_gone")

    page.get_by_role("link", name="افتح طاولة جديدة").click()

    expect(page).to_have_url(re.compile(r"localhost:9/\?game="))


def test_the_deal_of_a_round_that_is_over_can_be_checked_in_the_page(
    stage: Stage, seen: dict[str, Scene]
) -> None:
    page = stage.show(seen["out"])

    page.get_by_text("توزيع نزيه").click()
    page.get_by_role("button", name="تحقّق من هذا التوزيع").click()

    expect(page.get_by_text("البذرة تعطي هذه البصمة.")).to_be_visible()


def test_the_language_can_be_changed_in_the_middle_of_a_turn(stage: Stage, turn: Scene) -> None:
    page = stage.show(turn)
    slot(page, tiles_for(turn, 2)[0]).click()

    page.get_by_role("button", name="قائمة الطاولة").click()
    page.get_by_role("button", name="English").click()
    page.get_by_role("button", name="Close").click()

    expect(page.locator("html")).to_have_attribute("dir", "ltr")
    expect(page.locator(".end-button").first).to_contain_text("left")
    expect(page.locator("[data-end]")).to_have_count(2)


def test_a_tie_is_told_in_words(stage: Stage, seen: dict[str, Scene]) -> None:
    page = stage.show(seen["tie"])

    expect(page.get_by_text("تعادل الفريقان عند")).to_be_visible()


def test_passes_stay_written_beside_the_name(stage: Stage, turn: Scene) -> None:
    page = stage.show(turn)
    view = turn.view.view
    passed = [seat for seat in range(4) if view.round.passes[seat] and seat != view.seat]

    expect(page.locator(".plate .passed")).to_have_count(len(passed))
    expect(page.locator(".plate .passed").first).to_contain_text("باس على")


def test_the_link_of_the_lobby_is_copied(watched: Callable[..., Any], seen: dict[str, Scene]) -> None:
    stage = Stage(watched(permissions=["clipboard-read", "clipboard-write"]), "ar")
    page = stage.show(seen["lobby-host"])

    page.get_by_role("button", name="انسخ الرابط").click()

    expect(page.get_by_role("button", name="نُسخ الرابط")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == f"http://localhost:9/t/{CODE}"


def test_the_host_cannot_start_before_all_four_sit(stage: Stage, seen: dict[str, Scene]) -> None:
    page = stage.show(seen["lobby-host"])
    expect(page.get_by_role("button", name="ابدأ المباراة")).to_be_disabled()
    expect(page.get_by_text("ينقص لاعب واحد لتبدأ.").first).to_be_visible()

    stage.show(seen["lobby-ready"])
    page.get_by_role("button", name="ابدأ المباراة").click()

    stage.until(lambda: bool(stage.sent))
    assert [frame["type"] for frame in stage.sent] == ["start"]


def test_a_guest_has_nothing_to_start(stage: Stage, seen: dict[str, Scene]) -> None:
    page = stage.show(seen["lobby-guest"])

    expect(page.get_by_role("button", name="ابدأ المباراة")).to_have_count(0)


def _play_first(page: Page, scene: Scene) -> str:
    [tile, *_] = tiles_for(scene, 2)
    slot(page, tile).click()
    page.locator("[data-end]").first.click()
    return tile


def _refuse_first(stage: Stage, code: Code) -> Callable[[WebSocketRoute, dict[str, object]], None]:
    def answer(socket: WebSocketRoute, frame: dict[str, object]) -> None:
        if len(stage.sent) == 1:
            socket.send(Refused(id=str(frame["id"]), error=problem(code)).model_dump_json())
        else:
            socket.send(json.dumps({"type": "reply", "id": frame["id"], "ok": True}))

    return answer


def test_after_going_on_by_the_keyboard_it_stays_on_the_sheet_and_not_under_it(
    stage: Stage, seen: dict[str, Scene]
) -> None:
    page = stage.show(seen["out"])
    page.locator(".sheet .ways .button:not(.quiet)").focus()

    page.keyboard.press("Enter")

    stage.until(lambda: [frame["type"] for frame in stage.sent] == ["ready"])
    expect(page.locator(".sheet")).to_be_focused()
