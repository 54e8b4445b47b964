"""Every way to be away from a turn, lived on one platform at the same time."""

import asyncio
import signal
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Literal

from engine.game import Game
from tests.harness.platform import Platform
from tests.harness.player import Frame
from tests.platform.eye import Eye, now_ms
from tests.platform.people import Person, at_a_table, begin, go, moved, play_until_turn_of

TURN, AWAY, LAPSE, LEASE, RENEW, SILENCE = 16_000, 4_000, 1_500, 3_500, 500, 4_500
"""Milliseconds: as short as can be told apart on a busy machine; RULES have 45 s, 5 s, 3 s and 10 s."""

PATIENCE_S = 80

ENV = {
    "DOUBLESIX_TURN_MS": str(TURN),
    "DOUBLESIX_AWAY_MS": str(AWAY),
    "DOUBLESIX_LAPSE_MS": str(LAPSE),
    "DOUBLESIX_LEASE_MS": str(LEASE),
    "DOUBLESIX_RENEW_MS": str(RENEW),
    "DOUBLESIX_SILENCE_MS": str(SILENCE),
    "DOUBLESIX_REST_MS": "2500",
    "DOUBLESIX_POSITIONS_MS": "1000",
    "DOUBLESIX_RESTART_SPREAD_MS": "50",
    "DOUBLESIX_TABLES_PER_MINUTE": "10000",
    "DOUBLESIX_GUESSES_PER_MINUTE": "10000",
    "DOUBLESIX_SCAN_MS": "50",
}

How = Literal["online", "closed", "closed late", "silent", "second tab", "gateway drained", "gateway killed"]
Back = Literal["before", "after", "never away"]

STEADY, DRAINED, KILLED = 0, 1, 2
"""Gateways: one to come back to, and two to be ended."""
GATEWAY: dict[How, int] = {"gateway drained": DRAINED, "gateway killed": KILLED}

ACTOR, NEXT = 1, 2
"""Seats: whose turn it is, and whose turn is next."""


@dataclass(frozen=True)
class Row:
    """Who goes away is to act, or is next; and is back before it is held away, or after."""

    mine: bool
    how: How
    back: Back

    def __str__(self) -> str:
        turn = "in its turn" if self.mine else "before its turn"
        return f"{turn}, {self.how}, {self.back}"


ROWS = [
    *(Row(mine, "online", "never away") for mine in (True, False)),
    *(
        Row(mine, how, back)
        for mine in (True, False)
        for how in ("closed", "silent", "second tab", "gateway drained", "gateway killed")
        for back in ("before", "after")
    ),
    Row(True, "closed late", "after"),
]


@dataclass
class Outcome:
    """What became of a row. Moments are Unix ms; ends are those that the store knows to the millisecond."""

    others_ends: list[int | None] = field(default_factory=list)
    """When the actor's turn ends, before the other went away and after it came back."""
    began: int = 0
    """Of the turn of the seat that goes away, and its end as known at once, when away, when back."""
    ends: list[int | None] = field(default_factory=list)
    left_at: int = 0
    closed_at: int | None = None
    away_since: int | None = None
    """When the engine began to hold the player away in its turn."""
    held_away_at: int | None = None
    """When the engine was heard to hold the player away at all."""
    shown_end: int | None = None
    """When the turn ends, as the player was shown on coming back."""
    ended_at: int | None = None
    ended_by: str | None = None
    next_lasts: int | None = None
    """How long the turn lasts that follows."""
    ever_away: bool = False
    bye: list[str] = field(default_factory=list)
    close_code: int | None = None


class Together:
    """Something that happens once, when everybody who waits for it is ready."""

    def __init__(self, parties: int, act: Callable[[], object]) -> None:
        self._barrier = asyncio.Barrier(max(1, parties))
        self._act = act

    async def __call__(self) -> None:
        async with self._barrier as place:
            if place == 0:
                self._act()

    async def abort(self) -> None:
        await self._barrier.abort()


class Stage:
    """The platform, and what rows share on it."""

    def __init__(self, platform: Platform, eye: Eye) -> None:
        self.platform = platform
        self.eye = eye
        self.steady = platform.urls[STEADY]
        self.all_there = asyncio.Barrier(len(ROWS))
        self.drain = Together(
            sum(row.how == "gateway drained" for row in ROWS),
            lambda: platform.kill("gateway", DRAINED, signal.SIGTERM),
        )
        self.kill = Together(
            sum(row.how == "gateway killed" for row in ROWS), lambda: platform.kill("gateway", KILLED)
        )

    async def abort(self) -> None:
        """Something failed: nobody is to wait for it."""
        for meeting in (self.all_there, self.drain, self.kill):
            await meeting.abort()


async def live(stage: Stage, row: Row) -> Outcome:
    """Let a row happen; one that fails does not keep the others waiting."""
    try:
        async with asyncio.timeout(PATIENCE_S):
            return await _live(stage, row)
    except BaseException:
        await stage.abort()
        raise


