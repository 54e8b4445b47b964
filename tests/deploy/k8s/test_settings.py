"""What services are told, and which secrets they can read."""

import pytest

from deploy.embedded.plan import NATS_VARIABLES
from deploy.embedded.servers import NATS_CONF
from runtime.settings import Settings
from tests.deploy.k8s.manifests import (
    SERVICES,
    container,
    environment,
    every_overlay,
    every_service,
    of,
    pod,
    secrets,
)


@every_overlay
@every_service
def test_whatever_is_set_is_a_setting_and_has_a_value_it_can_have(
    overlay: str, service: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = environment(overlay, service)
    known = {f"DOUBLESIX_{name.upper()}" for name in Settings.model_fields}

    assert set(told) <= known
    for name, value in told.items():
        monkeypatch.setenv(name, value)
    assert Settings().inner_host == "0.0.0.0"  # noqa: S104


@every_overlay
@every_service
def test_a_secret_s_file_lies_where_settings_look_for_it(overlay: str, service: str) -> None:
    mounts = {mount["name"]: mount for mount in container(of(overlay, "Deployment")[service])["volumeMounts"]}

    assert mounts["secrets"]["mountPath"] == "/run/secrets"
    assert "DOUBLESIX_NATS_PASSWORD" in environment(overlay, service)


@every_overlay
def test_everybody_has_its_own_password_and_three_that_of_the_store(overlay: str) -> None:
    store = {"seating", "engine", "timer"}

    assert {name: secrets(d) for name, d in of(overlay, "Deployment").items()} == {
        name: {NATS_VARIABLES[name]} | ({"VALKEY_PASSWORD"} if name in store else set()) for name in SERVICES
    }


def test_the_password_of_the_store_is_in_no_environment() -> None:
    valkey = of("single", "StatefulSet")["valkey"]
    (mount,) = [m for m in container(valkey)["volumeMounts"] if m["name"] == "secrets"]
    (volume,) = [v for v in pod(valkey)["volumes"] if v["name"] == "secrets"]
    asked = f"$(cat {mount['mountPath']}/{volume['secret']['items'][0]['path']})"

    assert "env" not in container(valkey)
    assert secrets(valkey) == {"VALKEY_PASSWORD"}
    assert f"requirepass {asked}\n" in container(valkey)["args"][0]
    for probe in ("startupProbe", "livenessProbe", "readinessProbe"):
        assert f'REDISCLI_AUTH="{asked}" valkey-cli ping' in container(valkey)[probe]["exec"]["command"][-1]


@every_overlay
def test_no_secret_is_in_a_manifest(overlay: str) -> None:
    assert not of(overlay, "Secret")


@every_overlay
def test_the_users_of_nats_are_those_of_the_one_file(overlay: str) -> None:
    assert of(overlay, "ConfigMap")["nats-users"]["data"] == {"nats.conf": NATS_CONF.read_text()}
