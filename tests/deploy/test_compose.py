"""compose.yaml: what each container may, reaches, is told, and who can reach it."""

import asyncio
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from deploy.embedded.ports import FreePorts
from runtime.inner import Health, inner_server
from runtime.settings import REPOSITORY, Settings

COMPOSE: dict[str, Any] = yaml.safe_load((REPOSITORY / "compose.yaml").read_text())
CONTAINERS: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = ("seating", "engine", "timer", "bots", "gateway")
ROOT_WITHOUT_RIGHTS = {"caddy"}
"""Its folder of certificates is root's. Besides opening ports below 1024 it may nothing that root may."""
ASKED = {"console"}
"""Started for one command at a time, and gone with it."""
OWN_USER = {"proxy", "prometheus", "alertmanager", "grafana"}
"""Their images name a user that is not root."""


def on(network: str) -> set[str]:
    return {name for name, container in CONTAINERS.items() if network in container["networks"]}


def secrets(container: str) -> dict[str, str]:
    """Where a container finds which secret."""
    told = CONTAINERS[container].get("secrets", [])
    named = [one if isinstance(one, dict) else {"source": one, "target": one} for one in told]
    return {one["target"]: one["source"] for one in named}


@pytest.mark.parametrize("name", CONTAINERS)
def test_a_container_writes_only_where_it_must_and_may_as_little_as_can_be(name: str) -> None:
    container = CONTAINERS[name]

    assert container["read_only"] is True
    assert container["cap_drop"] == ["ALL"]
    assert container.get("cap_add", []) == (["NET_BIND_SERVICE"] if name in ROOT_WITHOUT_RIGHTS else [])
    assert container["security_opt"] == ["no-new-privileges:true"]
    assert "privileged" not in container


def test_our_own_containers_are_not_root() -> None:
    assert "USER doublesix" in (REPOSITORY / "deploy" / "Dockerfile").read_text()


@pytest.mark.parametrize("name", sorted({*CONTAINERS} - {*OURS, *ASKED, *OWN_USER, *ROOT_WITHOUT_RIGHTS}))
def test_a_container_whose_image_begins_as_root_is_given_another_user(name: str) -> None:
    assert CONTAINERS[name]["user"] not in ("0", "root")


@pytest.mark.parametrize("ready", [True, False])
def test_a_service_is_healthy_as_long_as_it_says_that_it_is_ready(ready: bool, settings: Settings) -> None:
    async def check() -> None:
        if not ready:
            raise RuntimeError("not now")

    async def asked() -> int:
        port = FreePorts().take()
        own = settings.model_copy(update={"inner_host": "127.0.0.1", "inner_port": port})
        server = inner_server(own, Health({"work": check}))
        serving = asyncio.create_task(server.serve())
        while not server.started:  # noqa: ASYNC110, uvicorn has no event for it
            await asyncio.sleep(0.01)
        process = await asyncio.create_subprocess_exec(*_health_check(port))
        healthy = await process.wait()
        server.should_exit = True
        await serving
        return healthy

    assert asyncio.run(asked()) == (0 if ready else 1)


def _health_check(port: int) -> list[str]:
    """What Docker runs in a container of ours, for another port."""
    test = CONTAINERS["engine"]["healthcheck"]["test"]
    assert test[0] == "CMD"
    return [word.replace("/9100;", f"/{port};").replace("$$", "$") for word in test[1:]]


@pytest.mark.parametrize("name", sorted({*CONTAINERS} - ASKED))
def test_a_container_tells_how_it_is_and_its_log_has_an_end(name: str) -> None:
    assert CONTAINERS[name]["healthcheck"]["test"]
    assert CONTAINERS[name]["logging"]["options"].keys() == {"max-size", "max-file"}


@pytest.mark.parametrize("name", CONTAINERS)
def test_an_image_has_a_version(name: str) -> None:
    tag = CONTAINERS[name]["image"].partition(":")[2]

    assert tag not in ("", "latest")
    assert (tag == "${RELEASE:-development}") == (name in {*OURS, *ASKED})


@pytest.mark.parametrize("service", OURS)
def test_how_many_run_is_a_setting_so_that_it_stays(service: str) -> None:
    setting = {"gateway": "GATEWAYS", "engine": "ENGINES", "seating": "SEATINGS", "timer": "TIMERS"}

    assert CONTAINERS[service]["scale"] == f"${{{setting.get(service, 'BOTS')}:-1}}"


def test_only_what_people_open_has_a_port() -> None:
    ports = {name: container["ports"] for name, container in CONTAINERS.items() if "ports" in container}

    assert ports.keys() == {"proxy", "caddy", "prometheus", "alertmanager", "grafana"}
    for name in ("prometheus", "alertmanager", "grafana"):
        assert all(port.startswith("127.0.0.1:") for port in ports[name])


def test_who_can_reach_whom() -> None:
    assert on("store") == {"valkey", "seating", "engine", "timer", *ASKED}
    assert on("broker") == {"nats", "prometheus", *OURS, *ASKED}
    assert on("front") == {"proxy", "gateway"}
    assert on("edge") == {"caddy", "proxy", "prometheus"}
    assert {name for name, told in COMPOSE["networks"].items() if told.get("internal")} == {
        "front",
        "broker",
        "store",
    }


