"""Asks a running Prometheus whatever dashboards and alerts ask, and says what it had no answer to."""

import json
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import httpx
import yaml

from deploy.grafana.__main__ import FOLDER
from deploy.grafana.questions import TIME
from runtime.settings import REPOSITORY
from tests.deploy.watch.language import chosen, selectors

ALERTS = REPOSITORY / "deploy" / "prometheus" / "alerts.yaml"
UNTIL = {
    "doublesix_request_retries_total": "a request is tried again",
    "doublesix_commit_conflicts_total": "two commit at once",
    "doublesix_connections_closed_total": "a connection ends",
    "doublesix_bot_turns_total": "a computer player plays",
    "doublesix_bot_think_seconds_bucket": "a computer player plays",
    "doublesix_deadline_lateness_seconds_bucket": "something falls due",
    "doublesix_deadline_lateness_seconds_count": "something falls due",
    "doublesix_commands_total": "something is refused",
}
"""Series that begin only when something happens, and what: before that no answer is the right one."""

Answer = Literal["answered", "not yet", "not lately", "MISSING"]
"""`not lately`: the series are there, and of nothing that happened a share or a quantile is no number."""


@dataclass(frozen=True)
class Asked:
    """A question, who asks it, and whether there was an answer."""

    who: str
    expression: str
    answer: Answer


def main(prometheus: str) -> int:
    """Say what is scraped and what was asked; return 1 if a target is down or an answer is missing."""
    with httpx.Client(base_url=prometheus, timeout=10) as client:
        up = Counter(dict.fromkeys(("gateway", "seating", "engine", "timer", "bots", "proxy"), 0))
        down = []
        for target in _asked(client, "targets", state="active")["activeTargets"]:
            up[target["labels"]["service"]] += target["health"] == "up"
            if target["health"] != "up":
                down.append(f"  down: {target['scrapeUrl']} {target['lastError']}")
        boards, alerts = list(_boards(client)), list(_alerts(client))
    print(f"targets up: {sum(up.values())}, {dict(up)}; down: {len(down)}", *down, sep="\n")
    for name, every in (("of dashboards", boards), ("of alerts", alerts)):
        print(f"questions {name}: {len(every)}, {dict(Counter(one.answer for one in every))}")
        for one in every:
            if one.answer != "answered":
                print(f"  {one.answer}{_why(one)}: {one.who}: {one.expression}")
    missing = any(one.answer == "MISSING" for one in (*boards, *alerts))
    return 1 if missing or down or not all(up.values()) else 0


def _boards(client: httpx.Client) -> Iterator[Asked]:
    """Each picture's expressions, as Grafana asks them."""
    for file in sorted(FOLDER.glob("*.json")):
        board = json.loads(file.read_text())
        for panel in board["panels"]:
            for target in panel["targets"]:
                expression = target["expr"].replace(TIME, "5m")
                yield _ask(client, f"{board['title']}, {panel['title']}", expression)


def _alerts(client: httpx.Client) -> Iterator[Asked]:
    """Each alert's series: what it makes of them is empty as long as all is well."""
    for group in yaml.safe_load(ALERTS.read_text())["groups"]:
        for rule in group["rules"]:
            for selector in chosen(rule["expr"]):
                yield _ask(client, rule["alert"], selector)


def _ask(client: httpx.Client, who: str, expression: str) -> Asked:
    result = _asked(client, "query", query=expression)["result"]
    if any(not math.isnan(float(one["value"][1])) for one in result):
        return Asked(who, expression, "answered")
    if result:
        return Asked(who, expression, "not lately")
    begins = any(name in UNTIL for name, _ in selectors(expression))
    return Asked(who, expression, "not yet" if begins else "MISSING")


def _why(one: Asked) -> str:
    why = {UNTIL[name] for name, _ in selectors(one.expression) if name in UNTIL and one.answer == "not yet"}
    return f" (until {', '.join(sorted(why))})" if why else ""


def _asked(client: httpx.Client, what: str, **words: str) -> Any:
    answer = client.get(f"/api/v1/{what}", params=words).raise_for_status().json()
    return answer["data"]
