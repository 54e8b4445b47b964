"""Every picture asks for what there is."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from deploy.grafana.__main__ import FOLDER, files, main
from deploy.grafana.questions import TIME
from runtime.settings import REPOSITORY
from tests.deploy.watch.language import metrics, selectors
from tests.harness.promtool import promtool

BOARDS: dict[str, dict[str, Any]] = {
    file.stem: json.loads(file.read_text()) for file in FOLDER.glob("*.json")
}
PANELS = [(name, panel) for name, board in BOARDS.items() for panel in board["panels"]]
ASKED = [
    pytest.param(target["expr"], target["legendFormat"], id=f"{name}: {panel['title']}: {target['refId']}")
    for name, panel in PANELS
    for target in panel["targets"]
]


def readable(expression: str) -> str:
    """With Grafana's word for a time as a time."""
    return expression.replace(TIME, "1m")


def test_the_files_are_what_is_written() -> None:
    assert {file.name: file.read_text() for file in FOLDER.iterdir()} == files(), "run `make docs`"


def test_a_file_that_differs_is_named_with_what_mends_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main([], tmp_path)
    (tmp_path / "house.json").write_text("{}")
    (tmp_path / "old.json").write_text("{}")

    assert main(["--check"], tmp_path) == 1

    main([], tmp_path)
    assert main(["--check"], tmp_path) == 0
    told = capsys.readouterr().err.splitlines()
    assert [line.split()[0] for line in told] == ["house.json", "old.json"]
    assert all(line.endswith("run `make docs`") for line in told)


@pytest.mark.parametrize(("expression", "legend"), ASKED)
def test_it_asks_for_metrics_and_labels_that_there_are(expression: str, legend: str) -> None:
    there = metrics()
    read = list(selectors(readable(expression)))

    assert read
    for name, labels in read:
        assert labels <= there[name], name
    assert set(re.findall(r"{{(\w+)}}", legend)) <= set().union(*(there[name] for name, _ in read))


def test_promtool_reads_every_expression(tmp_path: Path) -> None:
    rules = [
        {"record": f"asked:{number}", "expr": readable(asked.values[0])} for number, asked in enumerate(ASKED)
    ]
    file = tmp_path / "rules.yaml"
    file.write_text(yaml.safe_dump({"groups": [{"name": "asked", "rules": rules}]}))

    assert f"{len(ASKED)} rules found" in promtool("check", "rules", str(file))


def test_every_metric_of_ours_is_looked_at_somewhere() -> None:
    seen = {name for asked in ASKED for name, _ in selectors(readable(str(asked.values[0])))}
    ours = {re.sub("_(bucket|count|sum)$", "", name) for name in metrics() if name.startswith("doublesix_")}

    assert ours == {
        re.sub("_(bucket|count|sum)$", "", name) for name in seen if name.startswith("doublesix_")
    }


def test_no_two_pictures_lie_on_each_other() -> None:
    for board in BOARDS.values():
        cells = [
            (x, y)
            for place in (panel["gridPos"] for panel in board["panels"])
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        ]
        assert len(cells) == len(set(cells))
        assert max(x for x, _ in cells) < 24


def test_grafana_is_told_where_they_are_and_whom_to_ask() -> None:
    told = REPOSITORY / "deploy" / "grafana" / "provisioning"
    (source,) = yaml.safe_load((told / "datasources" / "prometheus.yaml").read_text())["datasources"]
    (provider,) = yaml.safe_load((told / "dashboards" / "dashboards.yaml").read_text())["providers"]
    grafana = yaml.safe_load((REPOSITORY / "compose.yaml").read_text())["services"]["grafana"]
    mounts = {volume.split(":")[1]: volume.split(":")[0] for volume in grafana["volumes"]}

    assert {panel["datasource"]["uid"] for _, panel in PANELS} == {source["uid"]}
    assert mounts[provider["options"]["path"]] == "./deploy/grafana/dashboards"
    assert grafana["environment"]["GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH"].rpartition("/")[2] in files()