def test_operators_have_a_user_of_their_own_and_no_container_that_stays() -> None:
    console = CONTAINERS["console"]

    assert secrets("console") == {
        "DOUBLESIX_NATS_PASSWORD": "nats-console",
        "DOUBLESIX_STORE_PASSWORD": "store",
    }
    assert console["profiles"] == ["console"]
    assert console["restart"] == "no"
    assert console["depends_on"] == [], "it is there to be asked when servers are not"


@pytest.mark.parametrize("service", OURS)
def test_a_service_has_its_own_password_and_that_of_the_store_only_where_it_needs_it(service: str) -> None:
    store = {"DOUBLESIX_STORE_PASSWORD": "store"} if service in on("store") else {}

    assert secrets(service) == {"DOUBLESIX_NATS_PASSWORD": f"nats-{service}"} | store


def test_nats_knows_the_password_of_each_user() -> None:
    asked = re.findall(r"\$(NATS_PASSWORD_\w+)", (REPOSITORY / "deploy" / "nats" / "nats.conf").read_text())

    assert secrets("nats") == {name: f"nats-{name.rpartition('_')[2].lower()}" for name in asked}


def test_no_password_is_in_an_environment() -> None:
    for container in CONTAINERS.values():
        for name, value in container.get("environment", {}).items():
            assert "PASSWORD" not in name or value.startswith("/run/secrets/")


@pytest.mark.parametrize("service", OURS)
def test_whatever_is_set_is_a_setting(service: str) -> None:
    assert set(CONTAINERS[service]["environment"]) <= {
        f"DOUBLESIX_{name.upper()}" for name in Settings.model_fields
    }


def test_whatever_can_be_set_beside_it_is_in_the_table_of_env() -> None:
    table = (REPOSITORY / "deploy" / "README.md").read_text().partition("| `.env` |")[2].partition("\n\n")[0]
    told = {
        name for row in table.splitlines() for name in re.findall(r"`([A-Z_]+)`", row.partition(" | ")[0])
    }
    put_in = set(re.findall(r"\${(\w+):", (REPOSITORY / "compose.yaml").read_text()))
    handed_on = {
        name for c in CONTAINERS.values() for name, v in c.get("environment", {}).items() if v is None
    }

    assert told == put_in | handed_on | {"COMPOSE_PROFILES"}


@pytest.mark.parametrize("service", OURS)
def test_where_no_collector_is_named_a_service_is_told_of_none(service: str) -> None:
    """An empty address would be one to Settings; a variable without a value is left out."""
    told = CONTAINERS[service]["environment"]

    assert told["DOUBLESIX_TRACES_URL"] is told["DOUBLESIX_TRACES_SHARE"] is None
    assert service in on("broker"), "where the collector is"


def test_every_volume_is_a_named_one_or_a_file_of_ours() -> None:
    volumes = [volume for c in CONTAINERS.values() for volume in c.get("volumes", [])]
    sources = {volume.partition(":")[0] for volume in volumes if isinstance(volume, str)}
    files = {source for source in sources if source.startswith("./")}

    assert sources - files == set(COMPOSE["volumes"])
    assert all((REPOSITORY / file).exists() for file in files)


def test_a_file_that_operators_name_is_one_however_they_write_its_path() -> None:
    (volume,) = [v for c in CONTAINERS.values() for v in c.get("volumes", []) if isinstance(v, dict)]
    named = re.fullmatch(r"\${ALERTMANAGER:-(.+)}", volume["source"])

    assert volume["type"] == "bind"
    assert volume["bind"] == {"create_host_path": False}, "a slip of the pen is said, and makes no folder"
    assert named is not None
    assert (REPOSITORY / named[1]).is_file()
    assert f"| `ALERTMANAGER` | `{named[1]}` |" in (REPOSITORY / "deploy" / "README.md").read_text()


def test_secrets_are_made_once_and_differ(tmp_path: Path) -> None:
    (tmp_path / "deploy").mkdir()
    script = shutil.copy(REPOSITORY / "deploy" / "secrets.sh", tmp_path / "deploy")
    asked = {told["file"] for told in COMPOSE["secrets"].values()}

    subprocess.run(["sh", script], check=True, capture_output=True)
    made = {f".secrets/{file.name}": file.read_text() for file in (tmp_path / ".secrets").iterdir()}
    again = subprocess.run(["sh", script], check=True, capture_output=True)

    assert made.keys() == asked
    assert len(set(made.values())) == len(made)
    assert all(re.fullmatch(r"p[0-9a-f]{48}\n", word) for word in made.values())
    assert again.stdout == b""
    assert made == {f".secrets/{file.name}": file.read_text() for file in (tmp_path / ".secrets").iterdir()}


def test_a_folder_of_secrets_lets_nobody_in_but_containers_can_read_them(tmp_path: Path) -> None:
    (tmp_path / "deploy").mkdir()
    script = shutil.copy(REPOSITORY / "deploy" / "secrets.sh", tmp_path / "deploy")

    subprocess.run(["sh", script], check=True, capture_output=True)

    assert (tmp_path / ".secrets").stat().st_mode & 0o777 == 0o700
    assert {file.stat().st_mode & 0o777 for file in (tmp_path / ".secrets").iterdir()} == {0o444}


def test_the_store_begins_with_the_settings_of_all_and_then_says_its_own() -> None:
    valkey = CONTAINERS["valkey"]
    mounts = dict(volume.split(":")[:2] for volume in valkey["volumes"])
    begun = valkey["command"][-1].splitlines()

    assert begun[1] == f"$$(cat {mounts['./deploy/valkey/valkey.conf']})"
    assert "appendfsync ${FSYNC:-always}" in begun[2:]
