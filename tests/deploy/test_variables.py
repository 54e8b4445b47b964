"""What `make run` writes down for the console."""

from pathlib import Path

import pytest

from deploy.embedded.supervised import variables
from runtime.settings import Settings


@pytest.mark.parametrize("password", ["p-console", "it's", "a\\b", "a\\'b", "a b#c", 'a"b', "$a"])
def test_a_password_is_read_as_it_was_written_whatever_is_in_it(password: str, tmp_path: Path) -> None:
    file = tmp_path / "console.env"
    file.write_text(
        variables({"DOUBLESIX_NATS_PASSWORD": password, "DOUBLESIX_ORIGINS": '["https://a.example"]'})
    )

    read = Settings(_env_file=file)

    assert read.nats_password is not None
    assert read.nats_password.get_secret_value() == password
    assert read.origins == ("https://a.example",)
