"""Two locks: what runs, and what tests it. Where both name a package, it is the same one."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def blocks(lock: str) -> dict[str, str]:
    """Each package of a lock with its version, where it applies, and its hashes."""
    text = re.sub(r"^ *#.*\n", "", (ROOT / lock).read_text(), flags=re.MULTILINE)
    found = re.findall(r"^([a-z0-9._-]+)==(\S+)[^\n]*\n((?: +--hash=[^\n]+\n?)+)", text, flags=re.MULTILINE)
    return {name: version + hashes.replace(" \\", "") for name, version, hashes in found}


def test_what_runs_is_what_was_tested() -> None:
    running, tested = blocks("requirements.lock"), blocks("requirements-dev.lock")

    assert len(running) > 30
    assert {name: tested.get(name) for name in running} == running


def test_what_only_tests_need_is_not_installed_to_run() -> None:
    running = blocks("requirements.lock")

    assert not {"pytest", "playwright", "open-spiel", "numpy", "mypy"} & set(running)


def test_no_lock_names_where_a_package_is_to_be_had() -> None:
    assert "://" not in (ROOT / "requirements.lock").read_text()
    assert "://" not in (ROOT / "requirements-dev.lock").read_text()
