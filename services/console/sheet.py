"""What an operator sees of a table, as lines. Pure."""

from collections.abc import Iterator

from console.sight import Hidden, Play, Seat, Sight, Turn
from console.wording import length, number, score, written


def sheet(seen: Sight, hidden: Hidden | None) -> Iterator[str]:
    """Yield the lines; what is hidden comes last."""
    yield f"Table {seen.code}: {seen.game or 'unknown game'}, {seen.status or 'without a record of its own'}"
    for seat in seen.seats:
        yield f"  seat {seat.number}   {_who(seat)}{', host' if seat.number == seen.host else ''}"
    if seen.rules is not None:
        turn, away = seen.rules["turn_seconds"], seen.rules["away_seconds"]
        yield f"Clock: {_clock(turn)} a turn, {_clock(away)} for who is away"
    if seen.play is None:
        yield "No match has begun."
    else:
        yield from _play(seen.play)
    yield f"{number(len(seen.rounds), 'round')} kept{_span(seen.rounds)}"
    yield from (f"Conflict: {conflict}" for conflict in seen.conflicts)
    if not seen.conflicts:
        yield "No conflicts: its records agree, and what is due there will be done."
    if hidden is not None:
        for place, hand in enumerate(hidden.hands):
            yield f"HIDDEN  seat {place}    {written(hand)}"
        yield f"HIDDEN  boneyard  {written(hidden.boneyard)}"


def _who(seat: Seat) -> str:
    if seat.kind == "empty":
        return "empty"
    if seat.kind == "computer":
        return f"computer player, {seat.computer}"
    where = "here" if seat.here else "has left" if seat.left else "away"
    return f"{seat.name}, {where}" + (
        f"; played by a computer player, {seat.computer}" if seat.computer else ""
    )


def _clock(seconds: int | None) -> str:
    return "none" if seconds is None else f"{seconds} s"


def _play(play: Play) -> Iterator[str]:
    up_to = "" if play.target is None else f", up to {play.target}"
    yield f"Match {play.match}, round {play.round}: {play.phase}; {score(play.scores)}{up_to}"
    for result in play.sheet:
        won = "nobody" if result.winner is None else f"side {result.winner}"
        yield f"  round {result.number}  seat {result.leader} led, {result.ended}, {won} +{result.points}"
    if play.winner is not None:
        yield f"Side {play.winner} has won the match."
    if play.turn is not None:
        yield _turn(play.turn, play.ply)
    if play.reminder_ms is not None:
        yield f"The engine is reminded of this table {_when(play.reminder_ms)}."
    ends = ", ".join(f"{end} {pips}" for end, pips in play.ends.items())
    yield f"Line: {' '.join(play.line) or 'empty'}{f' ({ends})' if ends else ''}"
    counts = ", ".join(f"seat {seat} {count}" for seat, count in enumerate(play.counts))
    yield f"Tiles: {counts}, boneyard {play.boneyard}"
    votes = {"the next round": play.ready, "another match": play.again, "a new round": play.asked}
    for what, seats in votes.items():
        if seats:
            yield f"For {what}: {', '.join(f'seat {seat}' for seat in seats)}"


def _turn(turn: Turn, ply: int) -> str:
    whose = f"seat {turn.seat}" + (f", a computer player ({turn.computer})" if turn.computer else "")
    ends = "no clock" if turn.left_ms is None else f"ends {_when(turn.left_ms)}"
    return f"Turn: {whose}, since {length(turn.since_ms)}; {ends}; ply {ply}"


def _when(ms: int) -> str:
    return f"in {ms / 1000:.1f} s" if ms >= 0 else f"{-ms / 1000:.1f} s ago"


def _span(rounds: tuple[tuple[int, int], ...]) -> str:
    if not rounds:
        return ""
    (first, second), (last, end) = rounds[0], rounds[-1]
    return f": {first}/{second} to {last}/{end}" if len(rounds) > 1 else f": {first}/{second}"
