"""A finished round, looked at again: from its table, whose connection stays, or by a link."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from contracts.frames import ViewFrame
from contracts.rounds import RoundRecord
from tests.e2e.played import CODE
from tests.e2e.replays import replays
from tests.e2e.scenes import Scene
from tests.e2e.stage import ORIGIN, Stage

LANGUAGE = "ar"
PACE = 1_500
"""How long each step is seen when it goes on by itself, in ms."""
Kept = dict[str, tuple[Scene, list[RoundRecord]]]


@pytest.fixture(scope="module")
def kept() -> Kept:
    return {name: (scene, records) for name, scene, records in replays(LANGUAGE)}


def button(page: Page, name: str) -> Any:
    return page.get_by_role("button", name=name, exact=True)


def at(page: Page, step: int) -> None:
    """What is seen is how things stood after `step` actions."""
    expect(page.get_by_role("slider")).to_have_value(str(step))


def laid(page: Page) -> Any:
    return page.locator(".replay .lying")


def from_the_table(stage: Stage, kept: Kept, name: str = "replay-partners") -> RoundRecord:
    """Sit at the end of a match, and open its last round from there."""
    scene, records = kept[name]
    stage.kept = tuple(records)
    page = stage.show(scene)
    page.get_by_role("link", name="شاهد هذه الجولة من جديد").click()
    page.wait_for_selector(".replay")
    return records[-1]


def test_every_step_shows_the_line_and_all_hands_as_they_were(stage: Stage, kept: Kept) -> None:
    scene, records = kept["replay-many"]
    record = records[-1]
    page = stage.replay(scene, *records)
    tiles = len(record.dealt[0]) + len(record.dealt[1]) + len(record.boneyard)

    for step, action in enumerate(record.log, start=1):
        button(page, "خطوة إلى الأمام").click()
        at(page, step)
        placed = sum(one.type == "place" for one in record.log[:step])
        expect(laid(page)).to_have_count(placed)
        expect(page.locator(".replay .hands .one")).to_have_count(tiles - placed)
        if action.type == "draw":
            expect(page.locator(".replay .hands .fresh")).to_have_count(action.count)
    expect(button(page, "خطوة إلى الأمام")).to_be_disabled()
    expect(page.locator(".told")).to_contain_text("نفدت أحجار")


def test_keys_follow_the_eye_in_either_direction_of_writing(
    watched: Callable[..., Any], stage: Stage, kept: Kept
) -> None:
    scene, records = kept["replay-partners"]
    last = len(records[-1].log)
    english = Stage(watched(), "en")
    for page, onward, backward in (
        (stage.replay(scene, *records), "ArrowLeft", "ArrowRight"),
        (english.replay(scene, *records), "ArrowRight", "ArrowLeft"),
    ):
        page.keyboard.press(onward)
        page.keyboard.press(onward)
        at(page, 2)
        page.keyboard.press(backward)
        at(page, 1)
        page.keyboard.press("End")
        at(page, last)
        page.keyboard.press("Home")
        at(page, 0)
        page.get_by_role("slider").focus()
        page.keyboard.press(onward)
        at(page, 1)


def test_it_plays_by_itself_until_a_hand_or_the_end_stops_it(stage: Stage, kept: Kept) -> None:
    scene, records = kept["replay-partners"]
    page = stage.page
    page.clock.install()
    stage.replay(scene, *records)
    stage.hold_time()

    page.keyboard.press("Space")
    for step in (1, 2):
        page.clock.run_for(PACE)
        at(page, step)
    page.keyboard.press("Space")
    page.clock.run_for(10 * PACE)
    at(page, 2)

    button(page, "تشغيل تلقائي").click()
    for step in range(3, len(records[-1].log) + 1):
        page.clock.run_for(PACE)
        at(page, step)
    expect(button(page, "تشغيل تلقائي")).to_be_visible()


def test_what_happened_is_told_once_with_the_tiles_that_were_drawn(stage: Stage, kept: Kept) -> None:
    scene, records = kept["replay-many"]
    record = records[-1]
    step = next(step for step, action in enumerate(record.log, start=1) if action.type == "draw")
    page = stage.replay(scene, *records)

    page.locator(".story li button").nth(step - 1).click()

    at(page, step)
    expect(page.locator(".story [aria-current=step]")).to_have_count(1)
    told = page.locator(".told p").first.inner_text()
    assert ":" in told
    expect(page.locator("[aria-live=polite]")).to_contain_text(told)
    assert told not in (page.get_by_role("slider").get_attribute("aria-valuetext") or "")


def test_the_table_stays_connected_under_its_replay(stage: Stage, kept: Kept) -> None:
    record = from_the_table(stage, kept)
    page = stage.page
    expect(page).to_have_url(f"{ORIGIN}/t/{CODE}/{record.match}/{record.round}")
    expect(page.locator(".match")).to_be_hidden()

    button(page, "العودة إلى الطاولة").click()

    expect(page).to_have_url(f"{ORIGIN}/t/{CODE}")
    expect(page.locator("#winner")).to_be_visible()
    assert len(stage.sockets) == 1
    page.go_forward()
    expect(page.locator(".replay")).to_be_visible()
    page.go_back()
    expect(page.locator("#winner")).to_be_visible()
    assert len(stage.sockets) == 1


def test_whoever_comes_back_is_at_the_link_that_was_followed(stage: Stage, kept: Kept) -> None:
    from_the_table(stage, kept)
    page = stage.page

    button(page, "العودة إلى الطاولة").click()

    expect(page.get_by_role("link", name="شاهد هذه الجولة من جديد")).to_be_focused()


def test_whose_turn_it_becomes_is_told_over_the_replay(
    stage: Stage, kept: Kept, seen: dict[str, Scene]
) -> None:
    from_the_table(stage, kept)
    page = stage.page
    expect(page.get_by_text("دورك على الطاولة")).to_have_count(0)
    turn = seen["turn"].view.view
    view = turn.model_copy(update={"seat": turn.round.turn})

    stage.tell(ViewFrame(view=view).model_dump_json())

    expect(page.get_by_text("دورك على الطاولة")).to_be_visible()
    page.locator(".called").get_by_role("button").click()
    expect(page.locator(".hand .slot.legal").first).to_be_visible()


def test_each_row_of_the_score_sheet_leads_to_its_round(stage: Stage, kept: Kept) -> None:
    scene, records = kept["replay-partners"]
    stage.kept = tuple(records)
    page = stage.show(scene)

    page.locator("tbody tr").nth(1).click()

    expect(page).to_have_url(f"{ORIGIN}/t/{CODE}/1/2")
    expect(page.get_by_role("heading", level=1)).to_contain_text("الجولة ٢")


def test_a_row_in_the_menu_leads_there_too_and_the_menu_is_closed(
    stage: Stage, kept: Kept, seen: dict[str, Scene]
) -> None:
    stage.kept = tuple(kept["replay-partners"][1])
    page = stage.show(seen["turn"])
    page.get_by_role("button", name="قائمة الطاولة").click()

    page.get_by_role("link", name="شاهد الجولة ١ من جديد").click()

    expect(page.locator(".replay")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    button(page, "خطوة إلى الأمام").click()
    at(page, 1)
    page.locator(".replay header button").click()
    expect(page.get_by_role("button", name="قائمة الطاولة")).to_be_focused()


def test_other_rounds_are_chosen_from_a_list_also_of_earlier_matches(stage: Stage, kept: Kept) -> None:
    scene, records = kept["replay-partners"]
    earlier, later = records[0], records[1].model_copy(update={"match": 2})
    page = stage.replay(scene, earlier, later)
    expect(page.locator("optgroup")).to_have_count(2)

    button(page, "خطوة إلى الأمام").click()
    page.get_by_role("combobox").focus()
    page.get_by_role("combobox").select_option(f"/t/{CODE}/{earlier.match}/{earlier.round}")

    expect(page).to_have_url(f"{ORIGIN}/t/{CODE}/{earlier.match}/{earlier.round}")
    expect(page.get_by_role("heading", level=1)).to_contain_text("المباراة ١")
    at(page, 0)
    expect(page.get_by_role("combobox")).to_be_focused()


def test_by_a_link_no_connection_is_made_and_the_way_back_leads_to_the_table(
    stage: Stage, kept: Kept
) -> None:
    scene, records = kept["replay-partners"]
    page = stage.replay(scene, *records)
    expect(page.locator(".replay")).to_be_visible()
    assert stage.sockets == []

    button(page, "العودة إلى الطاولة").click()

    expect(page).to_have_url(f"{ORIGIN}/t/{CODE}")
    expect(page.locator("#winner")).to_be_visible()


def test_a_round_that_is_not_kept_says_so_and_leads_to_the_table(stage: Stage, kept: Kept) -> None:
    stage.play(kept["replay-partners"][0])
    stage.page.goto(f"{ORIGIN}/t/{CODE}/9/9")

    expect(stage.page.get_by_role("heading", name="لا يمكن مشاهدة هذه الجولة")).to_be_visible()
    expect(button(stage.page, "العودة إلى الطاولة")).to_be_visible()


def test_a_stranger_is_told_who_may_watch(stage: Stage, kept: Kept) -> None:
    scene, records = kept["replay-partners"]
    stranger = Scene("stranger", scene.seen.model_copy(update={"seat": None}))
    stage.replay(stranger, *records)

    expect(stage.page.get_by_role("heading", name="مشاهدة الجولات للاعبي الطاولة فقط")).to_be_visible()


def test_a_round_without_an_answer_can_be_asked_for_again(
    stage: Stage, kept: Kept, faults: list[str]
) -> None:
    scene, records = kept["replay-partners"]
    stage.page.route("**/rounds/**", lambda route: route.abort())
    stage.replay(scene, *records)
    expect(stage.page.get_by_text("لا يمكن الوصول إلى الخادم")).to_be_visible()
    stage.page.unroute("**/rounds/**")

    button(stage.page, "حاول من جديد").click()

    expect(stage.page.locator(".replay")).to_be_visible()
    faults[:] = [fault for fault in faults if "Failed to load resource" not in fault]


def test_a_round_is_saved_as_the_record_that_can_be_verified(
    stage: Stage, kept: Kept, tmp_path: Path
) -> None:
    scene, records = kept["replay-fives"]
    page = stage.replay(scene, *records)
    page.locator("summary").click()

    with page.expect_download() as download:
        button(page, "احفظ الجولة في ملف").click()

    file = tmp_path / "round.json"
    download.value.save_as(file)
    assert download.value.suggested_filename == f"doublesix-{CODE}-1-{records[-1].round}.json"
    assert RoundRecord.model_validate_json(file.read_bytes()) == records[-1]


def test_a_deal_is_proved_on_a_page_without_a_secure_connection(stage: Stage, kept: Kept) -> None:
    scene, records = kept["replay-many"]
    stage.page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    page = stage.replay(scene, *records)
    page.locator("summary").click()

    button(page, "تحقّق من هذا التوزيع").click()

    expect(page.locator(".verdict.fair")).to_be_visible()
    expect(page.locator(".proof li")).to_have_count(3)
    expect(page.locator(".proof .wrong")).to_have_count(0)


def test_another_promise_than_the_one_seen_in_play_is_found_out(stage: Stage, kept: Kept) -> None:
    """The seed fits the commitment told afterwards, which is not the one that was told before."""
    scene, _ = kept["replay-partners"]
    view = scene.view.view
    before = view.round.model_copy(
        update={"commitment": "0" * 64, "seed": None, "hands": None, "aside": None}
    )
    playing = view.model_copy(update={"phase": "playing", "round": before})
    first = Scene("before", scene.seen, (*scene.frames[:2], ViewFrame(view=playing)))
    page = stage.show(first)
    expect(page.locator(".match")).to_be_visible()
    stage.tell(scene.view.model_dump_json())
    page.get_by_text("توزيع نزيه").click()

    button(page, "تحقّق من هذا التوزيع").click()

    expect(page.locator(".proof .wrong")).to_have_count(1)
    expect(page.locator(".verdict")).not_to_have_class(re.compile("fair"))
