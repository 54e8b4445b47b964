"""Whether a round was played as it should be: what its record says, beside what the rules make of its seed.

Nothing of a record is taken on trust but what it cannot show alone: the scores that the match had before, and
who was to lead where that follows from the round before. With that round, these are looked at, too.
"""

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple, cast

from console.wording import score, written
from contracts.rounds import RoundRecord
from contracts.told import logged, result_of, scores_before
from contracts.view import DrawLogged, Logged, PlaceLogged
from rules.actions import Drew, Passed, Placed
from rules.deal import Deal, deal, verify
from rules.errors import Refusal
from rules.match import Match, highest, play
from rules.round import Action, Draw, Pass, Place, Round, automatic, start, timeout
from rules.ruleset import faults
from rules.seats import seats, sides
from rules.tile import Tile


class Checked(NamedTuple):
    """One thing that was looked at, and is as it should be."""

    what: str
    how: str


class Differs(Exception):
    """The first thing that is not as it should be, and what it is."""

    def __init__(self, what: str, sentence: str) -> None:
        super().__init__(f"{what}: {sentence}")
        self.what = what
        self.sentence = sentence


def check(record: RoundRecord, previous: RoundRecord | None = None) -> Iterator[Checked]:
    """Yield what was looked at, one thing after the other; raise Differs at the first that is wrong.

    `previous` is the round before this one, where that is at hand; it is taken to be right.
    """
    yield _rules(record)
    yield _promise(record)
    dealt = deal(bytes.fromhex(record.seed), record.rules, record.players)
    yield _deal(record, dealt)
    yield _lead(record, dealt)
    yield _scores(record)
    match = _begun(record, dealt)
    for number, entry in enumerate(record.log, start=1):
        match = _played(match, entry, f"action {number}")
    yield Checked("play", f"{len(record.log)} actions, each of them allowed when it was made")
    yield _end(record, match)
    if previous is not None:
        yield _follows(previous, record)


def moments(record: RoundRecord) -> Iterator[Match]:
    """Yield the match as the round was dealt, and after each action; the round is taken to be right."""
    match = _begun(record, deal(bytes.fromhex(record.seed), record.rules, record.players))
    yield match
    for entry in record.log:
        match, _ = play(match, _action(entry))
        yield match


def played(record: RoundRecord) -> Match:
    """Return the match at the end of a round that was found to be right."""
    *_, match = moments(record)
    return match


def _rules(record: RoundRecord) -> Checked:
    wrong = faults(record.rules, record.players, record.target)
    if wrong:
        raise Differs("rules", " ".join(fault.sentence for fault in wrong))
    if record.target is None and record.rules.target is not None:
        raise Differs("rules", "These rules have a target, and the match had none.")
    up_to = "" if record.target is None else f", up to {record.target}"
    return Checked("rules", f"a table can play by them: {record.players} players{up_to}")


def _promise(record: RoundRecord) -> Checked:
    seed = bytes.fromhex(record.seed)
    if not verify(record.commitment, record.table, record.match, record.round, seed):
        raise Differs("promise", "The seed is not the one that was promised before the round.")
    return Checked("promise", "the seed is the one that was promised before the round")


def _deal(record: RoundRecord, dealt: Deal) -> Checked:
    if len(record.dealt) != record.players:
        raise Differs("deal", f"{record.players} players were dealt {len(record.dealt)} hands.")
    told = (*record.dealt, record.boneyard)
    whose = (*(f"seat {seat} was dealt" for seat in seats(record.players)), "the boneyard was")
    for who, said, is_ in zip(whose, told, (*dealt.hands, dealt.boneyard), strict=True):
        if list(said) != [str(tile) for tile in is_]:
            raise Differs("deal", f"By the seed {who} {written(is_)}; the record has {written(said)}.")
    left = f", and {len(dealt.boneyard)} tiles beside" if dealt.boneyard else ""
    return Checked("deal", f"{len(dealt.hands)} hands of {len(dealt.hands[0])}{left}, as the seed has them")


def _lead(record: RoundRecord, dealt: Deal) -> Checked:
    if record.leader not in seats(record.players):
        raise Differs("lead", f"Seat {record.leader} led, and there is no such seat.")
    if not _highest_leads(record):
        return Checked("lead", f"seat {record.leader}; it follows from the round before")
    seat, tile = highest(dealt)
    if record.leader != seat:
        raise Differs("lead", f"Seat {seat} had {tile} and the lead; the record has seat {record.leader}.")
    return Checked("lead", f"seat {seat}, who held {tile}")


def _scores(record: RoundRecord) -> Checked:
    """Look at the scores with which the round began: those it ended with, without what it was worth."""
    wanted = len(sides(record.players, partners=record.rules.partners))
    counted = () if record.result is None else (record.result.scored,)
    if any(len(scores) != wanted for scores in (record.scores, *counted)):
        raise Differs("scores", f"There are {wanted} sides, and not as many scores.")
    before = scores_before(record.result, record.scores)
    fresh = record.round == 1 or record.target is None
    if fresh and any(before):
        raise Differs("scores", f"The round began with {score(before)}, and should with nothing.")
    if min(before) < 0:
        raise Differs("scores", f"The round began with {score(before)}, and nobody has less than nothing.")
    if record.target is not None and max(before) >= record.target:
        raise Differs("scores", f"The round began with {score(before)}, when the match was over.")
    return Checked("scores", f"{score(before)} before the round, {score(record.scores)} after it")


