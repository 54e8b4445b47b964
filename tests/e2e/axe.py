"""What axe says about a page as it is now."""

import json
from pathlib import Path

from playwright.sync_api import Page

AXE = Path(__file__).resolve().parents[2] / "services/web/node_modules/axe-core/axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
"""Without target-size: `tests.e2e.fit` asks for more, of controls scrolled from under what lies on them."""


COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules that ask for colours and for nothing else."""


def violations(page: Page, rules: list[str] = TAGS) -> list[str]:
    """What axe finds, by rule, with the first places of each; `rules` names some, or kinds of them."""
    options = json.dumps(
        {
            "runOnly": rules,
            "rules": {"target-size": {"enabled": False}},
            "resultTypes": ["violations"],
            "iframes": False,  # no page has any
        }
    )
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate(f"axe.run(document, {options}).then((result) => result.violations)")
    return [
        f"{one['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:240]}"
        for one in found
        for node in one["nodes"][:3]
    ]
