"""From a press to what everybody sees: four browsers at one table of the whole platform, move after move.

python -m tests.e2e.latency [--moves 300] [--json figures.json]

A move's time begins with the press that plays it, in the browser of who plays. Somebody was told when the
view has come, and has seen it when the line has changed and the next frame was drawn. All clocks are one.
"""

import argparse
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.e2e.browser import LAUNCH, executable
from tests.e2e.opening import open_table, sit
from tests.e2e.people import Person, to_play, wait_for
from tests.e2e.ways import CLICKS, LEGAL
from tests.harness.percentile import percentile
from tests.harness.platform import Platform

NAMES = ("سلمى", "خالد", "ليلى", "يوسف")
SHARES = (50, 95, 99, 100)

WATCH = """() => {
    const now = () => performance.timeOrigin + performance.now();
    const seen = (window.seen = { pressed: 0, heard: {}, painted: {} });
    addEventListener('click', (event) => {
        if (event.target.closest('[data-end]')) seen.pressed = performance.timeOrigin + event.timeStamp;
    }, true);
    const Socket = window.WebSocket;
    window.WebSocket = class extends Socket {
        constructor(...of) {
            super(...of);
            this.addEventListener('message', ({ data }) => {
                const at = now();
                const { type, view } = JSON.parse(data);
                if (type === 'view') seen.heard[view.round.line.length] ??= at;
            });
        }
    };
    new MutationObserver(() => {
        const tiles = document.querySelectorAll('.board .line > g').length;
        if (!tiles || seen.painted[tiles]) return;
        seen.painted[tiles] = Infinity;
        // After the frame: a message is taken once it has been drawn.
        requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => (seen.painted[tiles] = now());
            port2.postMessage(null);
        });
    }).observe(document, { childList: true, subtree: true });
}"""
"""Times by the length of the line; they are of one round."""

EMPTY = """() => {
    if (document.querySelector('.board .line > g')) return false;
    Object.assign(seen, { heard: {}, painted: {} });
    return true;
}"""
"""The line of the last round is gone, and what was noted of it."""


def measure(moves: int) -> list[dict[str, float]]:
    """Play until so many tiles have been placed; return the times of each, in ms."""
    with Platform() as platform, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=LAUNCH)
        people = [_person(browser, name) for name in NAMES]
        _begin(platform, people)
        times: list[dict[str, float]] = []
        while len(times) < moves:
            mover = to_play(people)
            if mover is None:
                _go_on(people)
            elif mover.page.locator(LEGAL).count():
                times.append(_place(mover, people))
            else:
                _pass(mover, people)
        browser.close()
    return times


def _person(browser: Browser, name: str) -> Person:
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True)
    context.add_init_script(f"({WATCH})()")
    return Person(context, name)


def _begin(platform: Platform, people: Sequence[Person]) -> None:
    host, *guests = people
    link = open_table(host.page, platform.urls[0], host.name, choose=_to_five_hundred)
    for guest in guests:
        sit(guest.page, link, guest.name)
    host.page.get_by_role("button", name="ابدأ المباراة").click()
    for person in people:
        person.page.locator("[data-tile]").first.wait_for()


def _to_five_hundred(page: Page) -> None:
    page.get_by_label("الهدف").select_option("500")


def _go_on(people: Sequence[Person]) -> None:
    """To the next round, or the next match."""
    number = people[0].view["round"]["number"], people[0].view["match"]["number"]
    for person in people:
        person.page.locator("#result, #winner").wait_for()
        person.page.get_by_role("button", name="جاهز", exact=True).or_(
            person.page.get_by_role("button", name="العب من جديد")
        ).click()
    for person in people:
        wait_for(person, lambda view: (view["round"]["number"], view["match"]["number"]) != number)
        person.page.wait_for_function(EMPTY)


def _place(mover: Person, people: Sequence[Person]) -> dict[str, float]:
    length = len(mover.view["round"]["line"]) + 1
    CLICKS.place(mover.page)
    for person in people:
        person.page.wait_for_function("(length) => Number.isFinite(seen.painted[length])", arg=length)
    began = mover.page.evaluate("seen.pressed")
    heard = [person.page.evaluate("(length) => seen.heard[length]", length) - began for person in people]
    painted = [person.page.evaluate("(length) => seen.painted[length]", length) - began for person in people]
    own = people.index(mover)
    return {
        "told to who played": heard[own],
        "told to all four": max(heard),
        "seen by who played": painted[own],
        "seen by all four": max(painted),
    }


def _pass(mover: Person, people: Sequence[Person]) -> None:
    ply = mover.view["round"]["ply"]
    mover.page.locator(".turn-button:enabled").click()
    for person in people:
        wait_for(person, lambda view: view["round"]["ply"] > ply or view["phase"] != "playing")


def figures(times: Sequence[dict[str, float]]) -> dict[str, dict[str, float]]:
    """Percentiles of each kind of time, in ms; `p100` is the longest."""
    return {
        name: {
            f"p{share}": round(percentile([one[name] for one in times], share / 100), 1) for share in SHARES
        }
        for name in times[0]
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--moves", type=int, default=300)
    parser.add_argument("--json", type=Path, help="where to write the figures")
    asked = parser.parse_args()
    load = round(os.getloadavg()[0], 1)
    times = measure(asked.moves)
    found = figures(times)
    print(f"{os.cpu_count()} cores, load before: {load}")
    print(f"{len(times)} moves, ms   " + "".join(f"{f'p{share}':>9}" for share in SHARES))
    for name, row in found.items():
        print(f"{name:20}" + "".join(f"{value:9.1f}" for value in row.values()))
    report: dict[str, Any] = {"moves": len(times), "unit": "ms", "load_before": load, **found}
    print(json.dumps(report))
    if asked.json:
        asked.json.write_text(json.dumps({**report, "times": times}, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
