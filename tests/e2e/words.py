"""What the client says: the sentences of its catalogs, for tests in more than one language."""

import json
from functools import cache
from pathlib import Path

CATALOGS = Path(__file__).resolve().parents[2] / "services/web/src/i18n"


def word(language: str, key: str) -> str:
    """Return the sentence of `key`, which must be one without forms or parameters."""
    sentence = _catalog(language)[key]
    assert isinstance(sentence, str)
    return sentence


@cache
def _catalog(language: str) -> dict[str, object]:
    catalog: dict[str, object] = json.loads((CATALOGS / f"{language}.json").read_text(encoding="utf-8"))
    return catalog
