"""Every round and every match played again by the rules, from its deals and its logs."""

from collections import defaultdict

from engine.game import Game
from rules.deal import deal, verify
from rules.errors import Refusal
from rules.match import Match, begin, next_round, play
from tests.faults.findings import Findings
from tests.harness.replayed import replayed


def check_rounds(found: Findings) -> None:
    """The deal comes of the promised seed, and the log leads from the deal to where the round stands."""
    for key, game in found.last.items():
        table, number, round_number = key
        round_ = game.match.round
        seed = bytes.fromhex(game.seed)
        if not verify(game.commitment, table, number, round_number, seed):
            found.wrong("commitment", table, f"{key}: {game.commitment} was not made with {game.seed}")
        if deal(seed, round_.rules, round_.players) != round_.deal:
            found.wrong("deal", table, f"{key}: it does not come of its seed")
        try:
            again = replayed(round_)
        except Refusal as refusal:
            found.wrong("replay", table, f"{key} cannot be played: {refusal!r}")
            continue
        if again != round_:
            found.wrong("replay", table, f"{key}: {again} is not {round_}")
        found.counts["rounds replayed"] += 1
        found.counts["rounds finished"] += round_.end is not None
        found.counts.update(f"actions by {by}" for by in game.by)


def check_matches(found: Findings) -> None:
    """Scores, leaders and results come of the rounds, one after the other; abandoned ones leave nothing."""
    matches: dict[tuple[str, int], dict[int, Game]] = defaultdict(dict)
    for key, game in found.last.items():
        matches[key[:2]][key[2]] = game
    for (table, number), rounds in matches.items():
        if sorted(rounds) != list(range(1, len(rounds) + 1)):
            found.wrong("replay", table, f"match {number} has rounds {sorted(rounds)}")
            continue
        try:
            _check_match(table, number, rounds, found)
        except Refusal as refusal:
            found.wrong("replay", table, f"match {number} cannot be played: {refusal!r}")


def _check_match(table: str, number: int, rounds: dict[int, Game], found: Findings) -> None:
    """Raise Refusal where the rules do not allow what stands there."""
    again: Match | None = None
    for round_number in sorted(rounds):
        stored = rounds[round_number].match
        again = _played(again, stored, number)
        if again != stored:
            found.wrong("replay", table, f"match {number}, round {round_number}: {again} is not {stored}")
    found.counts["matches replayed"] += 1


def _played(before: Match | None, stored: Match, number: int) -> Match:
    dealt = stored.round.deal
    if before is None:
        match = begin(stored.rules, stored.players, stored.target, dealt, number)
    else:
        match = next_round(before, dealt)
    for action in stored.round.log:
        match, _ = play(match, action)
    return match
