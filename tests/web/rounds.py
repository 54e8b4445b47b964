"""Rounds of every kind, played by the real rules, and what there was to see at each moment.

The client's tests play the records again and must see the same: `python -m tests.web.rounds` writes them.
With a number it writes that many rounds of each kind, to try more of them for once.
"""

import json
import sys
from collections.abc import Iterator
from itertools import count, groupby, islice
from pathlib import Path

from engine.game import Game
from rules.presets import PRESETS
from rules.view import view
from tests.e2e.matches import BAKESH, BLOCK_3, DOMNA_2, DOMNA_4, DRAW_2, DUEL, FIVES, FIVES_3, NINES
from tests.e2e.played import PARTNERS, Kind, games
from tests.e2e.records import records_of

KEPT = Path(__file__).resolve().parents[2] / "services/web/test/rounds.jsonl"
DRAW_4 = Kind("draw", PRESETS["draw"], 4, 100)
KINDS = (PARTNERS, DRAW_2, DRAW_4, BLOCK_3, FIVES, FIVES_3, DUEL, DOMNA_2, DOMNA_4, BAKESH, NINES)
EACH = 1


def lines(each: int = EACH) -> Iterator[str]:
    """One round a line: the first `each` of every kind."""
    for kind in KINDS:
        yield from map(_line, islice(_rounds(kind), each))


def _rounds(kind: Kind) -> Iterator[list[Game]]:
    """Round after round of one match after another, each as all that there was to see."""
    for seed in count(1):
        for _, moments in groupby(games(seed, kind), lambda game: game.match.round.number):
            yield [game for game in moments if not game.ready]


def _line(moments: list[Game]) -> str:
    [record] = records_of(moments)
    seen = [_seen(game) for game in moments]
    return json.dumps({"record": json.loads(record.model_dump_json()), "seen": seen}, separators=(",", ":"))


def _seen(game: Game) -> dict[str, object]:
    seen, round_ = view(game.match, 0), game.match.round
    shown = {end.end: end.number for end in seen.ends}
    return {
        "ply": seen.ply,
        "turn": seen.turn,
        "ends": [shown.get(end) for end in ("left", "right", "up", "down")],
        "sum": seen.sum,
        "hands": [" ".join(map(str, hand)) for hand in round_.hands],
        "boneyard": " ".join(map(str, round_.boneyard)),
        "passes": seen.unmatched,
        "scores": seen.scores,
    }


if __name__ == "__main__":
    each = int(sys.argv[1]) if len(sys.argv) > 1 else EACH
    KEPT.write_text("".join(f"{line}\n" for line in lines(each)), encoding="utf-8")
