"""Names and all else that people typed are text to the client, and nothing else."""

import re

import pytest

from runtime.settings import REPOSITORY

SOURCES = [
    file
    for file in (REPOSITORY / "services" / "web" / "src").rglob("*")
    if file.suffix in (".svelte", ".ts") and not file.name.endswith(".test.ts")
]
WRITES_HTML = re.compile(
    r"{@html|\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write|createContextualFragment"
    r"|DOMParser|\bsrcdoc\b|\beval\(|new Function\("
)


def test_the_client_writes_no_html() -> None:
    assert len(SOURCES) > 50
    assert [str(file) for file in SOURCES if WRITES_HTML.search(file.read_text())] == []


@pytest.mark.parametrize("line", ["{@html name}", "node.innerHTML = name", "document.write(name)"])
def test_a_line_that_writes_html_is_found(line: str) -> None:
    assert WRITES_HTML.search(line)
