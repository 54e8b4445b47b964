"""Writes the dashboards as Grafana reads them: `python -m deploy.grafana`.

`--check` writes nothing, and fails when a file differs from what the pictures' questions make.
"""

import json
import sys
from pathlib import Path
from typing import Any

from deploy.grafana.boards import BOARDS
from deploy.grafana.questions import Panel

FOLDER = Path(__file__).with_name("dashboards")
SOURCE = {"type": "prometheus", "uid": "prometheus"}
WIDE, SMALL = 12, 6
"""Columns of 24."""


def files() -> dict[str, str]:
    """Every file of `dashboards/`, by its name."""
    return {
        f"{name}.json": json.dumps(board(name, title, panels), indent=1, ensure_ascii=False) + "\n"
        for name, (title, panels) in BOARDS.items()
    }


def board(name: str, title: str, panels: tuple[Panel, ...]) -> dict[str, Any]:
    return {
        "uid": f"double-six-{name}",
        "title": title,
        "tags": ["double-six"],
        "schemaVersion": 39,
        "timezone": "browser",
        "refresh": "10s",
        "time": {"from": "now-1h", "to": "now"},
        "links": [{"type": "dashboards", "tags": ["double-six"], "title": "Double Six", "asDropdown": True}],
        "panels": [
            {"id": number, "gridPos": place, **drawn(panel)}
            for number, (panel, place) in enumerate(zip(panels, places(panels), strict=True), start=1)
        ],
    }


def drawn(panel: Panel) -> dict[str, Any]:
    return {
        "type": "stat" if panel.now else "timeseries",
        "title": panel.title,
        "datasource": SOURCE,
        "fieldConfig": {"defaults": {"unit": panel.unit, "min": 0}, "overrides": []},
        "targets": [
            {"refId": chr(ord("A") + n), "datasource": SOURCE, "expr": expression, "legendFormat": legend}
            for n, (legend, expression) in enumerate(panel.asks.items())
        ],
    }


def places(panels: tuple[Panel, ...]) -> list[dict[str, int]]:
    """From left to right, then down: four small ones or two wide ones in a row."""
    found, x, y, height = [], 0, 0, 0
    for panel in panels:
        w, h = (SMALL, 5) if panel.now else (WIDE, 8)
        if x + w > 24:
            x, y, height = 0, y + height, 0
        found.append({"x": x, "y": y, "w": w, "h": h})
        x, height = x + w, max(height, h)
    return found


def main(arguments: list[str], folder: Path = FOLDER) -> int:
    """Write the files, or with `--check` say whether they are what they should be."""
    made = files()
    lie = {file.name: file.read_text() for file in folder.glob("*.json")}
    if "--check" not in arguments:
        for name, text in made.items():
            (folder / name).write_text(text)
        for name in lie.keys() - made.keys():
            (folder / name).unlink()
        return 0
    differ = sorted(name for name in made.keys() | lie if made.get(name) != lie.get(name))
    for name in differ:
        print(f"{name} differs from deploy/grafana/boards.py; run `make docs`", file=sys.stderr)
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
