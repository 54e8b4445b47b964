"""`python -m bots.arena --preset block --players 2 --left hard --right medium --deals 2000 --seed 1`

Plays two players against each other, every deal twice with seats changed, and prints how often the left one
won, with a 95 % interval, and the time that choices took (of one core, where there was a choice). It ends
with an error when the rules refuse an action, and with 1 when hard took longer than it may.

With `--everywhere` all levels meet at all tables, kept in a file; with `--check` computer players are alone,
and it is counted that all they do is allowed, in time, and the same for what looks the same.
"""

import argparse
import gc
import sys
import time
from pathlib import Path

from bots.arena import check, everywhere
from bots.arena.figures import Tally, milliseconds
from bots.arena.players import NAMES, Player, player
from bots.arena.table import Meeting, winner
from bots.budget import Budget, Milliseconds, Playouts
from rules.presets import PRESETS


def main(arguments: list[str] | None = None) -> int:
    asked = _parser().parse_args(arguments)
    if asked.everywhere:
        return everywhere.run(asked, _budget(asked), _spent(asked))
    if asked.check:
        return check.run(asked, _budget(asked), _spent(asked))
    return _one(asked)


def _one(asked: argparse.Namespace) -> int:
    """One contest, as asked; what was not said is hard against medium, as partners."""
    asked.preset, asked.left, asked.right = (
        asked.preset or "partners",
        asked.left or "hard",
        asked.right or "medium",
    )
    rules = PRESETS[asked.preset]
    meeting = Meeting(rules, asked.players or max(rules.seats), asked.target, asked.matches, asked.seed)
    left, right = (player(name, _budget(asked), asked.seed) for name in (asked.left, asked.right))
    tally = _meet(meeting, left, right, asked)

    what = "matches" if asked.matches and rules.target else "rounds"
    print(
        f"{asked.preset} for {meeting.players}, {left.name} against {right.name}, {_spent(asked)}, ", end=""
    )
    print(f"{len(tally.pairs)} deals twice, seed {asked.seed}")
    print(f"  {left.name} won {tally.won} of {tally.decided} decided {what}, {tally.drawn} drawn:", end=" ")
    low, high = tally.interval
    print(f"{tally.rate:.1%} (95 %: {low:.1%} to {high:.1%})")
    for each in (left, right):
        print(f"  {each.name}: {len(each.times)} choices, {milliseconds(each.times)}")
    return _over_budget((left, right), asked)


def _meet(meeting: Meeting, left: Player, right: Player, asked: argparse.Namespace) -> Tally:
    tally = Tally()
    began = time.monotonic()
    for pair in range(asked.deals):
        winners = (winner(meeting, pair, left, right), winner(meeting, pair, right, left))
        tally.add(sum(won is left for won in winners), sum(won is not None for won in winners))
        if asked.seconds and time.monotonic() - began > asked.seconds:
            break
    return tally


def _over_budget(players: tuple[Player, ...], asked: argparse.Namespace) -> int:
    """Say how many choices of hard took longer than they may; 1 if there are any, else 0."""
    if asked.playouts:
        return 0
    hard = (each.times for each in players if each.name == "hard")
    over = sum(time * 1000 > asked.budget_ms for times in hard for time in times)
    print(f"  over budget: {over}")
    return int(over > 0)


def _budget(asked: argparse.Namespace) -> Budget:
    if asked.playouts:
        return Playouts(asked.playouts)
    return Milliseconds(asked.budget_ms, time.thread_time)


def _spent(asked: argparse.Namespace) -> str:
    return f"{asked.playouts} playouts a move" if asked.playouts else f"{asked.budget_ms:g} ms a move"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bots.arena",
        description="Play computer players against each other.",
        epilog="probabilistic_alphabeta:N searches from move N of a round on. "
        "Without partners, the left player has every second seat.",
    )
    parser.add_argument("--preset", choices=PRESETS, help="default: partners, or all")
    parser.add_argument("--players", type=int, choices=(2, 3, 4), help="default: the most that can play")
    parser.add_argument("--left", type=_name, help=f"one of {', '.join(NAMES)}; default: hard")
    parser.add_argument("--right", type=_name, help="another; default: medium")
    parser.add_argument("--deals", type=int, default=2000, help="each is played twice; default 2000")
    parser.add_argument("--seconds", type=float, help="stop after the deal that is being played then")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--matches", action="store_true", help="play to the target, not one round")
    parser.add_argument("--target", type=int, help="default: the preset's")
    parser.add_argument("--budget-ms", type=float, default=150, help="of one core, for a move of hard")
    parser.add_argument("--playouts", type=int, help="instead: so many rounds played out for a move of hard")
    parser.add_argument("--everywhere", action="store_true", help="every level against every lower one")
    parser.add_argument("--record", type=Path, default=Path("arena.jsonl"), help="the file of --everywhere")
    parser.add_argument("--check", action="store_true", help="--deals rounds of each level alone, by preset")
    return parser


def _name(text: str) -> str:
    if text.partition(":")[0] not in NAMES:
        raise ValueError(text)
    return text


if __name__ == "__main__":
    gc.freeze()  # what was imported stays; to look through it for garbage would take some of hard's time
    sys.exit(main())
