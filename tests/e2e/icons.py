"""The client's icons as pictures, drawn from icon.svg: `python -m tests.e2e.icons`, after a change of it."""

from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.e2e.browser import LAUNCH, executable

PUBLIC = Path(__file__).resolve().parents[2] / "services/web/public"
ROUND_CORNERS = 'rx="14" '
WHOLE = {"icon-192": 192, "icon-512": 512}
FULL = {"icon-180": (180, 1.0), "icon-maskable-512": (512, 0.92)}
"""Where the system cuts the corners: no corners of our own, and the tile as large as may be kept."""


def main() -> None:
    icon = (PUBLIC / "icon.svg").read_text()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=LAUNCH)
        for name, size in WHOLE.items():
            _draw(browser, icon, name, size)
        for name, (size, scale) in FULL.items():
            _draw(browser, _to_the_edge(icon, scale), name, size)
        browser.close()


def _to_the_edge(icon: str, scale: float) -> str:
    """The icon with a square ground, and its tile smaller."""
    full = icon.replace(ROUND_CORNERS, "")
    moved = 32 * (1 - scale)
    return full.replace('transform="', f'transform="translate({moved} {moved}) scale({scale}) ')


def _draw(browser: Browser, icon: str, name: str, size: int) -> None:
    page = browser.new_page(viewport={"width": size, "height": size})
    page.set_content(f"<body style='margin:0;background:transparent'>{icon}</body>")
    page.locator("svg").evaluate("(svg) => svg.setAttribute('style', 'display: block; width: 100vw')")
    page.screenshot(path=PUBLIC / f"{name}.png", omit_background=True)
    page.close()


if __name__ == "__main__":
    main()
