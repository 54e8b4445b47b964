"""Checks a deal on the command line: `python -m rules CODE MATCH ROUND SEED --preset partners`.

The one file of this package that reads and writes. It prints what `rules.deal` makes of a seed, so that
anyone can compare it with the commitment they were sent before the round and the hands they saw after it.
"""

import argparse
import sys
from dataclasses import replace
from typing import get_args

from rules.deal import SEED_BYTES, commitment, deal, verify
from rules.presets import PRESETS
from rules.ruleset import faults
from rules.tile import Tile, TileSet


def main(arguments: list[str] | None = None) -> int:
    """Print commitment and hands; return 1 if they are not what was promised, else 0."""
    parser = _parser()
    asked = parser.parse_args(arguments)
    rules = PRESETS[asked.preset]
    players = asked.players or max(rules.seats)
    if asked.tiles:
        rules = replace(rules, tiles=asked.tiles)
    if asked.hand:
        rules = replace(rules, seats=(players,), hand=((players, asked.hand),))
    if wrong := [fault for fault in faults(rules, players) if fault.field in ("seats", "hand")]:
        parser.error(" ".join(fault.sentence for fault in wrong))

    dealt = deal(asked.seed, rules, players)
    print(f"commitment  {commitment(asked.code, asked.match, asked.round, asked.seed)}")
    for seat, hand in enumerate(dealt.hands):
        print(f"seat {seat}      {_written(hand)}")
    print(f"boneyard    {_written(dealt.boneyard) or '-'}")

    if asked.commitment is None:
        return 0
    kept = verify(asked.commitment, asked.code, asked.match, asked.round, asked.seed)
    print("This is the deal that was promised." if kept else "This is NOT the deal that was promised.")
    return 0 if kept else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m rules", description="Check a deal of Double Six.")
    parser.add_argument("code", help="the table's code")
    parser.add_argument("match", type=int, help="number of the match at the table: 1, 2, ...")
    parser.add_argument("round", type=int, help="number of the round in the match: 1, 2, ...")
    parser.add_argument("seed", type=_seed, help="the seed shown after the round, 64 hex digits")
    parser.add_argument("--preset", choices=PRESETS, default="partners")
    parser.add_argument(
        "--players", type=int, choices=(2, 3, 4), help="default: as many as the preset has seats"
    )
    parser.add_argument("--tiles", choices=get_args(TileSet), help="custom tables: the set")
    parser.add_argument("--hand", type=int, help="custom tables: tiles dealt to each")
    parser.add_argument("--commitment", help="the commitment sent before the round, to compare with")
    return parser


def _seed(text: str) -> bytes:
    seed = bytes.fromhex(text)
    if len(seed) != SEED_BYTES:
        raise ValueError(text)
    return seed


def _written(tiles: tuple[Tile, ...]) -> str:
    return " ".join(map(str, tiles))


if __name__ == "__main__":
    sys.exit(main())
