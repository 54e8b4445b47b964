"""Rounds that were kept when they were over, and what people were shown of them, beside what they were."""

from collections.abc import Sequence

from console.checks import Differs, check
from contracts.rounds import RoundRecord
from contracts.told import result_of
from engine import kept
from engine.archive import record
from engine.game import Game
from engine.kept import Kept
from runtime.store import RoundOver
from tests.faults.findings import Findings, RoundKey
from tests.faults.history import History
from tests.faults.witness import Witness


def check_old_rounds(history: History, witness: Witness, found: Findings) -> None:
    """Every round that is over was kept once, in order, and no other; and so it was shown."""
    over: dict[str, list[RoundKey]] = {}
    for key, game in found.last.items():
        given_up = key in found.abandoned and game.match.round.log
        if game.match.round.end is not None or given_up:
            over.setdefault(key[0], []).append(key)
    for table in over.keys() | history.rounds.keys():
        _check_table(table, over.get(table, []), history.rounds.get(table, []), found)
    for key, text in witness.records.items():
        _check_shown(key, text, history.rounds.get(key[0], []), found)


def _check_table(table: str, over: Sequence[RoundKey], stored: Sequence[RoundOver], found: Findings) -> None:
    numbers = [(table, one.match, one.round) for one in stored]
    if numbers != sorted(over):
        found.wrong("kept", table, f"over are {sorted(over)}, kept were {numbers}")
        return
    for key, one in zip(numbers, stored, strict=True):
        game, was = found.last[key], kept.load(one.body)
        if was != _as_it_was(game):
            found.wrong("kept", table, f"{key}: {was} is not {_as_it_was(game)}")
            continue
        try:
            list(check(record(game, one.match, one.round, was)))
        except Differs as differs:
            found.wrong("kept", table, f"{key}: {differs}")
        found.counts["old rounds compared"] += 1


def _as_it_was(game: Game) -> Kept:
    """What there is to keep of a round as it was stored last."""
    round_, ended = game.match.round, game.match.round.end is not None
    return Kept(
        seed=game.seed,
        leader=round_.leader,
        log=kept.words(round_.log),
        by=game.by,
        result=result_of(game.match.results[-1]) if ended else None,
        scores=game.match.scores if ended else round_.before,
    )


def _check_shown(key: RoundKey, text: str, stored: Sequence[RoundOver], found: Findings) -> None:
    """A record that somebody was shown is that of the round, with the hands that its game has."""
    table, match, round_ = key
    body = next((one.body for one in stored if (one.match, one.round) == (match, round_)), None)
    game = found.last.get(key)
    if body is None or game is None:
        found.wrong("shown, never kept", table, f"{key}: {text}")
        return
    should = record(game, match, round_, kept.load(body))
    dealt = tuple(tuple(map(str, hand)) for hand in game.match.round.deal.hands)
    if RoundRecord.model_validate_json(text) != should or should.dealt != dealt:
        found.wrong("old round", table, f"{key}: shown {text}; it was {should}")
    found.counts["old rounds shown"] += 1
