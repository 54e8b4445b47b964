"""What takes a page from its table for a while: a phone asleep, no network. Nothing is lost by it."""

import time
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.opening import open_table, sit
from tests.e2e.people import Person, play, to_play, wait_for
from tests.e2e.words import word
from tests.harness.platform import Platform
from tests.harness.wire import Wire

BACK_MS = 1_000
SLACK_MS = 500
"""What a busy machine, and looking itself, may take."""
OFFLINE = word("ar", "link.offline")

pytestmark = [pytest.mark.timeout(300), pytest.mark.slow]


def two_of_us(page: Page) -> None:
    page.get_by_role("radio", name="لاعبان", exact=True).check()


@pytest.fixture
def wire(platform: Platform) -> Iterator[Wire]:
    """What the first of the two is connected by."""
    port = urlsplit(platform.urls[0]).port
    assert port
    with Wire(port) as wire:
        yield wire


@pytest.fixture
def pair(platform: Platform, wire: Wire, watched: Callable[..., Any]) -> tuple[Person, Person]:
    """Two at a table where the first has just played; the other is to play next."""
    host, guest = Person(watched(), "سلمى"), Person(watched(), "خالد")
    link = open_table(host.page, wire.url, host.name, "block", two_of_us)
    sit(guest.page, f"{platform.urls[0]}{urlsplit(link).path}", guest.name)
    host.page.get_by_role("button", name="ابدأ المباراة").click()
    for person in (host, guest):
        expect(person.page.locator(".hand .slot")).to_have_count(7)
    while to_play([host, guest]) is not guest:
        play(host)
    return host, guest


def test_who_wakes_from_sleep_is_back_within_a_second(pair: tuple[Person, Person], wire: Wire) -> None:
    """A page that is seen cannot be put to sleep: its wire dies without a word, and it wakes.

    Once out of three times is enough: what a machine is busy with for a moment is not the page's.
    """
    took = [wakes(*pair, wire)]
    while took[-1] >= BACK_MS + SLACK_MS and len(took) < 3:
        took.append(wakes(*pair, wire))

    assert min(took) < BACK_MS + SLACK_MS, took


def wakes(sleeper: Person, other: Person, wire: Wire) -> float:
    """Fall asleep, wake after the other has played, and play; return after how many ms that was shown."""
    wire.lose()
    play(other)
    ply = other.view["round"]["ply"]

    began = time.monotonic()
    sleeper.page.evaluate("() => { document.dispatchEvent(new Event('resume')); }")
    wait_for(sleeper, lambda view: view["round"]["ply"] >= ply)
    took = (time.monotonic() - began) * 1_000

    assert to_play([sleeper, other]) is sleeper
    play(sleeper)
    wait_for(other, lambda view: view["round"]["ply"] > ply)
    return took


def test_without_a_network_a_page_says_so_and_goes_on_once_there_is_one(
    pair: tuple[Person, Person], wire: Wire, faults: list[str]
) -> None:
    one, other = pair

    one.context.set_offline(True)
    wire.lose()
    expect(one.page.get_by_text(OFFLINE)).to_be_visible()
    play(other)
    ply = other.view["round"]["ply"]
    one.context.set_offline(False)

    wait_for(one, lambda view: view["round"]["ply"] >= ply)
    expect(one.page.get_by_text(OFFLINE)).to_be_hidden()
    play(one)
    wait_for(other, lambda view: view["round"]["ply"] > ply)
    faults[:] = [fault for fault in faults if "ERR_INTERNET_DISCONNECTED" not in fault]
