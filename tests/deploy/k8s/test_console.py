"""The console in Kubernetes: a job for an hour, which reaches the two servers and whom nobody reaches."""

from deploy.embedded.plan import NATS_VARIABLES
from runtime.settings import Settings
from tests.deploy.k8s.manifests import SERVICES, container, labels, of, secrets
from tests.deploy.k8s.reach import Pod, reachable

JOB = of("console", "Job")["console"]
PORTS = {"nats": 4222, "valkey": 6379}


def test_it_ends_by_itself() -> None:
    assert (JOB["spec"]["activeDeadlineSeconds"], JOB["spec"]["backoffLimit"]) == (3600, 0)


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
