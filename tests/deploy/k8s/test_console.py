"""The console in Kubernetes: a job for an hour, which reaches the two servers and whom nobody reaches."""

import kubernetes_validate
import pytest

from deploy.embedded.plan import NATS_VARIABLES
from runtime.settings import Settings
from tests.deploy.k8s.manifests import SERVICES, container, labels, of, pod, rendered, secrets
from tests.deploy.k8s.reach import Pod, reachable
from tests.deploy.k8s.test_valid import VERSIONS

JOB = of("console", "Job")["console"]
PORTS = {"nats": 4222, "valkey": 6379}


@pytest.mark.parametrize("version", VERSIONS)
def test_every_manifest_is_as_kubernetes_schemas_have_it(version: str) -> None:
    for manifest in rendered("console"):
        kubernetes_validate.validate(manifest, version, strict=True)


def test_it_ends_by_itself_and_may_as_little_as_can_be() -> None:
    assert (JOB["spec"]["activeDeadlineSeconds"], JOB["spec"]["backoffLimit"]) == (3600, 0)
    assert pod(JOB)["securityContext"]["runAsNonRoot"] is True
    assert pod(JOB)["automountServiceAccountToken"] is False
    assert container(JOB)["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }


def test_it_has_its_own_password_and_the_store_s_as_files_and_no_other() -> None:
    assert secrets(JOB) == {NATS_VARIABLES["console"], "VALKEY_PASSWORD"}
    assert "env" not in container(JOB)


def test_what_it_is_told_are_settings() -> None:
    (told,) = (config["data"] for config in of("console", "ConfigMap").values())

    assert set(told) <= {f"DOUBLESIX_{name.upper()}" for name in Settings.model_fields}


def test_it_reaches_both_servers_and_nobody_reaches_it() -> None:
    policies = [*of("single", "NetworkPolicy").values(), *of("console", "NetworkPolicy").values()]
    named = (*SERVICES, *PORTS)
    others = [Pod(name, "double-six", {"app.kubernetes.io/name": name}) for name in named]
    console = Pod("console", "double-six", labels(JOB))

    found = reachable(policies, [console, *others], (4222, 6222, 6379, 8000, 9100))

    assert {one for one in found if "console" in one} == {("console", name, PORTS[name]) for name in PORTS}
