"""Overlays of deploy/k8s as the kustomize within kubectl renders them."""

import shutil
import subprocess
import sysconfig
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from runtime.settings import REPOSITORY

Json = dict[str, Any]

K8S = REPOSITORY / "deploy" / "k8s"
OVERLAYS = ("single", "large")
RUNS = (*OVERLAYS, "console")
"""Folders by which something of ours runs."""
SERVICES = ("gateway", "seating", "engine", "timer", "bots")

every_overlay = pytest.mark.parametrize("overlay", OVERLAYS)
whatever_runs = pytest.mark.parametrize("folder", RUNS)
every_service = pytest.mark.parametrize("service", SERVICES)


def kubectl() -> str:
    """The one of the lock, or the system's where there is no wheel of it."""
    ours = Path(sysconfig.get_path("scripts")) / "kubectl"
    found = str(ours) if ours.exists() else shutil.which("kubectl")
    assert found, "kubectl is needed, which renders deploy/k8s"
    return found


@cache
def rendered(folder: str) -> tuple[Json, ...]:
    """All manifests of one folder of deploy/k8s, or of one elsewhere by its whole path."""
    told = subprocess.run([kubectl(), "kustomize", str(K8S / folder)], capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    assert not told.stderr, "kustomize warns of nothing"
    return tuple(manifest for manifest in yaml.safe_load_all(told.stdout) if manifest)


def of(folder: str, kind: str) -> dict[str, Json]:
    """The manifests of one kind, by name."""
    return {m["metadata"]["name"]: m for m in rendered(folder) if m["kind"] == kind}


def workloads(folder: str) -> dict[str, Json]:
    """Whatever has pods, by name."""
    return of(folder, "Deployment") | of(folder, "StatefulSet") | of(folder, "Job")


def pod(workload: Json) -> Json:
    spec: Json = workload["spec"]["template"]["spec"]
    return spec


def container(workload: Json) -> Json:
    """The one container of its pods."""
    (only,) = pod(workload)["containers"]
    assert isinstance(only, dict)
    return only


def labels(workload: Json) -> dict[str, str]:
    """What its pods are labelled."""
    found: dict[str, str] = workload["spec"]["template"]["metadata"]["labels"]
    return found


def secrets(workload: Json) -> set[str]:
    """The keys of secrets that its pods can read, as variables or as files."""
    variables = container(workload).get("env", ())
    keys = {v["valueFrom"]["secretKeyRef"]["key"] for v in variables if "valueFrom" in v}
    volumes = [volume["secret"] for volume in pod(workload).get("volumes", ()) if "secret" in volume]
    assert all("items" in volume for volume in volumes), "nobody reads a whole secret"
    return keys | {item["key"] for volume in volumes for item in volume["items"]}


def values(part: Any) -> Iterator[Any]:
    """Everything that stands anywhere in a manifest."""
    if isinstance(part, dict):
        for inner in part.values():
            yield from values(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from values(inner)
    else:
        yield part


def environment(folder: str, service: str) -> dict[str, str]:
    """The variables of a service, those that are files of secrets without a value."""
    deployment = of(folder, "Deployment")[service]
    one = container(deployment)
    found: dict[str, str] = {}
    for source in one["envFrom"]:
        found |= of(folder, "ConfigMap")[source["configMapRef"]["name"]]["data"]
    found |= {variable["name"]: variable["value"] for variable in one.get("env", ())}
    for volume in pod(deployment)["volumes"]:
        found |= {item["path"]: "" for item in volume.get("secret", {}).get("items", ())}
    return found


def ports(workload: Json) -> dict[str, int]:
    """The ports of its container, by name."""
    return {port["name"]: port["containerPort"] for port in container(workload)["ports"]}


def chart(name: str) -> Json:
    """What somebody else's chart is told."""
    told: Json = yaml.safe_load((K8S / "charts" / f"{name}.yaml").read_text())
    return told
