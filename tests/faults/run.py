"""One run: a platform, tables, chaos, then calm, then the comparison."""

import asyncio
import random
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from engine.clock import timing
from runtime.settings import Settings
from tests.faults.chaos import Chaos
from tests.faults.checker import check
from tests.faults.games import FOURS, MIX, Game
from tests.faults.houses import House, Wanted, house
from tests.faults.kept import Kept
from tests.faults.report import Report
from tests.faults.strikes import Strikes
from tests.faults.tables import Tables
from tests.faults.witness import Violation, Witness
from tests.harness.platform import Platform

STUCK_S = 60.0
"""A table where nothing happens for so long, while nothing is done to the platform, is stuck."""
PATIENCE_S = 40.0
"""After so long without a move at some table no faults are made, until it is seen whether it is stuck."""
SAY_EVERY_S = 5.0

BETWEEN_MS = 8_000
REST_MS = 5_000
ENVIRONMENT: Mapping[str, str] = {
    "DOUBLESIX_BETWEEN_MS": str(BETWEEN_MS),
    "DOUBLESIX_REST_MS": str(REST_MS),
    "DOUBLESIX_BOT_DELAY_MIN_MS": "30",
    "DOUBLESIX_BOT_DELAY_MAX_MS": "150",
    "DOUBLESIX_BOT_BUDGET_MS": "20",
    "DOUBLESIX_TABLES_PER_MINUTE": "1000",  # all players come from one address
    "DOUBLESIX_GUESSES_PER_MINUTE": "1000",
}

Say = Callable[[str], None]


@dataclass(frozen=True)
class Options:
    """How much is played, and what is done meanwhile: a fault `every` so many seconds, at `least` so many.

    Of the tables with a clock `racing` is the share that has one of a second. A move is thought about for
    `think_s`.
    """

    rounds: int = 300
    tables: int = 8
    seed: int = 1
    racing: float = 0.25
    games: Sequence[Game] = MIX
    think_s: float = 0.06
    every: tuple[float, float] = (1.0, 3.0)
    freeze: tuple[float, float] = (1.0, 8.0)
    least: int = 0
    data: Path | None = None
    cluster: Wanted | None = None


def among_nodes(cluster: Wanted, tables: int, seed: int, data: Path | None = None) -> Options:
    """Four people at each table, who think and play, and nothing is done but what `cluster` says."""
    return Options(0, tables, seed, racing=0, games=FOURS, think_s=0.25, data=data, cluster=cluster)


def run(options: Options, say: Say) -> Report:
    """Play, and return what came of it."""
    with ExitStack() as stack:
        struck = stack.enter_context(house(options.cluster)) if options.cluster else None
        return _run(options, struck, say)


def _run(options: Options, struck: House | None, say: Say) -> Report:
    with Platform(
        gateways=2,
        engines=2,
        seatings=2,
        timers=2,
        bots=2,
        env={**ENVIRONMENT, **(struck.environment if struck else {})},
        fsync="always",
        data=options.data,
    ) as platform:
        report = asyncio.run(Run(platform, options, struck, say).whole())
        if not report.clean:
            say(platform.tails())
        return report


