"""What can be said: a well-formed frame of each kind, and options that are none, or do not go together."""

import json

from contracts.lobby import Options
from rules.presets import GAMES
from tests.harness.frames import one_of_each
from tests.platform.rude import Json

BURST = 60
"""Frames that a client may send at once."""

GOOD: dict[str, Json] = one_of_each(1, 1, 0)
"""A well-formed frame of each kind."""

RULES: Json = json.loads(Options(rules=GAMES["custom"].columns[0]).model_dump_json())["rules"]
"""Where a host of a custom table starts from."""

NO_OPTIONS: list[tuple[Json, str, str]] = [
    ({"target": 0}, "wrong_value", "target"),
    ({"target": "150"}, "wrong_value", "target"),
    ({"target": 1e400}, "not_json", ""),
    ({"players": 1}, "wrong_value", "players"),
    ({"players": 5}, "wrong_value", "players"),
    ({"players": 2.0}, "wrong_value", "players"),
    ({"players": True}, "wrong_value", "players"),
    ({"players": [2]}, "wrong_value", "players"),
    ({"level": "expert"}, "wrong_value", "level"),
    ({"level": None}, "wrong_value", "level"),
    ({"alone": 1}, "wrong_value", "alone"),
    ({"alone": None}, "wrong_value", "alone"),
    ({"rules": "draw"}, "wrong_value", "rules"),
    ({"rules": [RULES]}, "wrong_value", "rules"),
    ({"rules": {}}, "missing_field", "rules.tiles"),
    ({"rules": {**RULES, "colour": 1}}, "extra_field", "rules.colour"),
    ({"rules": {**RULES, "tiles": "double-twelve"}}, "wrong_value", "rules.tiles"),
    ({"rules": {**RULES, "partners": "no"}}, "wrong_value", "rules.partners"),
    ({"rules": {**RULES, "reserve": True}}, "wrong_value", "rules.reserve"),
    ({"rules": {**RULES, "seats": [2, "3"]}}, "wrong_value", "rules.seats.1"),
    ({"rules": {**RULES, "hand": {"2": 7}}}, "wrong_value", "rules.hand"),
    ({"rules": {**RULES, "hand": [[2, 7, 7]]}}, "wrong_value", "rules.hand.0"),
    ({"rules": {**RULES, "target": {"default": 1}}}, "missing_field", "rules.target.first"),
    ({"seats": 4}, "extra_field", "seats"),
]
"""Options of the wrong form: what they are refused as, and the field that is named."""

NOT_TOGETHER: list[tuple[str, Json, tuple[str, ...]]] = [
    ("partners", {"target": 1000}, ("target",)),
    ("duel", {"target": 100}, ("target",)),
    ("domna", {"players": 3}, ("players",)),
    ("partners", {"players": 2}, ("players",)),
    ("partners", {"alone": True}, ("alone",)),
    ("draw", {"rules": RULES}, ("rules",)),
    (
        "partners",
        {"rules": RULES, "players": 3, "target": 7, "alone": True},
        ("rules", "players", "target", "alone"),
    ),
    ("custom", {"rules": {**RULES, "seats": []}}, ("rules.seats",)),
    ("custom", {"rules": {**RULES, "seats": [1, 7]}}, ("rules.seats",)),
    ("custom", {"rules": {**RULES, "hand": [[2, 10**12]]}}, ("rules.hand",)),
    ("custom", {"rules": {**RULES, "reserve": -1}}, ("rules.reserve",)),
    ("custom", {"rules": {**RULES, "turn_seconds": 10**12}}, ("rules.turn_seconds",)),
    (
        "custom",
        {"rules": {**RULES, "partners": True, "tied_lead": None}},
        ("rules.partners", "rules.tied_lead"),
    ),
    ("custom", {"rules": {**RULES, "target": None}, "target": 100}, ("target",)),
    ("custom", {"rules": {**RULES, "start": "full", "computer_players": "no"}, "alone": True}, ("alone",)),
]
"""Options that are, and that go with no table of the game: the fields that are named."""
