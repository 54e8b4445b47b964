"""The figures of people who played while containers were renewed or scaled, as text."""

from collections.abc import Iterator

from tests.deploy.live.play import Played
from tests.faults import deadlines
from tests.faults.away import times_away
from tests.load.figures import latency

SHOWN_AT_MOST = 20
SERVERS = ("nats", "valkey")
"""There is one of each, and nobody can move without."""


def report(played: Played) -> str:
    return "\n".join([*_head(played), *_table(played), *_counted(played), *_wrong(played)])


def _head(played: Played) -> Iterator[str]:
    wanted, seconds = played.wanted, played.ended - played.began
    yield f"{wanted.tables} tables of four, {wanted.alone} of one and three computers, pace {wanted.pace:g} s"
    yield f"{len(played.moves)} moves in {seconds:.0f} s, {len(played.witness.finished)} rounds over"


def _table(played: Played) -> Iterator[str]:
    """From each deed until the next: moves until they were answered, and connections until they were back."""
    yield "meanwhile                   s   moves   p50 ms   p99 ms  most ms   back after (connections)"
    begins = [fault.began for _, fault in played.done] + [played.ended]
    for (deed, fault), until in zip(played.done, begins[1:], strict=True):
        yield _row(played, deed.what, (fault.ended or until) - fault.began, fault.began, until)
    servers = [fault.began for deed, fault in played.done if deed.service in SERVERS]
    if servers:
        until = min(servers)
        yield _row(played, "without NATS, Valkey", until - played.began, played.began, until)
    yield _row(played, "all together", played.ended - played.began, played.began, played.ended)


def _row(played: Played, what: str, took: float, since: float, until: float) -> str:
    moves = [one.seconds for one in played.moves if since <= one.at < until]
    late = latency(moves)
    resumes = [resume for player in played.witness.players for resume in player.resumes]
    away = [resume.seconds for resume in resumes if since <= resume.at < until]
    back = f"{max(away):.2f} s ({len(away)})" if away else "none was lost"
    figures = f"{took:6.1f} {len(moves):7} {late.p50:8.1f} {late.p99:8.1f} {late.most:8.1f}"
    return f"{what:22} {figures}   {back}"


def _counted(played: Played) -> Iterator[str]:
    witness, counts, history = played.witness, played.findings.counts, played.history
    resumed = counts["views compared after a resume"]
    yield f"views compared: {counts['views compared']}, of them first ones after a lost connection: {resumed}"
    yield f"moves acknowledged: {counts['moves acknowledged']}; told to ask again meanwhile: {played.put_off}"
    byes = {name: count for name, count in witness.counts.items() if name.startswith("bye")}
    yield f"connections lost: {sum(len(one.resumes) for one in witness.players)}, {byes}"
    most = max(deadlines.moved(witness).values(), default=0)
    yield f"turns seen: {len(witness.ends)}; the end of one was shown to move by {most:.2f} s at most"
    given = [(ended - began) / 1000 for spans in history.outages.values() for began, ended in spans]
    yield f"outages given back: {f'{max(given):.1f} s at most' if given else 'none'}"
    away = sum(times_away(stored) for (kind, _), stored in history.states.items() if kind == "table")
    yield f"players held to be away: {away}"


def _wrong(played: Played) -> Iterator[str]:
    wrong = played.wrong
    yield (
        f"WRONG: {len(wrong)}" if wrong else "nothing lost, nothing refused, no end changed, no view differs"
    )
    yield from (f"  {one[:400]}" for one in wrong[:SHOWN_AT_MOST])
