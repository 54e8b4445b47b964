"""At tables of every kind, on a stage: what is offered follows the settings and the view."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from contracts.frames import ByeFrame
from tests.e2e.scenes import Scene
from tests.e2e.stage import Stage

PASS = "باس"
DRAW = "اسحب"
LANGUAGE = "ar"


def button(page: Page, name: str) -> Any:
    return page.get_by_role("button", name=name, exact=True)


def said(stage: Stage, kind: str) -> dict[str, Any]:
    """The one command that was sent, which must be of this kind."""
    stage.until(lambda: bool(stage.sent))
    [frame] = stage.sent
    assert frame["type"] == kind
    return frame


def test_who_has_nothing_that_fits_draws_and_cannot_pass_yet(stage: Stage, seen: dict[str, Scene]) -> None:
    page = stage.show(seen["draw"])
    expect(page.locator(".status strong")).to_have_text("لا حجر يناسب: اسحب")
    expect(button(page, PASS)).to_have_count(0)

    button(page, DRAW).click()

    assert said(stage, "draw")["ply"] == seen["draw"].view.view.round.ply


def test_a_drawn_tile_arrives_in_the_hand_and_the_others_see_how_many(
    stage: Stage, seen: dict[str, Scene]
) -> None:
    page = stage.show(seen["draw"])
    expect(page.locator(".hand")).to_be_visible()
    held = page.locator(".slot").count()
    last = seen["drew"].view.view.round.log[-1]
    assert last.type == "draw"

    stage.tell(seen["drew"].view.model_dump_json())

    expect(page.locator(".slot")).to_have_count(held + last.count)

    page = stage.show(seen["drew-other"])

    expect(page.locator(".plate .drew")).to_have_count(1)
    expect(page.locator(".story")).to_contain_text("سحب حجر")


def test_where_the_table_passes_there_is_no_button_and_its_passes_are_told(
    stage: Stage, seen: dict[str, Scene]
) -> None:
    page = stage.show(seen["passed"])

    expect(button(page, PASS)).to_have_count(0)
    expect(page.locator(".story")).to_contain_text("باس من الطاولة عن")


def test_a_tile_that_the_table_placed_is_told_as_its_doing(stage: Stage, seen: dict[str, Scene]) -> None:
    page = stage.show(seen["placed"])

    expect(page.locator(".story")).to_contain_text("وضعت الطاولة")


def test_only_the_forced_tile_can_lead_and_it_is_marked(stage: Stage, seen: dict[str, Scene]) -> None:
    page = stage.show(seen["forced"])
    forced = seen["forced"].view.view.round.forced

    marked = page.locator(".slot.forced")
    expect(marked).to_have_count(1)
    expect(marked).to_have_attribute("data-tile", str(forced))
    expect(marked).to_have_attribute("aria-label", re.compile("حجر الافتتاح"))
    expect(page.locator(".slot.legal")).to_have_count(1)


def test_every_end_that_a_tile_fits_is_offered_with_what_it_scores(
    stage: Stage, seen: dict[str, Scene]
) -> None:
    legal = seen["fives"].view.view.round.legal or ()
    tile = max((one.tile for one in legal), key=[one.tile for one in legal].count)
    places = {one.end: one.points for one in legal if one.tile == tile}
    assert len(places) >= 3
    page = stage.show(seen["fives"])

    page.locator(f'[data-tile="{tile}"]').click()

    for end, points in places.items():
        place = page.locator(f'[data-end="{end}"]')
        expect(place).to_have_attribute("aria-label", re.compile("نقط|نقاط"))
        expect(place).to_have_class(re.compile(r"\bpays\b") if points else re.compile(r"^(?!.*\bpays\b)"))
    expect(page.locator(".end-button")).to_have_count(len(places))
    end = list(places)[-1]
    page.locator(f'[data-end="{end}"]').click()
    assert said(stage, "place")["end"] == end


def test_points_scored_at_once_are_seen_and_heard(stage: Stage, seen: dict[str, Scene]) -> None:
    page = stage.show(seen["paid"])

    expect(page.locator(".scores .plus")).to_be_visible()
    expect(page.locator(".story")).to_contain_text("نقطة")
    expect(page.locator("[aria-live] p", has_text="نقطة")).to_have_count(1)
    expect(page.get_by_role("img", name=re.compile("مجموعها"))).to_be_visible()


def test_a_request_for_a_new_round_is_agreed_to_at_its_ply(stage: Stage, seen: dict[str, Scene]) -> None:
    page = stage.show(seen["duel-asked"])

    button(page, "أوافق").click()

    assert said(stage, "new_round")["ply"] == seen["duel-asked"].view.view.round.ply


def test_without_a_clock_none_is_shown_and_none_runs_between_rounds(
    stage: Stage, seen: dict[str, Scene]
) -> None:
    page = stage.show(seen["duel"])
    expect(page.locator("[role=timer]")).to_have_count(0)

    page = stage.show(seen["duel-end"])

    expect(page.get_by_text("الجولة التالية بعد")).to_have_count(0)


def test_who_is_waited_for_is_named(stage: Stage, seen: dict[str, Scene]) -> None:
    page = stage.show(seen["duel-waiting"])

    expect(page.locator(".status")).to_contain_text("بانتظار عودة")
    expect(page.locator(".slot.legal")).to_have_count(0)


def test_who_is_back_is_told_that_a_computer_finishes_the_turn(stage: Stage, seen: dict[str, Scene]) -> None:
    page = stage.show(seen["back"])

    expect(page.locator(".status")).to_contain_text("الكمبيوتر يُكمل هذا الدور عنك")
    expect(page.locator(".slot.legal")).to_have_count(0)


def test_the_level_is_changed_only_by_who_plays_alone(stage: Stage, seen: dict[str, Scene]) -> None:
    page = stage.show(seen["alone"])
    page.get_by_role("button", name="قائمة الطاولة").click()
    page.get_by_role("radiogroup", name="الكمبيوتر ٢").get_by_role("radio", name="صعب").check()
    frame = said(stage, "level")
    assert (frame["seat"], frame["level"]) == (2, "hard")

    page = stage.show(seen["left"])
    page.get_by_role("button", name="قائمة الطاولة").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(page.get_by_role("radio")).to_have_count(0)


def test_rounding_is_explained(stage: Stage, seen: dict[str, Scene]) -> None:
    page = stage.show(seen["fives-out"])

    expect(page.locator("#result")).to_contain_text("أقرب مضاعف للخمسة")


def test_a_seat_with_another_number_after_a_restart_just_goes_on(
    stage: Stage, seen: dict[str, Scene]
) -> None:
    lobby = seen["lobby-guest"]
    page = stage.show(lobby)
    expect(page.locator(".around")).to_be_visible()

    stage.play(seen["forced"])
    stage.tell(ByeFrame(reason="restart", after_ms=0).model_dump_json())
    stage.sockets[0].close(code=1012)

    hand = seen["forced"].view.view.round.hand
    expect(page.locator(".hand .slot")).to_have_count(len(hand))
    expect(page.locator(".plate")).to_have_count(2)
