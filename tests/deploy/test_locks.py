"""Three locks: what runs, what images have, what tests it. A package in several of them is the same one."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RUNS, CONTAINERS, TESTS = "requirements.lock", "requirements-containers.lock", "requirements-dev.lock"


def blocks(lock: str) -> dict[str, str]:
    """Each package of a lock with its version, where it applies, and its hashes."""
    text = re.sub(r"^ *#.*\n", "", (ROOT / lock).read_text(), flags=re.MULTILINE)
    found = re.findall(r"^([a-z0-9._-]+)==(\S+)[^\n]*\n((?: +--hash=[^\n]+\n?)+)", text, flags=re.MULTILINE)
    return {name: version + hashes.replace(" \\", "") for name, version, hashes in found}


@pytest.mark.parametrize("lock", [RUNS, CONTAINERS])
def test_what_runs_is_what_was_tested(lock: str) -> None:
    running, tested = blocks(lock), blocks(TESTS)

    assert len(running) > 30
    assert {name: tested.get(name) for name in running} == running


def test_what_only_tests_need_is_not_installed_to_run() -> None:
    for lock in (RUNS, CONTAINERS):
        assert not {"pytest", "playwright", "open-spiel", "numpy", "mypy"} & set(blocks(lock))


def test_traces_cost_nothing_but_a_container_s_room() -> None:
    added = blocks(CONTAINERS).keys() - blocks(RUNS).keys()

    assert blocks(RUNS).keys() <= blocks(CONTAINERS).keys()
    assert "opentelemetry-sdk" in added
    assert not [name for name in blocks(RUNS) if name.startswith("opentelemetry")]


def test_an_image_is_made_of_the_lock_of_containers_and_nothing_else_reads_it() -> None:
    dockerfile, ignore = ((ROOT / name).read_text() for name in ("deploy/Dockerfile", ".dockerignore"))

    assert set(re.findall(r"requirements[\w-]*\.lock", dockerfile + ignore)) == {CONTAINERS}
    assert f"!{CONTAINERS}\n" in ignore
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["tracing"]]
    assert {re.split(r"[\[<>=;]", one)[0] for one in wanted} <= blocks(CONTAINERS).keys()


@pytest.mark.parametrize("lock", [RUNS, CONTAINERS, TESTS])
def test_no_lock_names_where_a_package_is_to_be_had(lock: str) -> None:
    assert "://" not in (ROOT / lock).read_text()
