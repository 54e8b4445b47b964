"""The ways to play: clicks, a finger, a mouse that carries, keys alone. Each does everything by itself."""

from typing import Protocol

from playwright.sync_api import Locator, Page, expect

LEGAL = '[data-tile][aria-disabled="false"]'
"""The tiles of the hand that can be placed now."""
PLACES = "[data-end]"
"""The places of the line for the tile that was picked."""


class Way(Protocol):
    def press(self, control: Locator) -> None:
        """Use a button, a link, a radio button."""

    def place(self, page: Page) -> None:
        """Place the last tile that can be placed, at its last place."""


class Clicks:
    def press(self, control: Locator) -> None:
        control.click()

    def place(self, page: Page) -> None:
        self.press(page.locator(LEGAL).last)
        self.press(page.locator(PLACES).last)


class Finger(Clicks):
    """Real touches: the browser is told of a touch, and makes of it what it makes of a finger's."""

    def press(self, control: Locator) -> None:
        control.tap()


class Mouse(Clicks):
    """Tiles are carried to the line with the button held down."""

    def place(self, page: Page) -> None:
        mouse = page.mouse
        x, y = middle(page.locator(LEGAL).last)
        mouse.move(x, y)
        mouse.down()
        mouse.move(x, y - 30, steps=3)
        x, y = middle(page.locator(PLACES).last)
        mouse.move(x, y, steps=5)
        mouse.up()


class Keys:
    """Nothing but keys: Tab to get somewhere, arrows within a group, Enter."""

    def press(self, control: Locator) -> None:
        self.go(control)
        control.page.keyboard.press("Enter")

    def place(self, page: Page) -> None:
        self._tab(page, "[data-tile]")
        keys = page.keyboard
        keys.press("Home")
        for _ in range(page.locator("[data-tile]").count()):
            if _at(page, LEGAL):
                break
            keys.press("ArrowRight")
        assert _at(page, LEGAL), "no tile that can be placed was reached"
        keys.press("Enter")
        expect(page.locator(f":is({PLACES}):focus")).to_have_count(1)
        keys.press("Enter")

    def choose(self, radio: Locator) -> None:
        """Tab into the group, then arrows; choosing follows the focus."""
        page = radio.page
        name = radio.get_attribute("name")
        self._tab(page, f'input[name="{name}"]')
        for _ in range(12):
            if radio.is_checked():
                return
            page.keyboard.press("ArrowDown")
        raise AssertionError("the radio button was not reached")

    def first_of(self, select: Locator) -> None:
        """Choose the first of a list."""
        self.go(select)
        select.page.keyboard.press("Home")

    def write(self, field: Locator, text: str) -> None:
        self.go(field)
        field.page.keyboard.press("Control+a")
        field.page.keyboard.type(text)

    def go(self, control: Locator) -> None:
        """Tab until the focus is there."""
        expect(control).to_be_visible()
        for _ in range(120):
            if control.evaluate("(one) => one === document.activeElement"):
                return
            control.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {control}")

    def _tab(self, page: Page, selector: str) -> None:
        for _ in range(120):
            if _at(page, selector):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {selector}")


def middle(one: Locator) -> tuple[float, float]:
    """Where it is on the screen, once it is there and stays there."""
    box, before = one.bounding_box(), None
    while box is None or box != before:
        one.evaluate("() => new Promise(requestAnimationFrame)")
        box, before = one.bounding_box(), box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _at(page: Page, selector: str) -> bool:
    return bool(page.evaluate("(selector) => document.activeElement?.matches(selector) ?? false", selector))


CLICKS = Clicks()
