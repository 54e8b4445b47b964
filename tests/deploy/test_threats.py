"""What deploy/README.md says of threats is shown by tests that there are."""

import re

from runtime.settings import REPOSITORY

README = (REPOSITORY / "deploy" / "README.md").read_text()
THREATS = README.partition("\n## Threats\n")[2].partition("\n## ")[0]
TESTS = {
    name
    for file in (REPOSITORY / "tests").rglob("test_*.py")
    for name in re.findall(r"^(?:async )?def (test_\w+)", file.read_text(), re.MULTILINE)
}


def test_every_threat_is_shown_to_be_met_by_tests_that_there_are() -> None:
    rows = re.findall(r"^\| (.+?) \| .+? \| (.+) \|$", THREATS, re.MULTILINE)[2:]

    assert len(rows) > 15
    for what, shown in rows:
        named = set(re.findall(r"`(\w+)`", shown))
        assert named, what
        assert named <= TESTS, what
