"""Alerts fire when they should and only then, and everybody who is woken finds what to do."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from runtime.settings import REPOSITORY
from tests.deploy.watch.cases import CASES, WELL, Case
from tests.deploy.watch.language import metrics, selectors
from tests.harness.promtool import promtool

FOLDER = REPOSITORY / "deploy" / "prometheus"
ALERTS: dict[str, dict[str, Any]] = {
    rule["alert"]: rule
    for group in yaml.safe_load((FOLDER / "alerts.yaml").read_text())["groups"]
    for rule in group["rules"]
}
README = (REPOSITORY / "deploy" / "README.md").read_text()


def labels(fired: str) -> str:
    """An alert of a case, as promtool writes what tells it from others."""
    name, *service = fired.split()
    return f'{{alertname="{name}"' + "".join(f', service="{one}"' for one in service) + "}"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.tells)
def test_alerts_fire_when_they_should_and_no_others(case: Case, tmp_path: Path) -> None:
    firing = 'group by (alertname, service) (ALERTS{alertstate="firing"})'
    fires = [{"labels": labels(fired), "value": 1} for fired in sorted(case.fires)]
    series = [{"series": name, "values": values} for name, values in {**WELL, **case.differs}.items()]
    group = {
        "interval": "1m",
        "input_series": series,
        "promql_expr_test": [{"expr": firing, "eval_time": f"{case.minutes}m", "exp_samples": fires}],
    }
    file = tmp_path / "case.yaml"
    file.write_text(
        yaml.safe_dump(
            {
                "rule_files": [str(FOLDER / "alerts.yaml")],
                "evaluation_interval": "1m",
                "tests": [group],
            }
        )
    )

    promtool("test", "rules", str(file))


def test_every_alert_has_a_case_in_which_it_fires() -> None:
    assert {fired.split()[0] for case in CASES for fired in case.fires} == set(ALERTS)


@pytest.mark.parametrize("alert", ALERTS)
def test_what_an_alert_says_it_knows(alert: str) -> None:
    """A label that is written out is among those that tell alerts of this kind apart."""
    (written,) = {*re.findall(r"\$labels\.(\w+)", ALERTS[alert]["annotations"]["summary"])} or {None}

    assert written in (None, *re.findall(r"sum by \((\w+)\)", ALERTS[alert]["expr"]))


def test_prometheus_takes_the_rules_and_what_it_is_to_scrape() -> None:
    assert f"{len(ALERTS)} rules found" in promtool("check", "rules", str(FOLDER / "alerts.yaml"))
    promtool("check", "config", str(FOLDER / "prometheus.yaml"))


@pytest.mark.parametrize("alert", ALERTS)
def test_an_alert_asks_for_what_there_is(alert: str) -> None:
    there = metrics()

    for name, labels in selectors(ALERTS[alert]["expr"]):
        assert labels <= there[name], name


@pytest.mark.parametrize("alert", ALERTS)
def test_whoever_is_woken_finds_what_to_do(alert: str) -> None:
    rule = ALERTS[alert]

    assert rule["labels"]["severity"] in ("page", "look")
    assert rule["annotations"]["runbook"] == f"deploy/README.md, {alert}"
    assert f"| `{alert}` |" in README


def test_no_alert_is_explained_that_there_is_not() -> None:
    section = README.partition("### When somebody is woken")[2].partition("\n## ")[0]

    assert set(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)) == set(ALERTS)
