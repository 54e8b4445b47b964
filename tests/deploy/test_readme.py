"""deploy/README.md tells of every setting with its default, and of every metric."""

import json
import re

from runtime.metrics import REGISTRY
from runtime.settings import REPOSITORY, Settings
from tests.deploy.watch.language import full_name

README = (REPOSITORY / "deploy" / "README.md").read_text()


def test_every_setting_is_there_with_its_default() -> None:
    told = dict(re.findall(r"^\| `(DOUBLESIX_\w+)` \| ([^|]+) \| [^|]*\|$", README, re.MULTILINE))

    assert told == {f"DOUBLESIX_{name.upper()}": _default(name) for name in Settings.model_fields} | {
        "DOUBLESIX_PORT": "8000"
    }


def test_every_metric_is_there() -> None:
    told = set(re.findall(r"^\| `(doublesix_\w+)` \|", README, re.MULTILINE))
    ours = {name for metric in REGISTRY.collect() if (name := full_name(metric)).startswith("doublesix_")}

    assert told == ours


def _default(name: str) -> str:
    if name == "instance":
        return "the host's name"
    value = Settings.model_fields[name].default
    if name == "web_dist":
        return str(value.relative_to(REPOSITORY))
    if value is None:
        return "–"
    return value if isinstance(value, str) else json.dumps(value)
