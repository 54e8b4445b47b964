"""An overlay of one's own, as deploy/README.md has it: which image runs, and traces that are sent out."""

import os
import re
from pathlib import Path

import pytest
import yaml

from runtime.settings import REPOSITORY
from tests.deploy.k8s.manifests import (
    K8S,
    OVERLAYS,
    SERVICES,
    container,
    environment,
    every_overlay,
    labels,
    of,
)
from tests.deploy.k8s.reach import Pod, reachable

README = (REPOSITORY / "deploy" / "README.md").read_text()
WRITTEN: dict[str, str] = dict(re.findall(r"```yaml\n# (\S+\.yaml)\n(.*?)```", README, flags=re.DOTALL))


@pytest.fixture(params=OVERLAYS)
def house(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """All that is written there, put together on one of ours, in a folder."""
    below = os.path.relpath(K8S / request.param, tmp_path.resolve())
    own = yaml.safe_load(WRITTEN["deploy/k8s/my-house/kustomization.yaml"])
    own |= yaml.safe_load(WRITTEN["kustomization.yaml"])
    assert own["resources"] == ["../single"]
    own["resources"] = [below, "traces.yaml"]
    (tmp_path / "kustomization.yaml").write_text(yaml.safe_dump(own))
    (tmp_path / "traces.yaml").write_text(WRITTEN["traces.yaml"])
    return str(tmp_path)


@every_overlay
def test_ours_name_no_image_that_could_be_had(overlay: str) -> None:
    assert {container(d)["image"] for d in of(overlay, "Deployment").values()} == {"double-six"}


def test_one_s_own_names_the_image_of_all_services(house: str) -> None:
    images = {name: container(d)["image"] for name, d in of(house, "Deployment").items()}
    release = images["engine"].rpartition(":")[2]

    assert images == dict.fromkeys(SERVICES, "registry.example/double-six:2")
    assert f"--build-arg RELEASE={release} --tag {images['engine']} ." in README


def test_services_are_told_of_a_collector_and_reach_it(house: str) -> None:
    services = [Pod(name, "double-six", labels(d)) for name, d in of(house, "Deployment").items()]
    collector = Pod("collector", "monitoring", {"app.kubernetes.io/name": "collector"})
    policies = of(house, "NetworkPolicy").values()
    told = {name: environment(house, name)["DOUBLESIX_TRACES_URL"] for name in SERVICES}

    assert told == dict.fromkeys(SERVICES, "http://collector.monitoring:4318")
    assert {one for one, other, _ in reachable(policies, [*services, collector], [4318]) if one != other} == {
        *SERVICES
    }