def _begun(record: RoundRecord, dealt: Deal) -> Match:
    """The match as it was when the round was dealt; of the rounds before it nothing but the scores."""
    forced = highest(dealt)[1] if record.rules.forced_lead and _highest_leads(record) else None
    round_ = start(
        dealt,
        record.rules,
        record.leader,
        forced=forced,
        target=record.target,
        before=scores_before(record.result, record.scores),
        number=record.round,
    )
    return Match(record.match, (), round_, None)


def _played(match: Match, entry: Logged, which: str) -> Match:
    """The match after one action; raise Differs where the rules would not have it, or not have it so."""
    try:
        action = _action(entry)
        after, events = play(match, action)
    except (Refusal, ValueError) as error:
        raise Differs("play", f"{which}, {_told(entry)}, was not allowed: {error}") from error
    _by(match.round, action, entry, which)
    told = logged(cast(Placed | Drew | Passed, events[0]), entry.by)
    if wrong := _difference(told.model_dump(), entry.model_dump()):
        raise Differs("play", f"{which}, {_told(entry)}: {wrong}")
    return after


def _by(round_: Round, action: Action, entry: Logged, which: str) -> None:
    """Time plays one move and no other, and a table plays unasked only what the rules say."""
    if entry.by == "clock" and action != timeout(round_)[0]:
        raise Differs("play", f"{which}, {_told(entry)}, is not what a clock that has run out plays.")
    if entry.by == "table" and action != automatic(round_):
        raise Differs("play", f"{which}, {_told(entry)}, is not what a table plays unasked.")


def _end(record: RoundRecord, match: Match) -> Checked:
    round_ = match.round
    spinner = None if round_.line.spinner is None else str(round_.line.spinner)
    if record.spinner != spinner:
        raise Differs("end", f"The spinner was {spinner or 'none'}; the record has {record.spinner}.")
    if record.result is None:
        if round_.end is not None:
            raise Differs("end", "The round was played to its end; the record has it given up.")
        if record.rules.next_round != "consent" or not record.log:
            raise Differs("end", "The round was given up, and at this table none can be.")
        return Checked("end", "the round was given up for another deal, and counted nothing")
    if round_.end is None:
        raise Differs("end", "The round was not over; the record has it played to its end.")
    if wrong := _difference(result_of(match.results[-1]).model_dump(), record.result.model_dump()):
        raise Differs("end", wrong)
    end = round_.end
    won = "nobody won" if end.winner is None else f"side {end.winner} won {end.points} points"
    match_won = "" if match.winner is None else ", and the match"
    return Checked("end", f"{ENDED[end.how]}; {won}{match_won}")


ENDED = {
    "out": "somebody went out",
    "blocked": "nobody could go on",
    "target": "the target was reached by points scored at once",
}


def _follows(previous: RoundRecord, record: RoundRecord) -> Checked:
    """What one round leaves to the next."""
    for name in ("table", "match", "rules", "players", "target"):
        if getattr(previous, name) != getattr(record, name):
            raise Differs("order", f"The round before was played with another {name}.")
    before = scores_before(record.result, record.scores)
    if record.target is not None and before != previous.scores:
        was, is_ = score(previous.scores), score(before)
        raise Differs("order", f"The round before ended with {was}; this one began with {is_}.")
    match = played(previous)
    if match.winner is not None:
        raise Differs("order", "The match was over with the round before.")
    leader = match.results[-1].next_leader if match.results else None
    if leader is not None and leader != record.leader:
        raise Differs("order", f"After the round before seat {leader} leads; seat {record.leader} did.")
    return Checked("order", f"it follows on round {previous.round}: scores and who leads")


def _highest_leads(record: RoundRecord) -> bool:
    return record.round == 1 or record.rules.next_lead == "highest"


def _action(entry: Logged) -> Action:
    """Raise ValueError for a tile that is none."""
    if isinstance(entry, PlaceLogged):
        return Place(entry.seat, Tile.parse(entry.tile), entry.end)
    return Draw(entry.seat) if isinstance(entry, DrawLogged) else Pass(entry.seat)


def _told(entry: Logged) -> str:
    what = f"{entry.tile} at the end {entry.end}" if isinstance(entry, PlaceLogged) else entry.type
    return f"seat {entry.seat}: {what}"


def _difference(should: dict[str, object], is_: dict[str, object]) -> str | None:
    """Say which field is not as it should be, the first one."""
    for name in chain(should, is_.keys() - should.keys()):
        if should.get(name) != is_.get(name):
            return f"{name} should be {should.get(name)}, and the record has {is_.get(name)}."
    return None
