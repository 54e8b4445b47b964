"""What runs, and what it may do to its machine."""

import yaml

from runtime.settings import REPOSITORY
from tests.deploy.k8s.manifests import (
    SERVICES,
    container,
    environment,
    every_overlay,
    every_service,
    of,
    pod,
    ports,
    whatever_runs,
    workloads,
)

COMPOSE = yaml.safe_load((REPOSITORY / "compose.yaml").read_text())


@every_overlay
def test_every_service_runs_and_starts_as_in_containers(overlay: str) -> None:
    assert {name: container(d)["command"] for name, d in of(overlay, "Deployment").items()} == {
        name: COMPOSE["services"][name]["command"] for name in SERVICES
    }


def test_servers_are_those_of_the_containers() -> None:
    for name, workload in of("single", "StatefulSet").items():
        assert container(workload)["image"] == COMPOSE["services"][name]["image"]


@every_overlay
def test_whatever_runs_has_probes_and_knows_what_it_needs(overlay: str) -> None:
    for workload in workloads(overlay).values():
        one = container(workload)
        assert {"startupProbe", "livenessProbe", "readinessProbe"} <= set(one)
        assert {"cpu", "memory"} <= set(one["resources"]["requests"])
        assert "memory" in one["resources"]["limits"]


@every_overlay
@every_service
def test_a_service_is_asked_on_its_inner_port_and_is_not_restarted_for_an_outage(
    overlay: str, service: str
) -> None:
    deployment = of(overlay, "Deployment")[service]
    one = container(deployment)
    probes = {name: one[name]["httpGet"] for name in ("startupProbe", "livenessProbe", "readinessProbe")}

    assert environment(overlay, service)["DOUBLESIX_INNER_PORT"] == str(ports(deployment)["inner"])
    assert probes == {
        "startupProbe": {"path": "/health/live", "port": "inner"},
        "livenessProbe": {"path": "/health/live", "port": "inner"},
        "readinessProbe": {"path": "/health/ready", "port": "inner"},
    }


@whatever_runs
def test_whatever_runs_can_do_nothing_to_its_machine(folder: str) -> None:
    for workload in workloads(folder).values():
        spec, one = pod(workload), container(workload)
        assert spec["automountServiceAccountToken"] is False
        assert spec["securityContext"]["runAsNonRoot"] is True
        assert spec["securityContext"]["runAsUser"] == 10001
        assert spec["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
        assert one["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }
        assert not {"hostNetwork", "hostPID", "hostIPC"} & set(spec)


def test_the_image_s_user_is_the_one_that_runs() -> None:
    assert "--uid 10001 " in (REPOSITORY / "deploy" / "Dockerfile").read_text()
