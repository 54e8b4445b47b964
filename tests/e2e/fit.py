"""Whether all that is on a page has its place: nothing outside, cut off, covered, or too small to be hit."""

from pathlib import Path

from playwright.sync_api import Page

MISFITS = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
SETTLED = """async () => {
    const frame = () => new Promise(requestAnimationFrame);
    await frame();
    await frame();
    const left = (one) => one.effect.getComputedTiming().endTime - one.currentTime;
    const moving = document.getAnimations().filter((one) => one.playState === 'running' && left(one) < 1000);
    await Promise.all(moving.map((one) => one.finished.catch(() => undefined)));
}"""
"""A clock, or an endless motion, is not waited for."""


def misfits(page: Page) -> list[str]:
    """What has no proper place on the page as it is now, once what was set in motion has arrived."""
    page.evaluate(SETTLED)
    return list(page.evaluate(MISFITS))
