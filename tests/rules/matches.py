"""Matches by chance, each beside a referee: `python -m tests.rules.matches --matches 2000`.

Every preset with every number of players, then rule sets by chance. At every position the state is compared
with that of `tests.rules.referee`, and points are counted. At every fourth, what follows from it (ends, sum,
legal moves, duties) is compared too, tiles and pips are counted, and actions are tried that may be refused;
in every second round all there are. At some positions, and at the end of every match, the round is replayed,
stored and read back, and each seat's view is compared with that of a match with other hidden tiles.

Ends with 1 where anything is wrong; what is printed then, with --seed, plays that match again.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

from rules.actions import Action, Draw, Pass, Place
from rules.errors import Refusal
from rules.line import ENDS
from rules.ruleset import RuleSet, faults
from rules.seats import SEATS
from rules.tile import SETS
from tests.rules.any_rules import any_choice, at_fault, some_target
from tests.rules.progress import Progress
from tests.rules.tables import PRESET_TABLES, Table, chance_deal
from tests.rules.watched import Watched

CODES = {refusal.code for refusal in Refusal.__subclasses__()}
"""Every reason there is to refuse."""

LOOK = 0.25
LOOK_CLOSELY = 0.01
"""How often a position is looked at, beyond the comparison of the state, which is made at each."""

MOST_ROUNDS = 2000
"""No match may need more. A match without a target is played for `WITHOUT_TARGET` rounds."""

WITHOUT_TARGET = 4


def can_be_refused(rules: RuleSet) -> set[str]:
    """The codes that a match by `rules`, played often enough, must meet."""
    never = {
        "must_play_forced_lead": not rules.forced_lead,
        "must_draw": not rules.drawing,
        "match_over": rules.target is None,
        "round_not_over": rules.next_round == "consent",
    }
    return {code for code in CODES if not never.get(code, False)}


def play_match(table: Table, target: int | None, chance: Random, seen: Counter[str]) -> None:
    """One match to its end; raise AssertionError where `rules` and what must hold differ."""
    watched = Watched(table, target, chance_deal(table, chance), seen)
    try:
        for number in range(1, MOST_ROUNDS + 1):
            _play_round(watched, chance)
            if watched.match.winner is not None:
                watched.deal(chance_deal(table, chance))
                break
            if watched.match.target is None and number == WITHOUT_TARGET:
                break
            watched.deal(chance_deal(table, chance))
        else:
            raise AssertionError("the match does not end")
    except Exception as wrong:
        what = f"{type(wrong).__name__}: {wrong}"
        raise AssertionError(f"{what}\n  at {watched}\n  by {table.rules}") from wrong
    seen["matches"] += 1


def _play_round(watched: Watched, chance: Random) -> None:
    all_at = chance.choice((0, chance.randrange(25), None, None))
    while not watched.referee.over:
        if watched.match.round.ply == all_at:
            watched.attempt(watched.everything())
        if chance.random() < LOOK:
            watched.look()
            watched.attempt(_some_actions(watched, chance))
        if chance.random() < LOOK_CLOSELY:
            watched.look_closely(chance)
        if chance.random() < 0.005:
            watched.deal(chance_deal(watched.table, chance))
        watched.play(_next_action(watched, chance))
    watched.look()
    watched.attempt(_some_actions(watched, chance))
    if watched.referee.winner is not None or chance.random() < 0.2:
        watched.look_closely(chance)


def _next_action(watched: Watched, chance: Random) -> Action:
    """What the table does by itself, or one of the actions that are allowed."""
    referee, by_itself = watched.referee, watched.referee.by_itself()
    if by_itself is not None:
        return by_itself
    turn = SEATS[referee.turn]
    can = referee.moves(turn)
    if can:
        return Place(turn, *chance.choice(can))  # type: ignore[arg-type]
    return Draw(turn) if referee.drawable else Pass(turn)


def _some_actions(watched: Watched, chance: Random) -> Iterator[Action]:
    """Some that are not always allowed, of the seat to act more often than of others."""
    turn = SEATS[watched.referee.turn]
    yield Pass(turn)
    yield Draw(turn)
    yield Place(
        turn,
        chance.choice(watched.referee.hands[turn] or SETS[watched.table.rules.tiles]),
        chance.choice(ENDS),
    )
    seat = SEATS[chance.randrange(watched.table.players)]
    yield Place(seat, chance.choice(SETS[watched.table.rules.tiles]), chance.choice(ENDS))


def preset_matches(table: Table, matches: int, seed: int, each: Callable[[], None]) -> Counter[str]:
    """So many matches at a table of a preset; `each` is called after every one."""
    seen: Counter[str] = Counter()
    for number in range(matches):
        chance = Random(f"{seed} {table} {number}")
        try:
            play_match(table, some_target(table.rules, chance), chance, seen)
        except AssertionError as wrong:
            raise AssertionError(f"{table}, match {number} of seed {seed}: {wrong}") from wrong
        each()
    return seen


def custom_matches(rule_sets: int, seed: int, each: Callable[[], None]) -> Counter[str]:
    """A match by each of so many different rule sets; what is at fault with all others is as it should be."""
    seen: Counter[str] = Counter()
    played: set[RuleSet] = set()
    number = 0
    while len(played) < rule_sets:
        number += 1
        chance = Random(f"{seed} custom {number}")
        try:
            table, target = any_choice(chance)
            found = faults(table.rules, table.players, target)
            due = at_fault(table.rules, table.players, target)
            assert {fault.field for fault in found} == due, f"{found}, not {due}, in {table}"
            seen.update(f"fault: {fault.code}" for fault in found)
            seen["rule sets refused"] += bool(found)
            if found or table.rules in played:
                continue
            play_match(table, target, chance, seen)
        except AssertionError as wrong:
            raise AssertionError(f"rule set {number} of seed {seed}: {wrong}") from wrong
        played.add(table.rules)
        each()
    return seen


def main() -> int:
    """Read the command line, play, and print what came of it."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.rules.matches", description="Matches by chance, each beside a referee."
    )
    parser.add_argument(
        "--matches", type=int, default=2000, help="of every preset and number of players (2000)"
    )
    parser.add_argument("--rule-sets", type=int, help="by chance, a match of each (as many as --matches)")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rule_sets = given.matches if given.rule_sets is None else given.rule_sets

    total: Counter[str] = Counter()
    try:
        for table in PRESET_TABLES:
            with Progress(str(table), given.matches) as progress:
                seen = preset_matches(table, given.matches, given.seed, progress.one_more)
                progress.done(_figures(seen))
            missing = can_be_refused(table.rules) - set(seen)
            assert not missing, f"{table} never refused with {missing}; too few matches?"
            total += seen
        with Progress("custom", rule_sets) as progress:
            seen = custom_matches(rule_sets, given.seed, progress.one_more)
            progress.done(_figures(seen))
        total += seen
        assert set(total) >= CODES, f"never refused with {CODES - set(total)}"
    except AssertionError as wrong:
        print(f"\nWRONG: {wrong}")
        return 1
    print(f"\nall: {_figures(total)}")
    print("refused: " + ", ".join(f"{code} {total[code]:,}" for code in sorted(CODES)))
    print("rule sets: " + ", ".join(f"{key} {total[key]:,}" for key in sorted(total) if "fault" in key))
    return 0


def _figures(seen: Counter[str]) -> str:
    words = (
        "matches", "rounds", "out", "blocked", "target", "nobody", "by_tie_rule", "abandoned",
        "place", "draw", "pass", "rule sets refused",
    )  # fmt: skip
    return ", ".join(f"{word} {seen[word]:,}" for word in words if seen[word])


if __name__ == "__main__":
    sys.exit(main())
