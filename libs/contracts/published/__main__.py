"""Writes the documents: `python -m contracts.published`.

`--check` writes nothing, and fails when a document differs from what the models say.
"""

import json
import sys
from pathlib import Path
from typing import Any, Final

from contracts.published import http, nats, websocket

FOLDER: Final = Path(__file__).parent
DOCUMENTS: Final = {
    "http.openapi.json": http.document,
    "websocket.asyncapi.json": websocket.document,
    "nats.asyncapi.json": nats.document,
}


def text(document: dict[str, Any]) -> str:
    """A document as it lies in its file."""
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def main(arguments: list[str]) -> int:
    """Write the documents, or with `--check` say whether they are what the models say."""
    differ = 0
    for name, document in DOCUMENTS.items():
        path = FOLDER / name
        if "--check" not in arguments:
            path.write_text(text(document()), encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text(document()):
            print(f"{name} differs from the models; run `make docs`", file=sys.stderr)
            differ = 1
    return differ


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
