"""A round step by step, as lines: what was done, what it left on the line and in the hands. Pure."""

from collections.abc import Iterator

from console.checks import ENDED, moments
from console.wording import number, score, written
from contracts.rounds import RoundRecord
from contracts.told import scores_before
from contracts.view import DrawLogged, Logged, PlaceLogged
from rules.round import Round


def steps(record: RoundRecord, *, under_way: bool = False) -> Iterator[str]:
    """Yield the deal, every action with what it left, and the end; `under_way` where there is none yet."""
    before = score(scores_before(record.result, record.scores))
    yield f"Table {record.table}, match {record.match}, round {record.round}; {before} before it"
    rounds = (match.round for match in moments(record))
    begun = next(rounds)
    yield from _dealt(begun)
    width = len(str(len(record.log)))
    last = begun
    for ply, (entry, round_) in enumerate(zip(record.log, rounds, strict=True), start=1):
        yield f"{ply:>{width}}  seat {entry.seat}  {_what(entry, last, round_):<28}{_left(round_)}"
        last = round_
    yield from _end(record, last, under_way)


def _dealt(round_: Round) -> Iterator[str]:
    for seat, hand in enumerate(round_.hands):
        yield f"  seat {seat}    {written(hand)}{'   leads' if seat == round_.leader else ''}"
    if round_.boneyard:
        yield f"  boneyard  {written(round_.boneyard)}"


def _what(entry: Logged, before: Round, after: Round) -> str:
    by = "" if entry.by == "player" else f" ({entry.by})"
    if isinstance(entry, PlaceLogged):
        points = f" +{entry.points}" if entry.points else ""
        return f"{entry.tile} {entry.end}{points}{by}"
    if isinstance(entry, DrawLogged):
        drawn = [tile for tile in after.hands[entry.seat] if tile not in before.hands[entry.seat]]
        return f"draws {written(drawn)}{by}"
    return f"passes{by}"


def _left(round_: Round) -> str:
    ends = " ".join(str(open_.number) for open_ in round_.line.open_ends)
    hands = " | ".join(written(hand) for hand in round_.hands)
    return f"ends {ends or '-':<9} {hands}"


def _end(record: RoundRecord, last: Round, under_way: bool) -> Iterator[str]:
    if under_way:
        yield f"Under way: seat {last.turn} is to act, after {number(len(record.log), 'action')}."
    elif record.result is None:
        yield "Given up for another deal; it counted nothing."
    else:
        end = record.result
        won = "nobody won" if end.winner is None else f"side {end.winner} won {number(end.points, 'point')}"
        yield f"{ENDED[end.ended].capitalize()}; {won}. Now {score(record.scores)}."
