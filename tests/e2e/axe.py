"""What axe says about a page as it is now."""

import json
from pathlib import Path

from playwright.sync_api import Page

AXE = Path(__file__).resolve().parents[2] / "services/web/node_modules/axe-core/axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def violations(page: Page) -> list[str]:
    """What axe finds, by rule, with the first places of each."""
    options = json.dumps({"runOnly": TAGS})
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate(f"axe.run(document, {options}).then((result) => result.violations)")
    return [
        f"{one['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:240]}"
        for one in found
        for node in one["nodes"][:3]
    ]
