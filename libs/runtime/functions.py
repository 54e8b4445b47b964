"""The store's functions: scripts/*.lua as one library that the store keeps."""

from pathlib import Path

SCRIPTS = Path(__file__).with_name("scripts")
LIBRARY = "doublesix_v3"
"""Named with a version, so that two releases can run side by side."""


EACH = "_each"
"""Ends the name of the function that runs a script for many sets of keys, all on one node."""


def name(script: str) -> str:
    """The function that runs `script`."""
    return f"{LIBRARY}_{script}"


def library() -> str:
    """Return the library's source: what all share, then one function a script."""
    common = (SCRIPTS / "common.lua").read_text()
    functions = [
        f"local function run_{path.stem}(KEYS, ARGV)\n{path.read_text()}\nend\n"
        f"redis.register_function('{name(path.stem)}', run_{path.stem})\n"
        f"redis.register_function('{name(path.stem)}{EACH}', each(run_{path.stem}))\n"
        for path in sorted(SCRIPTS.glob("*.lua"))
        if path.stem != "common"
    ]
    return f"#!lua name={LIBRARY}\n{common}\n" + "\n".join(functions)
