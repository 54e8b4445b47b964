"""Where the console finds the house it is asked about."""

from pathlib import Path

import pytest
from typer import Exit

from console.house import settings

WRITTEN = "DOUBLESIX_NATS_URL='nats://127.0.0.1:9'\nDOUBLESIX_STORE_URL='redis://:p@127.0.0.1:8/0'\n"


@pytest.fixture
def written(tmp_path: Path) -> Path:
    file = tmp_path / "console.env"
    file.write_text(WRITTEN)
    return file


def test_beside_make_run_it_is_the_one_that_runs_here(written: Path) -> None:
    found = settings(written)

    assert (found.nats_url, found.store_url) == ("nats://127.0.0.1:9", "redis://:p@127.0.0.1:8/0")


def test_what_the_environment_names_comes_first(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOUBLESIX_STORE_URL", "redis://elsewhere:6379/0")

    found = settings(written)

    assert (found.nats_url, found.store_url) == ("nats://127.0.0.1:4222", "redis://elsewhere:6379/0")


def test_a_setting_that_is_wrong_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DOUBLESIX_KEEP_MS", "a week")

    with pytest.raises(Exit) as ended:
        settings(tmp_path / "none")

    assert ended.value.exit_code == 2
    assert "DOUBLESIX_KEEP_MS is wrong" in capsys.readouterr().err