async def _live(stage: Stage, row: Row) -> Outcome:
    """From the first turn of a match to the end of the turn that this is about."""
    eye, outcome = stage.eye, Outcome()
    people = await at_a_table([stage.steady])
    subject = people[ACTOR if row.mine else NEXT]
    if row.how in GATEWAY:
        first, subject = subject, await subject.another_tab(stage.platform.urls[GATEWAY[row.how]])
        people[subject.seat] = subject
        await first.until_closed()
        await first.close()
    await stage.all_there.wait()
    await begin(people)
    await play_until_turn_of(people, ACTOR)
    code = subject.code
    game, ends = await eye.game_with_due(code)
    assert game.turn is not None
    outcome.began = game.turn.began
    (outcome.ends if row.mine else outcome.others_ends).append(ends)

    tab = await WAYS[row.how](stage, row, subject, outcome)

    if row.back == "after":
        game = await eye.until(code, lambda game: not game.present[subject.seat])
        outcome.held_away_at = now_ms()
        outcome.away_since = game.turn and game.turn.away_since
        await _note_ends(stage, code, row, outcome)
    if not row.mine:
        await moved(people[ACTOR])
        game = await eye.until(code, lambda game: game.match.round.turn == NEXT)
        assert game.turn is not None
        outcome.began = game.turn.began
        outcome.ends = [(await eye.game_with_due(code))[1]]
    if row.back == "after":
        tab = await subject.another_tab(stage.steady)
        await eye.until(code, lambda game: game.present[subject.seat])
    if tab is not None:
        await tab.until(lambda: tab.view is not None)
        assert tab.view is not None
        outcome.shown_end = tab.viewed_at + tab.view["round"]["clock"]["left_ms"]
    outcome.ends.append((await eye.game_with_due(code))[1])
    if row.mine or row.back == "after":
        await _wait_for_the_clock(eye, code, outcome)
    outcome.ever_away = any(not seen["present"] for seen in _seats(eye, code, subject.seat, outcome.left_at))
    outcome.bye = [bye["reason"] for bye in subject.byes]
    await go([*people, *([tab] if tab else [])])
    return outcome


async def _note_ends(stage: Stage, code: str, row: Row, outcome: Outcome) -> None:
    ends = (await stage.eye.game_with_due(code))[1]
    (outcome.ends if row.mine else outcome.others_ends).append(ends)


async def _wait_for_the_clock(eye: Eye, code: str, outcome: Outcome) -> None:
    before = await eye.game(code)
    assert before is not None
    ply = before.match.round.ply

    def moved_on(game: Game) -> bool:
        return game.match.round.ply > ply

    await eye.until(code, moved_on)
    outcome.ended_at = now_ms()
    game, ends = await eye.game_with_due(code)
    outcome.ended_by = game.by[ply]
    if game.turn is not None and ends is not None:
        outcome.next_lasts = ends - game.turn.began


def _seats(eye: Eye, code: str, seat: int, since: int) -> list[Frame]:
    return [seen.table["seats"][seat] for seen in eye.tables[code] if seen.at >= since]


# the ways to go; each returns the tab that came back already


async def _online(stage: Stage, row: Row, subject: Person, outcome: Outcome) -> Person | None:
    outcome.left_at = now_ms()
    return None


async def _closed(stage: Stage, row: Row, subject: Person, outcome: Outcome) -> Person | None:
    outcome.left_at = now_ms()
    await subject.close_tab()
    return await subject.another_tab(stage.steady) if row.back == "before" else None


async def _closed_late(stage: Stage, row: Row, subject: Person, outcome: Outcome) -> Person | None:
    """So late that the turn ends sooner than its player would be away for long enough."""
    await asyncio.sleep((outcome.began + TURN - LAPSE - AWAY / 2 - now_ms()) / 1000)
    return await _closed(stage, row, subject, outcome)


async def _silent(stage: Stage, row: Row, subject: Person, outcome: Outcome) -> Person | None:
    outcome.left_at = now_ms()
    await subject.go_silent()
    if row.back == "after":
        return None
    await asyncio.sleep(SILENCE / 3 / 1000)
    return await subject.another_tab(stage.steady)


async def _second_tab(stage: Stage, row: Row, subject: Person, outcome: Outcome) -> Person | None:
    """Back before: the second tab stays. Back after: it is closed, too, and nobody is left."""
    tab = await subject.another_tab(stage.steady)
    outcome.left_at = now_ms()
    outcome.close_code = await subject.until_closed()
    if row.back == "before":
        return tab
    outcome.left_at = now_ms()
    await tab.close_tab()
    return None


async def _drained(stage: Stage, row: Row, subject: Person, outcome: Outcome) -> Person | None:
    await stage.drain()
    outcome.left_at = now_ms()
    outcome.close_code = await subject.until_closed()
    return await subject.another_tab(stage.steady) if row.back == "before" else None


async def _killed(stage: Stage, row: Row, subject: Person, outcome: Outcome) -> Person | None:
    await stage.kill()
    outcome.left_at = now_ms()
    outcome.close_code = await subject.until_closed()
    return await subject.another_tab(stage.steady) if row.back == "before" else None


WAYS: dict[How, Callable[[Stage, Row, Person, Outcome], Awaitable[Person | None]]] = {
    "online": _online,
    "closed": _closed,
    "closed late": _closed_late,
    "silent": _silent,
    "second tab": _second_tab,
    "gateway drained": _drained,
    "gateway killed": _killed,
}


async def live_all(platform: Platform) -> dict[Row, Outcome | BaseException]:
    """Let every row happen at the same time; a row that failed is the error."""
    async with Eye.open(platform) as eye:
        stage = Stage(platform, eye)
        outcomes = await asyncio.gather(*(live(stage, row) for row in ROWS), return_exceptions=True)
    return dict(zip(ROWS, outcomes, strict=True))
