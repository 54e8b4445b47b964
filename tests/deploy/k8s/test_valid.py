"""What is rendered is what Kubernetes takes. Nothing of it has seen a cluster."""

import kubernetes_validate
import pytest
import yaml

from runtime.settings import REPOSITORY
from tests.deploy.k8s.manifests import every_overlay, of, rendered, values, whatever_runs

VERSIONS = ["1.33", "1.37"]
"""Of Kubernetes: the oldest that deploy/README.md names, and the newest whose schemas are at hand."""


@whatever_runs
@pytest.mark.parametrize("version", VERSIONS)
def test_every_manifest_is_as_kubernetes_schemas_have_it(folder: str, version: str) -> None:
    for manifest in rendered(folder):
        kubernetes_validate.validate(manifest, version, strict=True)


def test_what_is_no_manifest_is_found() -> None:
    manifest = yaml.safe_load(yaml.safe_dump(of("single", "Deployment")["engine"]))
    manifest["spec"]["template"]["spec"]["containers"][0]["readinesProbe"] = {}

    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(manifest, VERSIONS[1], strict=True)


@whatever_runs
def test_there_is_nothing_twice_and_everything_is_in_one_namespace(folder: str) -> None:
    named = [(m["kind"], m["metadata"]["name"]) for m in rendered(folder)]

    assert len(named) == len(set(named))
    assert {m["metadata"].get("namespace") for m in rendered(folder) if m["kind"] != "Namespace"} == {
        "double-six"
    }


@every_overlay
def test_nothing_is_said_of_this_machine(overlay: str) -> None:
    assert not [
        v for m in rendered(overlay) for v in values(m) if isinstance(v, str) and str(REPOSITORY) in v
    ]
