"""People at tables of the whole platform, each with a browser of their own, mostly in Arabic."""

import json
from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import Page

from tests.e2e.browser import speak
from tests.e2e.ways import CLICKS, LEGAL, Way


class Person:
    """A browser, and what it was told. Closing a page is not leaving: the browser stays."""

    def __init__(self, context: Any, name: str, language: str = "ar") -> None:
        self.context = context
        self.name = name
        self.views: list[dict[str, Any]] = []
        self.page: Page
        speak(context, language)
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
        """What this person has before them, time left aside, once what was heard of is drawn."""
        shown: dict[str, Any] = self.page.evaluate(SHOWN)
        return shown


SHOWN = """async () => {
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
    const texts = (selector) => [...document.querySelectorAll(selector)].map((one) => one.textContent.trim());
    return {
        hand: [...document.querySelectorAll('.slot')].map((one) => one.ariaLabel),
        board: document.querySelector('.board svg')?.ariaLabel,
        line: texts('.match ol li'),
        lying: [...document.querySelectorAll('.board .line > g')].map((one) => one.style.transform),
        names: texts('.plate strong'),
        counts: texts('.plate .count .hidden'),
        passed: texts('.passed'),
        scores: texts('.scores'),
        status: texts('.status strong'),
    };
}"""


def wait_for(person: Person, wanted: Callable[[dict[str, Any]], bool], seconds: float = 30) -> None:
    """Until this person is shown what is wanted."""
    for _ in range(int(seconds * 40)):
        if person.views and wanted(person.view):
            return
        person.page.wait_for_timeout(25)
    raise AssertionError(f"{person.name} was not shown it; last: {person.view}")


def wait_for_round_after(person: Person, number: int) -> None:
    """Until this person is shown a later round than that of this number."""
    wait_for(person, lambda view: view["round"]["number"] > number)


STANDS = """() => {
    if (document.querySelector('#result, #winner')) return 'over';
    return document.querySelector('.slot.legal, .turn-button:enabled') ? 'to play' : 'waiting';
}"""


def to_play(people: Sequence[Person], seconds: float = 30) -> Person | None:
    """Who of these has something to do, whoever else is playing; None once it is over for all of them."""
    for _ in range(int(seconds * 20)):
        stands = [_stands(person) for person in people]
        if "to play" in stands:
            return people[stands.index("to play")]
        if set(stands) == {"over"}:
            return None
        people[0].page.wait_for_timeout(50)
    raise AssertionError("nobody is to play, and the round is not over")


def _stands(person: Person) -> str:
    """As the page shows it; an end that stays in view after the next round was told is one no longer."""
    stands: str = person.page.evaluate(STANDS)
    return "waiting" if stands == "over" and person.view["phase"] == "playing" else stands


def play(person: Person, way: Way = CLICKS) -> None:
    """Place the last tile that fits, or draw, or pass, and wait until the platform has taken it."""
    page = person.page
    at = _where(person.view)
    if page.locator(LEGAL).count():
        way.place(page)
    else:
        way.press(page.locator(".turn-button:enabled"))
    wait_for(person, lambda view: _where(view) > at)


def _where(view: dict[str, Any]) -> tuple[int, int, int]:
    return view["match"]["number"], view["round"]["number"], view["round"]["ply"]
