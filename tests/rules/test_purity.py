"""The game is values: no input, output, clock or chance, and nothing to install."""

import ast
import sys
from pathlib import Path

import pytest

import rules

FILES = sorted(Path(rules.__file__).parent.glob("*.py"))
IMPURE = {
    "random",
    "secrets",
    "time",
    "datetime",
    "os",
    "io",
    "pathlib",
    "socket",
    "asyncio",
    "threading",
    "logging",
}


def imported(file: Path) -> set[str]:
    tree = ast.parse(file.read_text())
    plain = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    return plain | {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_file_of_the_game_needs_only_the_game_and_the_standard_library(file: Path) -> None:
    roots = {name.split(".")[0] for name in imported(file)}

    assert roots <= {"rules", *sys.stdlib_module_names}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_file_of_the_game_has_no_clock_no_chance_and_no_output(file: Path) -> None:
    called = {
        node.func.id
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }

    assert not imported(file) & IMPURE
    assert not called & {"print", "open", "input", "exec", "eval"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_no_rule_asks_for_the_name_of_a_preset(file: Path) -> None:
    names = {"partners", "draw", "block", "fives", "duel", "domna", "domna-2", "domna-4", "bakesh"}

    compared = {
        operand.value
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Compare)
        for operand in (node.left, *node.comparators)
        if isinstance(operand, ast.Constant) and isinstance(operand.value, str)
    }

    assert not compared & names
    assert file.name == "presets.py" or "rules.presets" not in imported(file)
