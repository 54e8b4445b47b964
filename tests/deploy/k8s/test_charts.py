"""What other people's charts are told. They are not at hand here: only what they are told is looked at."""

import os
import subprocess
from pathlib import Path

from deploy.embedded.plan import NATS_VARIABLES
from deploy.embedded.servers import NATS_CONF, VALKEY_CONF, nats_binary
from tests.deploy.k8s.manifests import chart, container, environment, of


def test_the_chart_of_nats_has_three_nodes_and_our_users_from_the_one_file(tmp_path: Path) -> None:
    """The chart writes `include` for `$include`, beside its own settings, into /etc/nats-config/nats.conf."""
    told = chart("nats")
    (mount,) = [one["value"] for one in told["container"]["patch"]]
    (volume,) = [one["value"] for one in told["podTemplate"]["patch"]]
    conf = tmp_path / "nats-config" / "nats.conf"
    users = tmp_path / Path(mount["mountPath"]).relative_to("/etc") / "nats.conf"
    for file in (conf, users):
        file.parent.mkdir()
    users.write_text(NATS_CONF.read_text())
    include = told["config"]["merge"]["$include"]
    conf.write_text(f'{{ include {include}; "cluster": {{"name": "nats", "port": 6222}}; port: 4222 }}')

    assert told["config"]["cluster"] == {"enabled": True, "replicas": 3}
    assert mount["name"] == volume["name"]
    assert volume["configMap"]["name"] in of("large", "ConfigMap")
    assert nats_reads(conf)


def test_the_chart_of_nats_and_our_own_know_every_password() -> None:
    variables = chart("nats")["container"]["env"]
    ours = container(of("single", "StatefulSet")["nats"])["env"]

    assert variables == {variable["name"]: {"valueFrom": variable["valueFrom"]} for variable in ours}
    assert set(variables) == set(NATS_VARIABLES.values())
    assert {v["valueFrom"]["secretKeyRef"]["key"] for v in variables.values()} == set(variables)


def test_a_large_house_acknowledges_what_a_replica_has_and_has_two() -> None:
    told = chart("valkey")

    assert environment("large", "engine")["DOUBLESIX_STORE_REPLICAS"] == "1"
    assert told["replica"]["replicas"] == 2
    assert told["auth"]["aclUsers"]["default"]["passwordKey"] == "VALKEY_PASSWORD"


def test_valkey_keeps_the_same_promise_everywhere() -> None:
    (settings,) = [
        m["data"]["valkey.conf"]
        for name, m in of("single", "ConfigMap").items()
        if name.startswith("valkey-")
    ]

    assert settings == VALKEY_CONF.read_text()
    assert [line for line in settings.splitlines() if not line.startswith("#")] == (
        chart("valkey")["valkeyConfig"].splitlines()
    )
    assert {"appendonly yes", "appendfsync always"} <= set(settings.splitlines())


def nats_reads(conf: Path) -> bool:
    words = {variable: f"p-{user}" for user, variable in NATS_VARIABLES.items()}
    command = [nats_binary(), "-t", "-c", str(conf)]
    told = subprocess.run(command, env={**os.environ, **words}, capture_output=True)
    return told.returncode == 0