class Run:
    """Everything of one run that is under way."""

    def __init__(self, platform: Platform, options: Options, struck: House | None, say: Say) -> None:
        rng = random.Random(options.seed)
        self._platform = platform
        self._options = options
        self._say = say
        self._witness = Witness()
        chance = random.Random(rng.random())
        self._chaos: Chaos | Strikes = (
            Strikes(struck) if struck else Chaos(platform, chance, every=options.every, freeze=options.freeze)
        )
        self._kept = Kept(platform, struck)
        self._tables = Tables(
            platform.urls,
            platform.store_url,
            self._witness,
            options.games,
            random.Random(rng.random()),
            think_s=options.think_s,
            racing=options.racing,
        )
        self._stuck = False

    async def whole(self) -> Report:
        began = time.monotonic()
        await self._kept.begin()
        games = [asyncio.create_task(self._tables.play()) for _ in range(self._options.tables)]
        others = [asyncio.create_task(work) for work in (self._chaos.run(), self._watch(), self._tell())]
        try:
            await self._until_played(games)
            await self._chaos.calm()
            await self._until_moved()
            self._tables.going = False
            await self._until_over(games)
        finally:
            for task in (*others, *games):
                task.cancel()
            done = await asyncio.gather(*others, *games, return_exceptions=True)
        for error in done:
            if isinstance(error, Exception):
                raise error
        seconds = time.monotonic() - began
        self._say("comparing ...")
        history = await self._kept.history()
        findings = check(
            history,
            self._witness,
            self._chaos.faults,
            timing(Settings(between_ms=BETWEEN_MS, rest_ms=REST_MS)),
        )
        cluster = self._options.cluster
        waits = cluster is None or cluster.cluster == "nats" or cluster.replicas > 0
        return Report(self._options.seed, seconds, self._chaos.faults, self._witness, findings, waits)

    async def _until_played(self, games: list[asyncio.Task[None]]) -> None:
        """Return when enough rounds are played, or when no more can be expected."""
        options = self._options
        while not self._stuck:
            played, made = len(self._witness.finished), len(self._chaos.faults)
            if isinstance(self._chaos, Strikes):
                enough = not self._chaos.left
            else:
                enough = played >= options.rounds and made >= options.least
            if enough:
                return
            if all(game.done() for game in games):
                return
            await asyncio.sleep(0.2)

    async def _until_moved(self) -> None:
        """After the last fault every table goes on, or is stuck."""
        calm = time.monotonic()
        while any(self._moved(code) < calm for code in self._tables.live):
            if self._stuck:
                return
            await asyncio.sleep(0.2)

    async def _until_over(self, games: list[asyncio.Task[None]]) -> None:
        """Let every table end what it is about: nothing keeps it from that any more."""
        _, hanging = await asyncio.wait(games, timeout=STUCK_S)
        for game in hanging:
            where = "; ".join(f"{frame.f_code.co_name} {frame.f_lineno}" for frame in game.get_stack())
            self._witness.violations.append(Violation("stuck", "", f"a table does not end: {where}"))

    async def _watch(self) -> None:
        """Look for tables where nothing happens; leave the platform alone for a while to be sure."""
        paused = False
        while True:
            await asyncio.sleep(1)
            now = time.monotonic()
            waits = {code: now - self._moved(code) for code in self._tables.live}
            longest = max(waits.values(), default=0.0)
            if longest > PATIENCE_S and not self._chaos.paused:
                paused = self._chaos.paused = True
            elif paused and longest < PATIENCE_S / 2:
                paused = self._chaos.paused = False
            for code, wait in waits.items():
                if min(wait, now - self._chaos.quiet_since) > STUCK_S:
                    game, at = self._witness.games.get(code), self._witness.progress.get(code)
                    what = f"nothing for {wait:.0f} s in {game} at {at}"
                    self._witness.violations.append(Violation("stuck", code, what))
                    self._stuck = True
                    return

    def _moved(self, code: str) -> float:
        """When something last happened at a table."""
        progress = self._witness.progress.get(code)
        return max(progress[1] if progress else 0.0, self._tables.live[code])

    async def _tell(self) -> None:
        told = 0
        while True:
            await asyncio.sleep(SAY_EVERY_S)
            for one in self._witness.violations[told:]:
                self._say(f"{one.kind} at {one.table}: {one.what}")
            told = len(self._witness.violations)
            acknowledged = sum(len(player.acknowledged) for player in self._witness.players)
            last = self._chaos.faults[-1] if self._chaos.faults else "nothing yet"
            self._say(
                f"{len(self._witness.finished)}/{self._options.rounds} rounds, {acknowledged} moves, "
                f"{len(self._chaos.faults)} faults (last: {last}), {told} violations"
            )
