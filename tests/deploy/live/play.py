"""People play at tables of the containers while these are renewed or scaled; then everything is compared."""

import asyncio
import random
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.clock import timing
from runtime.settings import Settings
from tests.deploy.live import containers
from tests.deploy.live.deeds import Deed, Deeds
from tests.faults import deadlines
from tests.faults.chaos import EPOCH, Fault
from tests.faults.checker import check
from tests.faults.findings import Findings
from tests.faults.games import Game
from tests.faults.history import History, read_history
from tests.faults.tables import Tables
from tests.faults.witness import Witness
from tests.harness.player import Answered

FOUR = Game("partners", "partners", 4, 4, targets=(150, 200))
ALONE = Game("draw-alone", "draw", 1, 4, alone=True)
"""One person and three computer players."""
OPENS_EVERY_S = 0.4
"""Nobody opens fifty tables at once."""
OPENED_WITHIN_S = 120.0
SETTLES_S = 8.0
AFTERWARDS_S = 5.0

Say = Callable[[str], None]


@dataclass(frozen=True)
class Wanted:
    """`tables` of four people, and `alone` ones; a move is thought about for `pace` seconds on average.

    `rounds` is how many have to be over before it is enough, once all is done.
    """

    url: str
    tables: int
    alone: int
    pace: float
    rounds: int
    deeds: Sequence[str]
    seed: int = 1


@dataclass(frozen=True)
class Played:
    """What came of it. `history` and the ends of turns are those from `began`, the first deed, to `ended`.

    Moments are of the monotonic clock, in seconds.
    """

    wanted: Wanted
    witness: Witness
    history: History
    findings: Findings
    began: float
    ended: float
    done: Sequence[tuple[Deed, Fault]]
    hanging: Sequence[str]

    @property
    def moves(self) -> list[Answered]:
        """Every move that was answered meanwhile."""
        said = (one for player in self.witness.players for one in player.heard_back)
        return [one for one in said if one.type in ("place", "draw", "pass") and self.meanwhile(one.at)]

    @property
    def put_off(self) -> int:
        """How often anybody was told to ask again."""
        return sum(self.meanwhile(at) for player in self.witness.players for at in player.put_off)

    @property
    def wrong(self) -> list[str]:
        found = [*self.witness.violations, *self.findings.violations]
        refused = [str(one) for player in self.witness.players for one in player.refused]
        changed = deadlines.changed(self.history, self.witness)
        return [*map(str, found), *refused, *changed, *self.hanging]

    def meanwhile(self, moment: float) -> bool:
        return self.began <= moment <= self.ended


def play(wanted: Wanted, say: Say) -> Played:
    return asyncio.run(_play(wanted, say))


async def _play(wanted: Wanted, say: Say) -> Played:
    await asyncio.to_thread(containers.never_rewritten)
    witness, deeds = Witness(), Deeds(wanted.deeds, say)
    halls = [_tables(wanted, game, witness) for game in (FOUR, ALONE)]
    games = []
    for hall, count in zip(halls, (wanted.tables, wanted.alone), strict=True):
        for _ in range(count):
            games.append(asyncio.create_task(hall.play()))
            await asyncio.sleep(OPENS_EVERY_S)
    async with asyncio.timeout(OPENED_WITHIN_S):
        while len(witness.progress) < len(games):  # noqa: ASYNC110, every table counts its own
            await asyncio.sleep(0.2)
    await asyncio.sleep(SETTLES_S)
    say(f"{len(games)} tables play")
    witness.ends.clear()
    began = time.monotonic()
    await deeds.run()
    while len(witness.finished) < wanted.rounds:  # noqa: ASYNC110
        await asyncio.sleep(0.2)
    await asyncio.sleep(AFTERWARDS_S)
    ended = time.monotonic()
    for hall in halls:
        hall.going = False
    hanging = (await asyncio.wait(games, timeout=60))[1]
    for game in hanging:
        game.cancel()
    say("comparing ...")
    with tempfile.TemporaryDirectory(prefix="doublesix-live-") as folder:
        await asyncio.to_thread(containers.copy_of_the_store, Path(folder))
        history = read_history(Path(folder)).of(witness.games.keys())
    faults = [fault for _, fault in deeds.done]
    return Played(
        wanted,
        witness,
        history.between(*(int((moment + EPOCH) * 1000) for moment in (began, ended))),
        check(history, witness, faults, timing(Settings())),
        began,
        ended,
        deeds.done,
        [f"a table does not end: {game.get_stack()}" for game in hanging],
    )


def _tables(wanted: Wanted, game: Game, witness: Witness) -> Tables:
    rng = random.Random(f"{wanted.seed} {game.name}")
    return Tables([wanted.url], "", witness, [game], rng, think_s=wanted.pace, racing=0)
