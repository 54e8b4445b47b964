"""An overlay of one's own, as deploy/README.md has it: which image runs, and traces that are sent out."""

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from runtime.settings import REPOSITORY
from tests.deploy.k8s.manifests import K8S, OVERLAYS, SERVICES, container, every_overlay, kubectl, labels, of
from tests.deploy.k8s.reach import Pod, reachable

Json = dict[str, Any]

README = (REPOSITORY / "deploy" / "README.md").read_text()
WRITTEN: dict[str, str] = dict(re.findall(r"```yaml\n# (\S+\.yaml)\n(.*?)```", README, flags=re.DOTALL))


@pytest.fixture(params=OVERLAYS)
def house(request: pytest.FixtureRequest, tmp_path: Path) -> list[Json]:
    """All that is written there, put together on one of ours, as it is rendered."""
    below = os.path.relpath(K8S / request.param, tmp_path.resolve())
    own: Json = yaml.safe_load(WRITTEN["deploy/k8s/my-house/kustomization.yaml"])
    own |= yaml.safe_load(WRITTEN["kustomization.yaml"])
    assert own["resources"] == ["../single"]
    own["resources"] = [below, "traces.yaml"]
    (tmp_path / "kustomization.yaml").write_text(yaml.safe_dump(own))
    (tmp_path / "traces.yaml").write_text(WRITTEN["traces.yaml"])

    told = subprocess.run([kubectl(), "kustomize", str(tmp_path)], capture_output=True, text=True)
    assert (told.returncode, told.stderr) == (0, "")
    return list(yaml.safe_load_all(told.stdout))


@every_overlay
def test_ours_name_no_image_that_could_be_had(overlay: str) -> None:
    assert {container(d)["image"] for d in of(overlay, "Deployment").values()} == {"double-six"}


def test_one_s_own_names_the_image_of_all_services(house: list[Json]) -> None:
    images = {m["metadata"]["name"]: container(m)["image"] for m in house if m["kind"] == "Deployment"}

    assert images == dict.fromkeys(SERVICES, "registry.example/double-six:2")
    assert f"--tag {images['engine']} ." in README


def test_services_are_told_of_a_collector_and_reach_it(house: list[Json]) -> None:
    (settings,) = [m for m in house if m["metadata"]["name"].startswith("settings-")]
    services = [
        Pod(m["metadata"]["name"], "double-six", labels(m)) for m in house if m["kind"] == "Deployment"
    ]
    collector = Pod("collector", "monitoring", {"app.kubernetes.io/name": "collector"})
    policies = [m for m in house if m["kind"] == "NetworkPolicy"]

    assert settings["data"]["DOUBLESIX_TRACES_URL"] == "http://collector.monitoring:4318"
    assert {one for one, other, _ in reachable(policies, [*services, collector], [4318]) if one != other} == {
        *SERVICES
    }
